"""Bots: a view goes in, an action comes out. ``BOTS`` is the registry of them all."""

from sniffi.bots.bot import Bot, SeededBot, round_of
from sniffi.bots.errors import (
    BadParameter,
    KernelMissing,
    NotABot,
    NotAParameter,
    NotInTurn,
    UnknownBot,
)
from sniffi.bots.parameters import Number, Parameter
from sniffi.bots.registry import (
    BOTS,
    USUAL,
    BotChoice,
    BotKind,
    BotListing,
    ParameterListing,
    bots_listing,
    kind_of,
    make,
    offered,
    parse_bot,
)

__all__ = [
    "BOTS",
    "USUAL",
    "BadParameter",
    "Bot",
    "BotChoice",
    "BotKind",
    "BotListing",
    "KernelMissing",
    "NotABot",
    "NotAParameter",
    "NotInTurn",
    "Number",
    "Parameter",
    "ParameterListing",
    "SeededBot",
    "UnknownBot",
    "bots_listing",
    "kind_of",
    "make",
    "offered",
    "parse_bot",
    "round_of",
]
