"""``sniffi bots``: the bots that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sniffi.cli.grammar import Arguments, Option, Verb
from sniffi.cli.text import filled
from sniffi.cli.trouble import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sniffi.bots import BotListing, ParameterListing
    from sniffi.cli.console import Console
    from sniffi.words import Words

INDENT = "    "


def bot_to_json(bot: BotListing) -> dict[str, Any]:
    """A bot as ``--json`` shows it (docs/cli.md)."""
    return {
        "name": bot.name,
        "title": bot.title,
        "description": bot.about,
        "players": list(bot.players),
        "parameters": [
            {
                "name": parameter.name,
                "description": parameter.about,
                "default": parameter.default,
                "least": parameter.least,
                "most": parameter.most,
            }
            for parameter in bot.parameters
        ],
    }


def bot_in_words(bot: BotListing, words: Words) -> Iterator[str]:
    """A bot line by line: its name for commands, its title, what it does, what can be set."""
    yield words.say("cli.bots-bot", name=bot.name, title=bot.title)
    yield filled(bot.about, indent=INDENT)
    for parameter in bot.parameters:
        yield filled(parameter_in_words(bot, parameter, words), indent=INDENT)


def parameter_in_words(bot: BotListing, parameter: ParameterListing, words: Words) -> str:
    """What can be set, how it is written, and between what bounds."""
    return words.say(
        "cli.bots-parameter",
        setting=f"{bot.name}:{parameter.name}={parameter.default}",
        about=parameter.about,
        least=str(parameter.least),
        most=str(parameter.most),
    )


def run(arguments: Arguments, console: Console) -> int:
    """List the registry, the weakest bot first."""
    from sniffi.bots import bots_listing

    bots = bots_listing(console.words)
    if arguments.json:
        import json

        console.line(json.dumps([bot_to_json(bot) for bot in bots], ensure_ascii=False))
        return Status.FINE
    for bot in bots:
        for line in bot_in_words(bot, console.words):
            console.line(line)
    return Status.FINE


VERB = Verb(
    name="bots",
    about="cli.bots-about",
    run=run,
    own_options=(Option("--json", help="cli.bots-json"),),
    examples=("bots", "bots --json"),
)
