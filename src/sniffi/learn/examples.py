"""Examples step by step: data that the rules play, and what each step shows in words.

A writer gives placements and the key of a sentence; layouts, sums, points, costs and refusals come
from ``sniffi.rules``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from sniffi.learn.numbers import rule_numbers
from sniffi.rules import (
    DRAW,
    PASS,
    Action,
    Deducted,
    Layout,
    MaybeTile,
    Place,
    Refused,
    Round,
    Spot,
    Tile,
    cost_of,
    parse_placements,
    parse_tiles,
    pips,
    sides,
)
from sniffi.rules.lot import lot_drawn
from sniffi.words import Words

NAMES = ("Aino", "Eero", "Maija", "Väinö")
"""Who plays in the examples, by seat."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or a few tiles beside a step."""

    label: str
    tiles: tuple[MaybeTile, ...]
    fits: frozenset[Tile] = frozenset()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an example, in words and with what is to be drawn."""

    lead: str
    """What there is to learn; empty when the facts say it."""
    facts: tuple[str, ...]
    """What the rules say of it: sums, events, refusals."""
    layout: Layout | None = None
    hands: tuple[ShownHand, ...] = ()
    score: int | None = None
    """A score to draw as strokes."""


def hand_of(round: Round, words: Words) -> ShownHand:
    """The hand of the seat to act."""
    return ShownHand(words.say("learn.hand-of", name=NAMES[round.to_act - 1]), round.hand)


class Example(Protocol):
    """Something to step through."""

    @property
    def name(self) -> str:
        """Names it in addresses."""
        ...

    @property
    def title(self) -> str:
        """The key of its heading."""
        ...

    def steps(self, words: Words) -> tuple[Step, ...]:
        """Its steps in the reader's language."""
        ...


def layouts_of(placements: str) -> tuple[Layout, ...]:
    """The layout after each of the placements that a text names."""
    layouts, layout = [], Layout()
    for tile, spot in parse_placements(placements):
        layout = layout.place(tile, spot)
        layouts.append(layout)
    return tuple(layouts)


def placement_values(layout: Layout, before: Layout, words: Words) -> dict[str, object]:
    """The placeholders that the sentence of a placement may use."""
    tile = layout.tiles[-1]
    join = layout.joins[-1] if layout.joins else None
    counted = {part.tile: part.value for part in layout.counted}
    return {
        "tile": words.tile(tile),
        "where": words.at(Spot(join.tile, join.port)) if join is not None else "",
        "onto": words.tile(join.tile) if join is not None else "",
        "sniff": words.tile(layout.spinner) if layout.spinner is not None else "",
        "half": layout.spinner.low if layout.spinner is not None else "",
        "value": counted.get(tile, 0),
        "sum": words.sum(layout),
        "total": layout.total,
        "before": before.total,
        "points": words.points(layout.points),
        "spots": len(layout.spots),
    }


@dataclass(frozen=True, slots=True)
class Placements:
    """Tiles laid one after another.

    Args:
        placements: as ``parse_placements`` reads them.
        says: for each placement the key of its sentence.
    """

    name: str
    title: str
    placements: str
    says: tuple[str, ...]

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        layouts = layouts_of(self.placements)
        before = (Layout(), *layouts)
        return tuple(
            Step(
                lead=words.say(
                    key, **rule_numbers(words), **placement_values(layout, earlier, words)
                ),
                facts=(words.sum_and_points(layout.counted, layout.total, layout.points),),
                layout=layout,
            )
            for key, layout, earlier in zip(self.says, layouts, before, strict=False)
        )


