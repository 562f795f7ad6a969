"""Makes the pages of a sheet, in one language."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from sniffi.pictures.svg import layout_svg
from sniffi.referee import Line, Position, Sheet, changes
from sniffi.referee.bounds import HIGHEST_SUM
from sniffi.referee.facts import Holds, Lot, Places, Scores, Starts
from sniffi.referee.laid import LaidRound
from sniffi.referee.recording import beyond_rules
from sniffi.rules import (
    FULL_SET,
    Blocked,
    Deducted,
    Layout,
    LotDrawn,
    Phase,
    SniffiError,
    Spot,
    Tile,
    WentOut,
    Won,
    next_seat,
    seats_of,
    sides,
)
from sniffi.web.drawing import Drawing
from sniffi.web.position import Choice, hint_of, lot_stage
from sniffi.web.referee_desk import Kept
from sniffi.web.referee_shown import (
    Cell,
    Choosing,
    LineShown,
    LotShown,
    Option,
    Question,
    Refusal,
    SeatShown,
    SheetPage,
    SideShown,
)
from sniffi.web.referee_words import change_texts, fact_text, line_text
from sniffi.web.tiles import face_of
from sniffi.words import Words
from sniffi.words.catalogue import number

USUAL_SUMS = tuple(range(0, 40, 5))
"""The sums that have buttons of their own."""
ROUNDS_SHOWN = 2


def _ends(line: Line) -> bool:
    """Whether a line belongs to the end of its round."""
    ends = WentOut | Blocked | Won | Deducted
    return isinstance(line.fact, Holds) or any(isinstance(event, ends) for event in line.events)


class SheetDrawing(Drawing):
    """Draws layouts as large as their place allows: all that is in use, and no more."""

    def close(self, layout: Layout, words: Words, offered: Sequence[Spot] = ()) -> Markup:
        """The layout, its spots to be pressed."""
        return self._drawn(
            ("close", layout.opening, layout.joins, tuple(offered), words.language),
            lambda: layout_svg(
                layout,
                words,
                aspect=16 / 9,
                offered=offered,
                interactive=True,
                ident="sheet-layout",
                style=False,
            ),
        )


class SheetShowing:
    """Makes the page of a sheet."""

    def __init__(self, kept: Kept, words: Words, address: str, *, writing: bool) -> None:
        self.kept = kept
        self.sheet: Sheet = kept.sheet
        self.position: Position = kept.sheet.position
        self.words = words
        self.names = kept.sheet.begun.names
        self.address = address
        self.writing = writing

    @property
    def state(self) -> str:
        """What is to be told next."""
        if self.position.due_hand is not None:
            return "hand"
        phase = self.position.phase
        return {Phase.LOT: "lot", Phase.OVER: "over"}.get(phase, "play")

    def page(
        self,
        drawing: SheetDrawing,
        *,
        chosen: Tile | None = None,
        tried: Places | None = None,
        asked: Scores | None = None,
        every_line: bool = False,
    ) -> SheetPage:
        """The page.

        Args:
            chosen: a tile that was tapped and fits at several spots.
            tried: a placement that was refused.
            asked: a sum that is asked about.
            every_line: whether all lines are shown, and not those of the last rounds.
        """
        sheet, position, words = self.sheet, self.position, self.words
        laid = position.laid
        choosing = self._choosing(chosen)
        offered = tuple(
            spot
            for spot in (laid.layout.spots if laid else ())
            if choosing and chosen and chosen.has(spot.value)
        )
        due = position.due_hand
        size = len(laid.view.hands[due - 1]) if laid is not None and due is not None else None
        unseen = laid.unseen if laid is not None else FULL_SET
        lines = self.lines()
        first = 0 if every_line else max(position.number - ROUNDS_SHOWN + 1, 1)
        shown = tuple(line for line in lines if line.round >= first)
        return SheetPage(
            address=self.address,
            writing=self.writing,
            n=sheet.number,
            full=position.full,
            state=self.state,
            title=words.say("referee.sheet-title", names=self._heading()),
            heading=self._heading(),
            target=position.target,
            round=position.number,
            sides=self._sides(drawing),
            what=self.what(),
            picture=drawing.close(laid.layout, words, offered)
            if laid is not None and laid.layout.tiles
            else None,
            formula=words.sum(laid.layout) if laid is not None and laid.layout.tiles else "",
            worth=self._worth(),
            arms=tuple(words.arms(laid.layout)) if laid is not None and laid.layout.tiles else (),
            aside=tuple(face_of(tile) for tile in laid.aside) if laid is not None else (),
            boneyard=laid.view.boneyard_size if laid is not None else None,
            boneyard_text=words.tile_count(laid.view.boneyard_size) if laid is not None else "",
            blocked=laid is not None and laid.blocked,
            cells=self._cells(laid, chosen),
            choosing=choosing,
            refusal=self._refusal(tried),
            question=self._question(asked),
            contenders=tuple(
                Option(str(seat), self.names[seat - 1]) for seat in position.contenders
            ),
            lot=self._lot(),
            ended=self._ended(),
            hand_seat=due,
            hand_name=self.names[due - 1] if due is not None else "",
            hand_size=size,
            hand_counted=size is not None and size == len(unseen),
            scorers=self._scorers(),
            seats=tuple(
                Option(str(seat), name, seat == position.to_act)
                for seat, name in enumerate(self.names, 1)
            ),
            tiles=tuple(Option(str(tile), words.tile(tile)) for tile in unseen),
            spots=self.spots(position),
            sums=USUAL_SUMS,
            can_undo=bool(sheet.done),
            can_redo=bool(sheet.undone),
            changed=self._changed(),
            lines=shown[::-1],
            more_lines=len(lines) - len(shown),
            over=sheet.over,
            comments=beyond_rules(sheet),
        )

    # The parts -------------------------------------------------------------------------------

    def what(self) -> str:
        """What is to be told next, in a sentence."""
        position, words = self.position, self.words
        if position.winner is not None:
            side = words.side(position.winner, self.names, position.players)
            points = words.points(position.scores[position.winner - 1])
            return words.say("referee.won", side=side, points=points)
        if position.due_hand is not None:
            return words.say("referee.what-hand", name=self.names[position.due_hand - 1])
        if position.round is None:
            return words.say("referee.what-lot", round=position.number)
        if position.laid is None:
            name = self.names[position.round.starter - 1]
            return words.say("referee.what-scores", round=position.number, name=name)
        name = self.names[position.laid.view.to_act - 1]
        if not position.laid.layout.tiles:
            return words.say("referee.what-opens", round=position.number, name=name)
        if position.laid.drawn:
            return words.say_n("referee.what-drew", position.laid.drawn, name=name)
        return words.turn(name)

    def _side_names(self) -> list[str]:
        players = self.position.players
        return [self.words.side(side, self.names, players) for side in sides(players)]

    def _heading(self) -> str:
        # A pair's name has an "and" of its own.
        names = self._side_names()
        return " – ".join(names) if self.position.players == 4 else self.words.listed(names)

    def _sides(self, drawing: Drawing) -> tuple[SideShown, ...]:
        position, words = self.position, self.words
        return tuple(
            SideShown(
                number=side,
                name=words.side(side, self.names, position.players),
                points=score,
                score=number(score),
                tally=drawing.tally(score, words, side),
                strokes=words.strokes(score),
                winner=side == position.winner,
                seats=tuple(map(self._seat, seats_of(side, position.players))),
            )
            for side, score in zip(sides(position.players), position.scores, strict=True)
        )

    def _seat(self, seat: int) -> SeatShown:
        laid = self.position.laid
        held = len(laid.view.hands[seat - 1]) if laid is not None else None
        text = self.words.tile_count(held) if held is not None else ""
        return SeatShown(seat, self.names[seat - 1], held, text, seat == self.position.to_act)

    def _worth(self) -> str:
        laid, words = self.position.laid, self.words
        if laid is None or not laid.layout.tiles:
            return ""
        return words.worth(laid.layout.points)

    def _cells(self, laid: LaidRound | None, chosen: Tile | None) -> tuple[Cell, ...]:
        unseen = frozenset(laid.unseen if laid is not None else FULL_SET)
        return tuple(self._cell(tile, laid, tile in unseen, tile is chosen) for tile in FULL_SET)

    def _cell(self, tile: Tile, laid: LaidRound | None, unseen: bool, chosen: bool) -> Cell:
        words = self.words
        label = words.tile(tile)
        fits = True
        if laid is not None and laid.layout.tiles and unseen:
            spots = laid.layout.fits(tile)
            fits = bool(spots)
            if fits:
                where = words.listed([words.at(spot) for spot in spots])
                label = words.say("web.tile-fits", tile=label, where=where)
            else:
                label = words.say("web.tile-fits-nowhere", tile=label)
        return Cell(face_of(tile), unseen, fits, label, chosen)

    def _choosing(self, tile: Tile | None) -> Choosing | None:
        laid, words = self.position.laid, self.words
        if tile is None or laid is None or self.state != "play" or tile not in laid.unseen:
            return None
        places = laid.layout.placements(tile) if laid.layout.tiles else ()
        if not places:
            return None
        return Choosing(
            face_of(tile),
            words.say("web.choose", tile=words.tile(tile)),
            tuple(
                Choice(
                    str(place),
                    str(place.spot),
                    words.at(place.spot),
                    hint_of(place, laid.layout, words),
                )
                for place in places
                if place.spot is not None
            ),
        )

    def _refusal(self, tried: Places | None) -> Refusal | None:
        if tried is None or self.state != "play" or not self.position.full:
            return None
        try:
            self.position.after(tried)
        except SniffiError as error:
            return Refusal(
                str(tried.tile),
                "" if tried.spot is None else str(tried.spot),
                tried.seat,
                self.words.refusal(error, self.names),
                fact_text(tried, self.names, self.words),
                self._total_with(tried),
            )
        return None

    def _total_with(self, tried: Places) -> int:
        laid = self.position.laid
        try:
            return laid.layout.place(tried.tile, tried.spot).total if laid is not None else 0
        except SniffiError:
            return 0

    def _question(self, asked: Scores | None) -> Question | None:
        if asked is None or self.position.full:
            return None
        told = fact_text(asked, self.names, self.words)
        sentence = self.words.say("referee.sum-questioned", total=asked.total, highest=HIGHEST_SUM)
        return Question(asked.seat, asked.total, sentence, told)

    def _lot(self) -> tuple[LotShown, ...]:
        """The draws for the round whose first tile is not placed yet."""
        latest: list[Line] = []
        for line in reversed(self.sheet.lines):
            if not isinstance(line.fact, Lot) or line.round != self.position.number:
                break
            latest.insert(0, line)
        shown = []
        for line in latest:
            # Of a draw that was refused there is no event.
            event = next((each for each in line.events if isinstance(each, LotDrawn)), None)
            if event is not None:
                stage = lot_stage(event, self.names, self.words)
                shown.append(LotShown(stage.draws, stage.outcome, line is latest[-1]))
        return tuple(shown)

    def _ended(self) -> tuple[str, ...]:
        """The lines of the end of the round that was played last, until the next has begun."""
        lines = list(self.sheet.lines)
        while lines and isinstance(lines[-1].fact, Lot | Starts):
            lines.pop()
        told: list[str] = []
        for line in reversed(lines):
            if line.round != lines[-1].round or not _ends(line):
                break
            told.insert(0, line_text(line, self.names, self.words))
            if not isinstance(line.fact, Holds):
                break
        return tuple(told)

    def _scorers(self) -> tuple[Option, ...]:
        """The players as who may have scored, the one after the last chosen already."""
        players = self.position.players
        likely = self.position.round.starter if self.position.round is not None else 1
        for line in reversed(self.sheet.lines):
            if line.round != self.position.number:
                break
            if isinstance(line.fact, Scores):
                likely = next_seat(line.fact.seat, players)
                break
        return tuple(
            Option(str(seat), name, seat == likely) for seat, name in enumerate(self.names, 1)
        )

    def spots(self, position: Position) -> tuple[Option, ...]:
        """The open spots of a position."""
        laid = position.laid
        if laid is None:
            return ()
        return tuple(Option(str(spot), self.words.spot(spot)) for spot in laid.layout.spots)

    def _changed(self) -> tuple[str, ...]:
        last = self.kept.entries[-1]
        if last.name not in ("undone", "redone", "corrected"):
            return ()
        told = tuple(changes(self.kept.before, self.sheet))
        if not told:
            return (self.words.say("referee.changed-nothing"),)
        return change_texts(told, self.names, self.words)

    def lines(self) -> tuple[LineShown, ...]:
        """Every line that stands, in order."""
        return tuple(
            LineShown(
                line.number,
                place,
                line.round,
                line_text(line, self.names, self.words),
                line.marked,
            )
            for place, line in enumerate(self.sheet.lines, 1)
        )
