"""Every number of the prose and the pictures is recomputed here, by a sum of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sniffi.learn.drawing import shared_part, step_svg
from sniffi.learn.examples import (
    Example,
    Hands,
    Layouts,
    Lots,
    Placements,
    Played,
    Scores,
    Seen,
    Step,
)
from sniffi.learn.numbers import rule_numbers
from sniffi.learn.rule_pages import RULE_PAGES
from sniffi.rules import (
    FULL_SET,
    Action,
    Blocked,
    Deducted,
    Ending,
    Layout,
    Place,
    Round,
    WentOut,
)
from sniffi.words import LANGUAGES, Words
from tests.words.catalogues import read

EXAMPLES = [
    (page.name, example)
    for page in RULE_PAGES
    for section in page.sections
    for example in section.examples
]
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)
EACH = pytest.mark.parametrize(
    "example", [each for _, each in EXAMPLES], ids=[each.name for _, each in EXAMPLES]
)


def plain_sum(layout: Layout) -> int:
    """The sum of the ends, from the joins alone and by the words of R3 to R5."""
    taken: dict[str, set[str]] = {str(tile): set() for tile in layout.tiles}
    for join in layout.joins:
        taken[str(join.tile)].add(str(join.port))
        taken[str(join.new)].add(str(join.new_port))
    doubles = [name for name in taken if name[0] == name[1]]
    total = 0
    for name, used in taken.items():
        low, high = int(name[0]), int(name[1])
        if low != high:
            total += (low if "low" not in used else 0) + (high if "high" not in used else 0)
        elif not {"line_a", "line_b"} <= used:
            total += 2 * low
        elif name == doubles[0]:
            total += low * len({"branch_a", "branch_b"} - used)
    return total


def numbers_in(text: str) -> list[int]:
    """The numbers of a text; not those of tiles and of rules."""
    bare = re.sub(r"\[\d\|\d\]|\b[RD]\d(?:\.\d)?", " ", text).replace("−", "-")
    return [int(found) for found in re.findall(r"(?<!\d)-?\d+", re.sub(r" - ", " − ", bare))]


@IN_EACH
def test_no_text_holds_a_figure_that_a_writer_typed(language: str) -> None:
    for text in read(language, "learn").values():
        for form in text.forms:
            assert not re.search(r"\d", re.sub(r"\{\w+\}", "", form)), text.key


@IN_EACH
def test_the_rules_numbers_are_those_of_the_rules(language: str) -> None:
    """Against the numbers of R1 to R8 as the page of the rules tells them."""
    told = rule_numbers(Words(language))
    assert {name: told[name] for name in told if isinstance(told[name], int)} == {
        "set": 28,
        "largest_value": 12,
        "small_value": 4,
        "small_wrong": 8,
        "hand_two": 7,
        "hand_three": 6,
        "hand_four": 5,
        "yard_two": 14,
        "yard_three": 10,
        "yard_four": 8,
        "target_two": 250,
        "target_more": 200,
        "pair_pips": 3,
        "pair_cost": 10,
        "pair_wrong": 5,
        "stroke": 5,
        "fifty": 50,
        "fifty_strokes": 10,
    }
    assert [numbers_in(str(told[name])) for name in ("down", "up", "pair_one", "pair_two")] == [
        [1, 2],
        [3, 4],
        [1, 3],
        [2, 4],
    ]


@IN_EACH
@EACH
def test_sums_and_points_of_every_step_are_true(example: Example, language: str) -> None:
    for step in example.steps(Words(language)):
        if step.layout is None:
            continue
        total = plain_sum(step.layout)
        assert step.layout.total == total
        told = " ".join(step.facts)
        for terms, result in re.findall(r"((?:\d+ \+ )+\d+) = (\d+)", told):
            assert sum(map(int, terms.split(" + "))) == int(result) == total
        if isinstance(example, Placements | Layouts):
            scored = total if total and not total % 5 else 0
            found = re.findall(r", (\d+) (?:points?|piste)", told)
            assert [int(each) for each in found] == ([scored] if scored else [])


@IN_EACH
@EACH
def test_the_prose_tells_no_number_but_those_of_its_position(
    example: Example, language: str
) -> None:
    constants = {
        value for value in rule_numbers(Words(language)).values() if isinstance(value, int)
    }
    before = 0
    for step in example.steps(Words(language)):
        may = constants | set(_numbers_of(step, example)) | {before}
        assert set(numbers_in(step.lead)) <= may, step.lead
        if step.layout is not None:
            before = plain_sum(step.layout)


def _numbers_of(step: Step, example: Example) -> Iterator[int]:
    if step.layout is not None:
        yield plain_sum(step.layout)
        for part in step.layout.counted:
            yield part.value
        if step.layout.spinner is not None:
            yield step.layout.spinner.low
    if step.score is not None:
        yield step.score
    if isinstance(example, Hands):
        hands = [sum(tile.pips for tile in hand.tiles if tile) for hand in step.hands]
        yield from hands
        yield sum(nearest_five(pips) for pips in hands)
        yield nearest_five(sum(hands))


def nearest_five(pips: int) -> int:
    return min(range(0, 200, 5), key=lambda five: abs(five - pips))


@EACH
def test_numbers_of_the_pictures_add_up_to_the_sum(example: Example) -> None:
    words = Words("en")
    steps = example.steps(words)
    part = shared_part(step.layout for step in steps)
    for step in steps:
        if step.layout is not None and step.layout.tiles:
            svg = step_svg(step, words, "x", part)
            shown = [int(each) for each in re.findall(r'class="pic-number"[^>]*>(\d+)<', svg)]
            assert sum(shown) == plain_sum(step.layout)
            rings = svg.count('class="pic-ring"')
            assert len(shown) + rings == len(step.layout.spots)


@EACH
def test_steps_of_placements_show_the_same_part_of_the_board(example: Example) -> None:
    if isinstance(example, Placements):
        words = Words("fi")
        steps = example.steps(words)
        part = shared_part(step.layout for step in steps)
        assert part is not None
        boxes = {re.findall(r'viewBox="([^"]+)"', step_svg(s, words, "x", part))[0] for s in steps}
        assert len(boxes) == 1


def _played(name: str) -> tuple[Played, Round]:
    example = next(each for _, each in EXAMPLES if each.name == name)
    assert isinstance(example, Played)
    round = example.start()
    for turn in example.turns:
        round = round.act(_action(turn.action, round))
    return example, round


def _action(text: str, round: Round) -> Action:
    return next(action for action in round.legal_actions() if str(action) == text)


@pytest.mark.parametrize("name", [e.name for _, e in EXAMPLES if isinstance(e, Played)])
def test_played_examples_have_each_tile_at_most_once(name: str) -> None:
    round = _played(name)[0].start()
    tiles = [*round.layout.tiles, *round.boneyard, *(t for hand in round.hands for t in hand)]
    assert len(set(tiles)) == len(tiles) <= len(FULL_SET)


def test_the_block_is_what_its_prose_says() -> None:
    example, round = _played("block")
    assert round.result is not None
    assert round.result.ending is Ending.BLOCK
    assert {spot.value for spot in round.layout.spots} == {0}
    assert {tile for tile in FULL_SET if tile.has(0)} <= set(round.layout.tiles)
    assert any(isinstance(event, Blocked) for event in round.events)
    whole = [*round.layout.tiles, *(tile for hand in round.hands for tile in hand)]
    assert set(whole) == set(FULL_SET)
    assert example.turns[-1].action == "draw", "D2: the last draw makes it a block"


def test_the_draw_is_what_its_prose_says() -> None:
    example, _ = _played("draw")
    round = example.start()
    for turn in example.turns[:-1]:
        round = round.act(_action(turn.action, round))
    places = [action for action in round.legal_actions() if isinstance(action, Place)]
    assert places
    assert not any(round.layout.place(p.tile, p.spot).points for p in places)


def test_the_partner_who_went_out_does_not_save_the_pair() -> None:
    _, round = _played("partner")
    assert any(event == WentOut(1) for event in round.events)
    costs = {event.seat: event.cost for event in round.events if isinstance(event, Deducted)}
    assert costs[1] == 0 < costs[3]


@pytest.mark.parametrize("name", ["win", "last"])
def test_wins_come_before_any_deduction(name: str) -> None:
    _, round = _played(name)
    assert round.result is not None
    assert round.result.ending is Ending.WIN
    assert not any(isinstance(event, Deducted) for event in round.events)
    assert (not round.hands[0]) is (name == "last")


@pytest.mark.parametrize(
    ("layouts", "says"),
    [
        (placements, says)
        for _, example in EXAMPLES
        if isinstance(example, Layouts)
        for placements, says in example.each
    ],
)
def test_sums_are_of_the_sort_that_their_prose_says(layouts: str, says: str) -> None:
    step = Layouts("x", "learn.ex-sums", ((layouts, says),)).steps(Words("en"))[0]
    assert step.layout is not None
    total = plain_sum(step.layout)
    sort = "zero" if not total else "not" if total % 5 else "scores"
    assert says == f"learn.ex-sums-{sort}"


def test_leftover_hands_are_rounded_the_way_their_prose_says() -> None:
    example = next(each for _, each in EXAMPLES if isinstance(each, Hands))
    for step, (_, says) in zip(example.steps(Words("en")), example.each, strict=True):
        pips = [sum(tile.pips for tile in hand.tiles if tile) for hand in step.hands]
        up = [nearest_five(each) > each for each in pips]
        assert up == {"pair": [True, True], "up": [True]}.get(says.rpartition("-")[2], [False])
        for hand, held in zip(step.hands, pips, strict=True):
            assert numbers_in(hand.note) == [held, nearest_five(held)]


def test_the_lot_of_the_example_ties_and_then_decides() -> None:
    example = next(each for _, each in EXAMPLES if isinstance(each, Lots))
    first, second = example.steps(Words("en"))
    pips = [[t.pips for hand in s.hands for t in hand.tiles if t] for s in (first, second)]
    assert sorted(pips[0])[-1] == sorted(pips[0])[-2] != sorted(pips[0])[0]
    assert len(second.hands) == 2
    assert pips[1][0] != pips[1][1]


def test_the_deal_shows_one_hand_alone() -> None:
    example = next(each for _, each in EXAMPLES if isinstance(each, Seen))
    (step,) = example.steps(Words("en"))
    assert [any(hand.tiles) for hand in step.hands] == [True, False, False, False]


def test_scores_are_drawn_as_they_are_told() -> None:
    example = next(each for _, each in EXAMPLES if isinstance(each, Scores))
    for step, (points, _) in zip(example.steps(Words("en")), example.each, strict=True):
        assert step.score == points
        assert numbers_in(step.facts[0])[0] == points
