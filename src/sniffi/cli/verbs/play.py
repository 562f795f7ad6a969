"""``sniffi play``: a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sniffi.cli.files import file_name
from sniffi.cli.grammar import Arguments, Option, Verb
from sniffi.cli.text import shown
from sniffi.cli.trouble import (
    GivenTwice,
    NeedsOption,
    NotASeatAndBot,
    NotTogether,
    Status,
    ValueRefused,
)
from sniffi.rules.seats import check_players, check_seat, check_target, seats

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sniffi.cli.console import Console
    from sniffi.words import Words

COLOURS = {"auto": None, "never": False, "always": True}
MOST_DIGITS = 9


def whole_number(text: str) -> int | str:
    """The number, or the text as it can be shown when it is none."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
        return int(text)
    return shown(text)


def players(option: str, text: str) -> int:  # noqa: ARG001
    """A number of players (R1.1)."""
    return check_players(whole_number(text))


def target(option: str, text: str) -> int:  # noqa: ARG001
    """A number of points (R7.1) that a record can hold."""
    from sniffi.record.errors import TargetTooBig
    from sniffi.record.model import BIGGEST_TARGET

    number = whole_number(text)
    if text.isascii() and text.isdigit() and number not in range(BIGGEST_TARGET + 1):
        raise TargetTooBig(BIGGEST_TARGET)
    return check_target(number, 2)


def check_names(names: Iterable[str], words: Words) -> None:
    """Refuse a name that no record can hold."""
    from sniffi.record import BadText, check_name

    for name in names:
        try:
            check_name(name)
        except BadText as error:
            raise ValueRefused(option="--name", why=words.refusal(error)) from error


def seed(option: str, text: str) -> bytes:  # noqa: ARG001
    """The seed of the deals."""
    from sniffi.deal import parse_seed

    return parse_seed(text)


def nonce(option: str, text: str) -> str:  # noqa: ARG001
    """A player's part in the shuffle."""
    from sniffi.deal import check_nonce

    return check_nonce(text)


def seat_and_bot(option: str, text: str) -> tuple[int | str, str]:
    """A seat and the name of the bot in it."""
    seat, equals, bot = text.partition("=")
    if not (seat and equals and bot):
        raise NotASeatAndBot(option=option, value=shown(text))
    return whole_number(seat), bot


def bots_by_seat(
    players: int | None, single: Iterable[tuple[int | str, str]], rest: str | None, *, none: bool
) -> dict[int, str] | None:
    """The bots of the seats, as ``PlayOptions.bots`` has them.

    Args:
        players: how many, when that is known.
        single: the bots of ``--bot``.
        rest: the bot of ``--bots``, for all other seats but the first.
        none: whether there shall be none.
    """
    single = tuple(single)
    if none:
        if single:
            raise NotTogether(option="--bot", other="--no-bots")
        return {}
    bots: dict[int, str] = {}
    for given, bot in single:
        seat = check_seat(given, players or 4)
        if seat in bots:
            raise GivenTwice(option=f"--bot {seat}")
        bots[seat] = bot
    if rest is not None:
        if players is None:
            raise NeedsOption(option="--bots", other="--players")
        bots = {seat: bots.get(seat, rest) for seat in seats(players) if seat in bots or seat > 1}
    return dict(sorted(bots.items())) or None


def run(arguments: Arguments, console: Console) -> int:
    """Hand over to the terminal."""
    bots = bots_by_seat(arguments.players, arguments.bot, arguments.bots, none=arguments.no_bots)
    check_names(arguments.name, console.words)
    from pathlib import Path

    from sniffi.terminal import PlayOptions, play

    console.flush()
    return play(
        PlayOptions(
            players=arguments.players,
            bots=bots,
            names=arguments.name or None,
            lang=console.wanted_language,
            target=arguments.target,
            seed=arguments.seed,
            nonces=() if arguments.no_nonces else arguments.nonce or None,
            save=arguments.save and Path(arguments.save),
            record=arguments.record and Path(arguments.record),
            resume=True if arguments.resume else False if arguments.new else None,
            hints=not arguments.no_hints,
            colour=COLOURS[arguments.colour or "auto"],
        )
    )


VERB = Verb(
    name="play",
    about="cli.play-about",
    run=run,
    own_options=(
        Option("--players", help="cli.play-players", choices=("2", "3", "4"), read=players),
        Option(
            "--bot",
            help="cli.play-bot",
            value="cli.value-seat-and-bot",
            read=seat_and_bot,
            repeatable=True,
        ),
        Option("--bots", help="cli.play-bots", value="cli.value-name"),
        Option("--no-bots", help="cli.play-no-bots"),
        Option("--name", help="cli.play-name", value="cli.value-name", repeatable=True),
        Option("--target", help="cli.play-target", value="cli.value-points", read=target),
        Option("--seed", help="cli.play-seed", value="cli.value-seed", read=seed),
        Option(
            "--nonce", help="cli.play-nonce", value="cli.value-text", read=nonce, repeatable=True
        ),
        Option("--no-nonces", help="cli.play-no-nonces"),
        Option("--new", help="cli.play-new"),
        Option("--resume", help="cli.play-resume"),
        Option("--save", help="cli.play-save", value="cli.value-file", read=file_name),
        Option("--record", help="cli.play-record", value="cli.value-file", read=file_name),
        Option("--no-hints", help="cli.play-no-hints"),
        Option("--colour", help="cli.play-colour", choices=tuple(COLOURS)),
    ),
    apart=(
        ("--bots", "--no-bots"),
        ("--nonce", "--no-nonces"),
        ("--new", "--resume"),
    ),
    statuses={Status.FINE: "cli.play-status-fine"},
    examples=(
        "play",
        "play --players 2 --bots greedy --name Aino",
        "play --players 4 --bot 2=greedy --bot 4=greedy",
        "play --resume",
    ),
)
