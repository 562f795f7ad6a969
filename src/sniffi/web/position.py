"""The parts of a table's page that show the game: from a seat's view of it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from markupsafe import Markup

from sniffi.rules import (
    DRAW,
    Dealt,
    Deducted,
    Draw,
    Drew,
    GameView,
    Layout,
    LotDrawn,
    Pass,
    Phase,
    Place,
    Placed,
    RoundView,
    Spot,
    Tile,
    seats_of,
    side_of,
    sides,
)
from sniffi.web.drawing import Drawing
from sniffi.web.tiles import Face, Press, draw_press, face_of, pass_press
from sniffi.words import Words
from sniffi.words.catalogue import number


@dataclass(frozen=True, slots=True)
class Side:
    """A side and its score, as a number and as strokes on paper (R8)."""

    number: int
    name: str
    points: int
    score: str
    strokes: str
    tally: Markup
    yours: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """The end sum of the layout, and why (R5)."""

    formula: str
    points: int
    worth: str
    last: str
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotDraw:
    """One tile that was drawn for the start."""

    seat: int
    name: str
    tile: Face
    pips: str
    best: bool


@dataclass(frozen=True, slots=True)
class LotStage:
    """One draw of a lot."""

    heading: str
    draws: tuple[LotDraw, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot for a round's start, tile by tile (R2.1)."""

    heading: str
    stages: tuple[LotStage, ...]


@dataclass(frozen=True, slots=True)
class Leftover:
    """A leftover hand and what it cost (R6.5)."""

    seat: int
    name: str
    tiles: tuple[Face, ...]
    text: str
    score: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A spot where a tile may be placed, as a button."""

    action: str
    spot: str
    where: str
    hint: str
    """What it would come to; empty where there are no hints."""


@dataclass(frozen=True, slots=True)
class Held:
    """A tile of the reader's hand, as a button."""

    tile: Face
    action: str
    """The one legal placement, or the tile alone when there are several or none."""
    spots: tuple[Choice, ...]
    playable: bool
    drawn: bool
    chosen: bool
    label: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """The spots of the tile that the reader has chosen."""

    heading: str
    spots: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Boneyard:
    """How many tiles there are to draw."""

    count: int
    tiles: str


