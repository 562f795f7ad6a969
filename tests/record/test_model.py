import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

import sniffi.record
from sniffi.deal import BadNonce, Deck, NotASeed
from sniffi.record import Comment, GameRecord, RecordError, check_name, dumps, loads
from sniffi.record.errors import CommitmentMissing, SeedTooEarly
from sniffi.rules import Game, NotATarget, NotPlayers, SniffiError
from tests.record.made import NAMES, SEED, whole

NEW = GameRecord(2, 250, NAMES[:2])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": 5}, "not-players"),
        ({"target": 0}, "not-a-target"),
        ({"target": 10**9}, "record.target-too-big"),
        ({"target": 10**5000}, "record.target-too-big"),
        ({"names": ("Aino",)}, "record.names-count"),
        ({"names": ("Aino", "")}, "record.text-empty"),
        ({"names": ("Aino", "x" * 41)}, "record.text-too-long"),
        ({"names": ("Aino", "x ")}, "record.text-blank-at-edge"),
        ({"names": ("Aino", "x\u200bx")}, "record.text-character"),
        ({"names": ("Aino", "\ud800")}, "record.text-character"),
        ({"commitment": "x"}, "record.not-a-commitment"),
        ({"commitment": "A" * 64}, "record.not-a-commitment"),
        ({"nonces": ("a",)}, "record.commitment-missing"),
        ({"seed": SEED}, "record.commitment-missing"),
        ({"seed": SEED, "commitment": "0" * 64}, "record.seed-too-early"),
        ({"nonces": ("a", "b", "c"), "commitment": "0" * 64}, "record.too-many-nonces"),
        ({"nonces": ("a,b",), "commitment": "0" * 64}, "deal.not-a-nonce-character"),
        ({"tags": (("club", "x"),)}, "record.bad-tag-name"),
        ({"tags": (("Name1", "x"),)}, "record.bad-tag-name"),
        ({"tags": (("C" * 41, "x"),)}, "record.bad-tag-name"),
        ({"tags": (("Club", "x"), ("Club", "y"))}, "record.tag-twice"),
        ({"tags": (("Club", "x" * 201),)}, "record.text-too-long"),
        ({"tags": tuple((f"T{n}", "x") for n in range(33))}, "record.too-many-tags"),
        ({"tags": (("Date", "2026-13-01"),)}, "record.not-a-date"),
        ({"tags": (("Date", "2026-W01-1"),)}, "record.not-a-date"),
        ({"comments": (Comment(0, "x" * 999),)}, "record.text-too-long"),
        ({"comments": (Comment(0, "x "),)}, "record.text-blank-at-edge"),
        ({"comments": (Comment(0, "x\n[Sniffi"),)}, "record.text-character"),
        ({"comments": (Comment(-1, "x"),)}, "record.no-such-line"),
        ({"comments": (Comment(8, "x"),)}, "record.no-such-line"),
        ({"comments": (Comment(1, ""),) * 10_001}, "record.too-many-comments"),
    ],
)
def test_a_record_holds_only_what_can_be_written(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(SniffiError) as caught:
        replace(NEW, **changes)
    assert caught.value.code == code


def test_the_most_that_a_record_holds() -> None:
    record = replace(
        NEW,
        target=1_000_000,
        names=("x" * 40, '"\\' * 20),
        tags=tuple((f"T{n:039}", "\\" * 200) for n in range(32)),
        commitment="0" * 64,
        nonces=("a" * 64, "b" * 64),
        comments=(Comment(0, " " + "x" * 997), Comment(40, "")),
    )
    assert loads(dumps([record])) == [record]


@pytest.mark.parametrize("name", ["Aino", "Äijä Ö", "李", "👩\u200d👧", "نام\u200cها", "a#b", "?"])
def test_names_of_all_the_world(name: str) -> None:
    assert check_name(name) == name
    record = replace(NEW, names=(name, name))
    assert loads(dumps([record])) == [record]


def test_tags_come_in_the_order_of_their_names() -> None:
    tags = {"Place": "Oulu", "Club": "Sniff", "Date": "2026-01-31"}
    record = GameRecord.of(Game.new(2), NAMES[:2], tags=tags)
    assert [name for name, _ in record.tags] == ["Club", "Date", "Place"]
    assert record == GameRecord.of(Game.new(2), NAMES[:2], tags=reversed(tags.items()))
    assert record.tag("Place") == "Oulu"
    assert record.tag("Event") is None


def test_a_deck_gives_its_seed_to_a_finished_game_only() -> None:
    deck = Deck(SEED, ("aino",))
    record = GameRecord.of(Game.new(2), NAMES[:2], deck=deck)
    assert (record.commitment, record.nonces, record.seed) == (deck.commitment, ("aino",), None)
    assert SEED.hex() not in dumps([record])
    assert whole().seed == SEED


def test_the_seed_is_shown_afterwards_and_comments_keep_their_places() -> None:
    finished = replace(whole(), seed=None)
    text = dumps([finished])
    lines = text.splitlines(keepends=True)
    # A comment below every line, the end line's included.
    commented = "".join(f"{line}# {number}\n" for number, line in enumerate(lines[:-2]))
    record = loads(f"# top\n{commented}{''.join(lines[-2:])}")[0]
    shown = record.revealed(SEED)
    (added,) = [line for line in dumps([shown]).splitlines() if line.startswith("[Seed ")]
    assert dumps([shown]).replace(f"{added}\n", "") == dumps([record])
    assert shown.revealed(SEED) == shown
    assert replace(shown, comments=()) == whole()


def test_the_seed_is_not_shown_too_early_nor_without_its_promise() -> None:
    with pytest.raises(SeedTooEarly):
        GameRecord.of(Game.new(2), NAMES[:2], commitment="0" * 64).revealed(SEED)
    with pytest.raises(NotASeed):
        replace(whole(), seed=None).revealed(b"")
    with pytest.raises(CommitmentMissing):
        replace(whole(), seed=None, commitment=None, nonces=()).revealed(SEED)


def test_what_a_seat_sees_has_no_seed_and_no_comments() -> None:
    record = replace(whole(), comments=(Comment(1, "Seat 2 held the double six."),))
    seen = record.seen_by(1)
    assert (seen.seed, seen.comments) == (None, ())
    assert seen.commitment == record.commitment
    assert not seen.known
    assert record.known


def test_errors_of_other_layers_come_as_they_are() -> None:
    with pytest.raises(NotPlayers):
        GameRecord(1, 250, ("Aino",))
    with pytest.raises(NotATarget):
        GameRecord(2, True, NAMES[:2])
    with pytest.raises(BadNonce):
        replace(NEW, commitment="0" * 64, nonces=("",))
    assert not issubclass(NotPlayers, RecordError)


def test_everything_that_the_package_offers_is_there() -> None:
    for name in sniffi.record.__all__:
        assert getattr(sniffi.record, name) is not None
    assert callable(sniffi.record.verify)
    with pytest.raises(AttributeError, match="nothing"):
        sniffi.record.nothing  # noqa: B018


def test_showing_a_layout_imports_no_reader_and_no_hashes() -> None:
    code = "import json, sys, sniffi.record.plain; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "sniffi.record.plain" in loaded
    assert not loaded & {"sniffi.record.reader", "sniffi.record.model", "sniffi.deal", "hashlib"}