@dataclass(frozen=True, slots=True)
class Layouts:
    """Layouts that have nothing to do with each other, each with its sum."""

    name: str
    title: str
    each: tuple[tuple[str, str], ...]
    """Placements, and the key of the sentence."""

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        return tuple(
            Placements(self.name, self.title, placements, (key,) * 99).steps(words)[-1]
            for placements, key in self.each
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What the seat to act does in a played example.

    Args:
        action: as actions are written.
        says: the key of the sentence, if the events do not say it all.
        tries: what the seat wants first and the rules refuse.
    """

    action: str
    says: str = ""
    tries: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A part of a round: from a position on, turn by turn.

    Args:
        layout: the placements before it.
        hands: of each seat, as ``parse_tiles`` reads them.
        boneyard: next to be drawn first.
        to_act: the seat that acts first.
        scores: raw points before the round, one a side.
        target: raw points that win, if the example is about them.
    """

    name: str
    title: str
    hands: tuple[str, ...]
    turns: tuple[Turn, ...]
    layout: str = ""
    boneyard: str = ""
    to_act: int = 1
    scores: tuple[int, ...] = ()
    target: int | None = None
    leftovers_say: str = ""
    """The key of the sentence about the leftover hands; without one they are no step."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    def start(self) -> Round:
        """The position that it begins with."""
        zeros = (0,) * len(sides(self.players))
        return Round(
            players=self.players,
            starter=1,
            number=1,
            scores_before=self.scores or zeros,
            target=self.target,
            layout=Layout.of(*parse_placements(self.layout)),
            hands=tuple(parse_tiles(hand) for hand in self.hands),
            boneyard=parse_tiles(self.boneyard),
            to_act=self.to_act,
            drawn=None,
            scores=zeros,
            result=None,
            events=(),
        )

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        return tuple(self._steps(words))

    def _steps(self, words: Words) -> Iterator[Step]:
        round = self.start()
        for turn in self.turns:
            before, action = round, _action(turn.action)
            round = round.act(action)
            new = round.events[len(before.events) :]
            facts = [_refusal(before, turn.tries, words)] if turn.tries else []
            told = [event for event in new if not isinstance(event, Deducted)]
            facts += [words.event(event, NAMES, self.players) for event in told]
            yield Step(
                lead=self._lead(turn.says, round, words),
                facts=tuple(facts),
                layout=round.layout,
                hands=(self._hand(before, words),),
            )
        if self.leftovers_say:
            yield self._leftovers(round, words)

    def _lead(self, key: str, round: Round, words: Words) -> str:
        if not key:
            return ""
        values = {"target": self.target or 0, "name": NAMES[round.to_act - 1]}
        return words.say(key, **rule_numbers(words), **values)

    def _hand(self, before: Round, words: Words) -> ShownHand:
        legal = before.legal_actions()
        fits = frozenset(action.tile for action in legal if isinstance(action, Place))
        name = NAMES[before.to_act - 1]
        return ShownHand(words.say("learn.hand-before", name=name), before.hand, fits)

    def _leftovers(self, round: Round, words: Words) -> Step:
        handled = [event for event in round.events if isinstance(event, Deducted)]
        return Step(
            lead=self._lead(self.leftovers_say, round, words),
            facts=(),
            hands=tuple(
                ShownHand(
                    NAMES[event.seat - 1],
                    event.hand,
                    note=words.event(event, NAMES, self.players),
                )
                for event in handled
            ),
        )


def _action(text: str) -> Action:
    named: dict[str, Action] = {"draw": DRAW, "pass": PASS}
    return named.get(text) or Place.parse(text)


def _refusal(round: Round, text: str, words: Words) -> str:
    try:
        round.act(_action(text))
    except Refused as error:
        wish = words.say(
            "learn.wants", name=NAMES[round.to_act - 1], what=words.action(_action(text))
        )
        return f"{wish} {words.refusal(error)}"
    raise AssertionError(f"the rules allow it: {text}")


@dataclass(frozen=True, slots=True)
class Lots:
    """A lot for the start: what everybody drew, stage by stage (R2.1, D1)."""

    name: str
    title: str
    stages: tuple[tuple[str, str], ...]
    """The tiles drawn, and the key of the sentence."""

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        shown = []
        contenders: tuple[int, ...] = tuple(range(1, len(self.stages[0][0].split()) + 1))
        for stage, (drawn, key) in enumerate(self.stages, 1):
            event = lot_drawn(1, stage, contenders, parse_tiles(drawn))
            hands = tuple(
                ShownHand(NAMES[seat - 1], (tile,), note=words.pips(tile.pips))
                for seat, tile in event.draws
            )
            facts = (words.event(event, NAMES, len(contenders)),)
            shown.append(Step(words.say(key), facts, hands=hands))
            contenders = event.tied
        return tuple(shown)


@dataclass(frozen=True, slots=True)
class Hands:
    """Leftover hands and what each costs (R6.5)."""

    name: str
    title: str
    each: tuple[tuple[tuple[str, ...], str], ...]
    """Hands, and the key of the sentence."""

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        return tuple(
            self._step([parse_tiles(hand) for hand in hands], key, words)
            for hands, key in self.each
        )

    def _step(self, hands: Sequence[tuple[Tile, ...]], key: str, words: Words) -> Step:
        total = sum(cost_of(hand) for hand in hands)
        together = cost_of(tile for hand in hands for tile in hand)
        lead = words.say(
            key, **rule_numbers(words), cost=total, together=together, pips=pips(hands[0])
        )
        shown = tuple(
            ShownHand(NAMES[2 * place], hand, note=cost_note(hand, words))
            for place, hand in enumerate(hands)
        )
        return Step(lead, (), hands=shown)


def cost_note(hand: Sequence[Tile], words: Words) -> str:
    """What a leftover hand holds and costs, in a sentence."""
    return words.say("learn.cost-note", pips=words.pips(pips(hand)), cost=cost_of(hand))


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player sees of a deal (R1.4): the own hand, and the backs of the others'."""

    name: str
    title: str
    order: str
    """The tiles dealt; the first seat's hand first."""
    says: str
    players: int = 4

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        view = Round.deal(parse_tiles(self.order), self.players, 1).seen_by(1)
        hands = tuple(ShownHand(NAMES[seat - 1], hand) for seat, hand in enumerate(view.hands, 1))
        boneyard = words.say("core.boneyard-size", tiles=words.tile_count(view.boneyard_size))
        return (Step(words.say(self.says, **rule_numbers(words)), (boneyard,), hands=hands),)


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores as strokes on paper (R8)."""

    name: str
    title: str
    each: tuple[tuple[int, str], ...]
    """Raw points, and the key of the sentence."""

    def steps(self, words: Words) -> tuple[Step, ...]:
        """See ``Example``."""
        return tuple(
            Step(
                lead=words.say(key, **rule_numbers(words), points=words.points(points)),
                facts=(
                    words.say(
                        "learn.as-strokes",
                        points=words.points(points),
                        strokes=words.strokes(points),
                    ),
                ),
                score=points,
            )
            for points, key in self.each
        )