class Position:
    """What a game's view shows, part by part, in one language.

    Args:
        game: what the reader's seat sees of the game; a spectator's view when it has no seat.
        names: what the players are called, by seat.
        hints: whether a choice tells what it would score.
    """

    def __init__(
        self, game: GameView, names: Sequence[str], words: Words, *, hints: bool = True
    ) -> None:
        self.hints = hints
        self.game = game
        self.names = names
        self.words = words

    @property
    def round(self) -> RoundView | None:
        """The round being played or the last one."""
        return self.game.round

    @property
    def layout(self) -> Layout:
        """The layout on the table; that of the last round until the next deal."""
        return self.game.round.layout if self.game.round is not None else Layout()

    def sides(self, drawing: Drawing) -> tuple[Side, ...]:
        """Every side with its score."""
        game, words = self.game, self.words
        own = side_of(game.seat, game.players) if game.seat is not None else None
        return tuple(
            Side(
                number=side,
                name=words.side(side, self.names, game.players),
                points=score,
                score=number(score),
                strokes=words.strokes(score),
                tally=drawing.tally(score, words, side),
                yours=side == own,
                winner=side == game.winner,
            )
            for side, score in zip(sides(game.players), game.scores, strict=True)
        )

    def sum(self) -> Sum | None:
        """The sum with its terms, and what the last placement scored and why."""
        layout, words = self.layout, self.words
        if not layout.tiles:
            return None
        return Sum(
            formula=words.sum(layout),
            points=layout.points,
            worth=words.worth(layout.points),
            last=words.last_placement(layout),
            counted=tuple(words.counted(layout)),
        )

    def boneyard(self) -> Boneyard | None:
        """How many tiles there are to draw, in a round that runs."""
        if self.round is None or self.game.phase is not Phase.PLAY:
            return None
        size = self.round.boneyard_size
        return Boneyard(size, self.words.tile_count(size))

    def lot(self) -> Lot | None:
        """The lot for the round to come or just dealt, until its first tile is placed."""
        latest: list[LotDrawn] = []
        for event in reversed(self.game.events):
            if isinstance(event, LotDrawn):
                latest.insert(0, event)
                if event.stage == 1:
                    break
            elif latest or not isinstance(event, Dealt):
                # A deal right after a lot still shows it; anything later is past it.
                break
        if not latest:
            return None
        heading = self.words.say("web.lot", round=latest[0].round)
        return Lot(heading, tuple(lot_stage(event, self.names, self.words) for event in latest))

    def leftovers(self) -> tuple[Leftover, ...]:
        """The leftover hands of a round that is over, in the order in which they were handled."""
        game, words = self.game, self.words
        if self.round is None or self.round.result is None:
            return ()
        last = takewhile(lambda event: not isinstance(event, Dealt), reversed(game.events))
        handled = [event for event in last if isinstance(event, Deducted)]
        return tuple(
            Leftover(
                seat=event.seat,
                name=self.names[event.seat - 1],
                tiles=tuple(face_of(tile) for tile in event.hand if tile is not None),
                text=words.event(event, self.names, game.players),
                score=number(event.score),
            )
            for event in reversed(handled)
        )

    def result(self) -> str:
        """How the last round ended; empty while it runs."""
        if self.round is None or self.round.result is None:
            return ""
        return self.words.result(self.round.result, self.names)

    def next_starter(self) -> str:
        """Who opens the next round, or that a lot will tell (R2.3); empty while a round runs."""
        game = self.game
        if self.round is None or self.round.result is None or game.winner is not None:
            return ""
        if game.starter is None:
            return self.words.say("web.next-by-lot")
        return self.words.say("web.next-starter", name=self.names[game.starter - 1])

    def drawn_in_turn(self) -> dict[int, int]:
        """How many tiles each seat drew since it last placed or passed, by seat, zeros left out."""
        counts: dict[int, int] = {}
        settled: set[int] = set()
        for event in reversed(self.round.events if self.round is not None else ()):
            if isinstance(event, Drew) and event.seat not in settled:
                counts[event.seat] = counts.get(event.seat, 0) + 1
            elif isinstance(event, Placed) and event.seat not in counts:
                settled.add(event.seat)
            elif not isinstance(event, Drew) and counts:
                break
        return counts

    @property
    def your_turn(self) -> bool:
        """Whether the reader is to act."""
        return self.game.seat is not None and self.game.to_act == self.game.seat

    def hand(self, chosen: Tile | None = None) -> tuple[Held, ...] | None:
        """The reader's hand; None for who has none to show."""
        if self.game.seat is None or self.round is None:
            return None
        legal = self._legal_by_tile()
        return tuple(
            self._held(tile, legal.get(tile, ()), chosen=tile is chosen) for tile in self.round.hand
        )

    def _legal_by_tile(self) -> dict[Tile, tuple[Place, ...]]:
        """What the reader may place, on the reader's turn; before it, what fits as things are."""
        round = self.round
        if round is None or round.result is not None or self.game.seat is None:
            return {}
        held = round.hand
        if self.your_turn and round.drawn is not None:
            held = (round.drawn,)
        if not round.layout.tiles and not self.your_turn:
            return {}
        return {tile: round.layout.placements(tile) for tile in held}

    def _held(self, tile: Tile, legal: Sequence[Place], *, chosen: bool) -> Held:
        round = self.round
        spots = tuple(self._choice(place) for place in legal if place.spot is not None)
        return Held(
            tile=face_of(tile),
            action=str(legal[0]) if len(legal) == 1 else str(tile),
            spots=spots,
            playable=bool(legal),
            drawn=round is not None and round.drawn is tile,
            chosen=chosen,
            label=self._held_label(tile, legal),
        )

    def _held_label(self, tile: Tile, legal: Sequence[Place]) -> str:
        words = self.words
        shown = words.tile(tile)
        if not legal:
            # An empty table fits nothing until it is the reader who opens it.
            fits_not = bool(self.layout.tiles) and self.game.phase is Phase.PLAY
            return words.say("web.tile-fits-nowhere", tile=shown) if fits_not else shown
        places = [words.at(place.spot) for place in legal if place.spot is not None]
        if not places:
            return words.say("web.tile-opens", tile=shown)
        return words.say("web.tile-fits", tile=shown, where=words.listed(places))

    def _choice(self, place: Place) -> Choice:
        assert place.spot is not None
        hint = hint_of(place, self.layout, self.words) if self.hints else ""
        return Choice(str(place), str(place.spot), self.words.at(place.spot), hint)

    def offered(self, tile: Tile | None) -> tuple[Spot, ...]:
        """The spots where a tile that the reader has chosen may go."""
        legal = self._legal_by_tile().get(tile, ()) if tile is not None and self.your_turn else ()
        return tuple(place.spot for place in legal if place.spot is not None)

    def choosing(self, tile: Tile | None) -> Choosing | None:
        """The spots of a tile that the reader has chosen, as buttons; None when it fits nowhere."""
        spots = tuple(self._choice(Place(tile, spot)) for spot in self.offered(tile) if tile)
        if tile is None or not spots:
            return None
        heading = self.words.say("web.choose", tile=self.words.tile(tile))
        return Choosing(heading, spots)

    def forced(self) -> tuple[Press, ...]:
        """The button for a draw or a pass, when that is what the rules leave."""
        legal = self.game.legal_actions()
        if self.your_turn and legal and isinstance(legal[0], Draw | Pass):
            return (draw_press(self.words) if legal[0] == DRAW else pass_press(self.words),)
        return ()

    def what_now(self) -> str:
        """What the reader waits for or is to do, in a sentence, while a round runs or ends."""
        game, words, round = self.game, self.words, self.round
        if game.winner is not None:
            return self._won()
        if round is None or game.phase is not Phase.PLAY:
            return self.result() or words.phase(game.phase)
        if not self.your_turn:
            return words.turn(self.names[round.to_act - 1])
        legal = game.legal_actions()
        if isinstance(legal[0], Draw):
            return words.say("web.you-draw")
        if isinstance(legal[0], Pass):
            return words.say("web.you-pass")
        if round.drawn is not None:
            return words.say("web.you-place-drawn", tile=words.tile(round.drawn))
        return words.say("web.you-place" if round.layout.tiles else "web.you-open")

    def _won(self) -> str:
        game = self.game
        assert game.winner is not None
        pair = len(seats_of(game.winner, game.players)) > 1
        return self.words.say(
            "core.won-pair" if pair else "core.won",
            side=self.words.side(game.winner, self.names, game.players),
            points=self.words.points(game.scores[game.winner - 1]),
        )

    def lately(self) -> str:
        """The last event of the round that is played, in a few words.

        Empty before the first, and where what the reader is to do says it: place the drawn tile.
        """
        game, words = self.game, self.words
        if self.round is None or game.phase is not Phase.PLAY or not self.layout.tiles:
            return ""
        if self.your_turn and self.round.drawn is not None:
            return ""
        event = self.round.events[-1]
        if not isinstance(event, Placed):
            return words.event(event, self.names, game.players)
        return words.say(
            "browser.brief-placed",
            name=self.names[event.seat - 1],
            tile=words.tile(event.tile),
            worth=words.worth(event.points),
        )

    def known_hands(self) -> Iterator[tuple[int, tuple[Tile, ...], int]]:
        """For each seat what is known of its hand, and how many tiles it has."""
        if self.round is None:
            return
        for seat, hand in enumerate(self.round.hands, 1):
            yield seat, tuple(tile for tile in hand if tile is not None), len(hand)


def hint_of(place: Place, layout: Layout, words: Words) -> str:
    """What a legal placement would come to: the sum, and what that scores."""
    after = layout.place(place.tile, place.spot)
    return words.say("web.choice-hint", sum=words.sum(after), worth=words.worth(after.points))


def lot_stage(event: LotDrawn, names: Sequence[str], words: Words) -> LotStage:
    """One draw of a lot, and who starts by it or draws again (D1)."""
    best = max(tile.pips for _, tile in event.draws)
    draws = tuple(
        LotDraw(seat, names[seat - 1], face_of(tile), words.pips(tile.pips), tile.pips == best)
        for seat, tile in event.draws
    )
    if event.starter is not None:
        outcome = words.say("core.lot-starter", name=names[event.starter - 1])
    else:
        tied = [names[seat - 1] for seat in event.tied]
        outcome = words.say("core.lot-tied", names=words.listed(tied))
    return LotStage(words.say("web.lot-stage", stage=event.stage), draws, outcome)
