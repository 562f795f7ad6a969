"""``sniffi play`` hands over what was asked for, and nothing that was not."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import sniffi.terminal
from sniffi.record.errors import TargetTooBig
from sniffi.rules import NotASeat, NotATarget
from sniffi.terminal import PlayOptions
from sniffi.words import Words
from tests.cli.command import real_sniffi, refused
from tests.cli.command import sniffi as run

SEED = "0f" * 32

ASKED = [
    ("play", PlayOptions()),
    ("play --lang en", PlayOptions(lang="en")),
    ("--lang fi play", PlayOptions(lang="fi")),
    ("play --players 3", PlayOptions(players=3)),
    ("play --no-bots", PlayOptions(bots={})),
    ("play --bot 2=greedy", PlayOptions(bots={2: "greedy"})),
    ("play --bot=4=b --bot 2=a", PlayOptions(bots={2: "a", 4: "b"})),
    ("play --players 2 --bots greedy", PlayOptions(players=2, bots={2: "greedy"})),
    ("play --players 3 --bots a --bot 2=b", PlayOptions(players=3, bots={2: "b", 3: "a"})),
    ("play --players 2 --bots a --bot 1=b", PlayOptions(players=2, bots={1: "b", 2: "a"})),
    ("play --name Aino --name 'Eero Ö'", PlayOptions(names=("Aino", "Eero Ö"))),
    ("play --target 5", PlayOptions(target=5)),
    (f"play --seed {SEED}", PlayOptions(seed=bytes.fromhex(SEED))),
    (f"play --seed {SEED.upper()}", PlayOptions(seed=bytes.fromhex(SEED))),
    ("play --nonce aino-1 --nonce b", PlayOptions(nonces=("aino-1", "b"))),
    ("play --no-nonces", PlayOptions(nonces=())),
    ("play --new", PlayOptions(resume=False)),
    ("play --resume", PlayOptions(resume=True)),
    ("play --save a.sniff --record b/c", PlayOptions(save=Path("a.sniff"), record=Path("b/c"))),
    ("play --no-hints", PlayOptions(hints=False)),
    ("play --colour auto", PlayOptions()),
    ("play --colour always", PlayOptions(colour=True)),
    ("play --colour never", PlayOptions(colour=False)),
]


@pytest.mark.parametrize(("line", "options"), ASKED, ids=[line for line, _ in ASKED])
def test_the_terminal_gets_what_was_asked_for(
    line: str, options: PlayOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[PlayOptions] = []

    def play(options: PlayOptions) -> int:
        given.append(options)
        return 0

    monkeypatch.setattr(sniffi.terminal, "play", play)
    outcome = run(*shlex.split(line))
    assert (outcome.status, outcome.err) == (0, "")
    assert given == [options]


@pytest.mark.parametrize("status", [0, 130])
def test_the_status_is_the_terminal_s(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffi.terminal, "play", lambda _: status)
    assert run("play").status == status


def test_what_the_terminal_refuses_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(_: PlayOptions) -> int:
        raise NotASeat(5, 4)

    monkeypatch.setattr(sniffi.terminal, "play", refusing)
    assert refused(run("play")) == f"sniffi play: {Words('fi').refusal(NotASeat(5, 4))}"


WRONG: list[tuple[str, str, dict[str, str]]] = [
    ("--bots greedy", "cli.needs-option", {"option": "--bots", "other": "--players"}),
    ("--bot 2=a --no-bots", "cli.not-together", {"option": "--bot", "other": "--no-bots"}),
    ("--bots a --no-bots", "cli.not-together", {"option": "--bots", "other": "--no-bots"}),
    ("--nonce a --no-nonces", "cli.not-together", {"option": "--nonce", "other": "--no-nonces"}),
    ("--bot 2=a --bot 2=b", "cli.given-twice", {"option": "--bot 2"}),
    ("--bot 02=a --bot 2=b", "cli.given-twice", {"option": "--bot 2"}),
    ("--bot greedy", "cli.not-a-seat-and-bot", {"option": "--bot", "value": "greedy"}),
    ("--bot =greedy", "cli.not-a-seat-and-bot", {"option": "--bot", "value": "=greedy"}),
    ("--bot 2=", "cli.not-a-seat-and-bot", {"option": "--bot", "value": "2="}),
    ("--save ''", "cli.not-a-file-name", {"option": "--save"}),
    ("aino", "cli.operand-too-many", {"operand": "aino"}),
]


@pytest.mark.parametrize("lang", Words.LANGUAGES)
@pytest.mark.parametrize(("line", "key", "fields"), WRONG, ids=[line for line, _, _ in WRONG])
def test_contradictions_are_refused(line: str, key: str, fields: dict[str, str], lang: str) -> None:
    told = refused(run("--lang", lang, "play", *shlex.split(line)))
    assert told.startswith(f"sniffi play: {Words(lang).say(key, **fields)} ")


@pytest.mark.parametrize(
    ("value", "shown"),
    [("0", 0), ("-5", -5), ("x", "x"), ("1e3", "1e3"), ("٣", "٣"), ("x" * 5000, "x" * 59 + "…")],
)
def test_a_target_is_a_whole_number_above_zero(value: str, shown: object) -> None:
    expected = Words("fi").refusal(NotATarget(shown))
    assert refused(run("play", "--target", value)) == f"sniffi play: {expected}"


@pytest.mark.parametrize("value", ["1000001", "9" * 12, "9" * 5000])
def test_a_target_too_big_for_a_record_is_told_as_such(value: str) -> None:
    expected = Words("fi").refusal(TargetTooBig(1_000_000))
    assert refused(run("play", "--target", value)) == f"sniffi play: {expected}"


@pytest.mark.parametrize("name", ["", " a", "a\u202eb", "A" * 10_000])
def test_a_name_that_no_record_can_hold_is_refused_as_a_name(name: str) -> None:
    told = refused(run("play", "--name", name, "--lang", "en"))
    assert told.startswith("sniffi play: The value of --name cannot be used. The text ")
    assert len(told) < 250


@pytest.mark.parametrize(("seat", "shown"), [("5", 5), ("0", 0), ("-1", -1), ("x", "x")])
def test_a_bot_sits_in_a_seat(seat: str, shown: object) -> None:
    expected = Words("fi").refusal(NotASeat(shown, 4))
    assert refused(run("play", f"--bot={seat}=a")) == f"sniffi play: {expected}"
    expected = Words("fi").refusal(NotASeat(3, 2))
    assert refused(run("play", "--players", "2", "--bot", "3=a")) == f"sniffi play: {expected}"


@pytest.mark.parametrize("seed", ["", "0f", SEED[:-1], SEED + "0", "x" * 64, "0f " * 32])
def test_a_seed_is_64_hexadecimal_digits(seed: str) -> None:
    assert "siemenluku" in refused(run("play", "--seed", seed, "--lang", "fi"))


def test_a_nonce_is_checked_by_the_deal() -> None:
    assert "”ä”" in refused(run("play", "--nonce", "ä", "--lang", "fi"))


def test_the_real_command_plays_a_game_that_can_be_repeated_and_verified(tmp_path: Path) -> None:
    records = []
    for name in ("first", "second"):
        record = tmp_path / f"{name}.sniff"
        outcome = real_sniffi(
            *shlex.split("play --lang en --players 2 --bots greedy --bot 1=greedy --target 50"),
            *shlex.split(f"--name Aino --name Eero --no-nonces --new --seed {SEED}"),
            *("--save", str(tmp_path / name), "--record", str(record)),
        )
        assert (outcome.status, outcome.err) == (0, "")
        assert run("verify", str(record)).status == 0
        records.append(run("replay", "--json", str(record)).out)
    assert records[0] == records[1] != ""
