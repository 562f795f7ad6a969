"""A table's page as data: everything on it comes from one seat's ``TableView``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sniffi.bots import parse_bot
from sniffi.rules import GameView, Tile, side_of
from sniffi.tables.presence import Presence
from sniffi.tables.seat import SeatKind, SeatView
from sniffi.tables.view import Stage, TableView
from sniffi.web.advice import Advice
from sniffi.web.drawing import Drawing
from sniffi.web.position import (
    Boneyard,
    Choosing,
    Held,
    Leftover,
    Lot,
    Position,
    Side,
    Sum,
)
from sniffi.web.tiles import Face, Line, Picture, Press, face_of
from sniffi.words import Words


@dataclass(frozen=True, slots=True)
class Person:
    """One at the table, or a seat that is nobody's yet."""

    seat: int
    side: int
    """Whose score the one plays for."""
    name: str
    marks: tuple[str, ...]
    """What is to be said of the one: you, bot, away."""
    you: bool
    turn: bool
    here: bool
    free: bool
    count: int | None
    """How many tiles, None outside of a round."""
    tiles: str
    drew: str
    drawn: int
    """How many tiles were drawn since the last placement."""
    known: tuple[Face, ...]
    """The hand, as far as it is known and is not the reader's own."""
    hand: str
    presses: tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The promise of the deals."""

    commitment: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything that the page of a table shows but its links."""

    address: str
    number: int
    """How many entries the reader has seen: where the stream goes on."""
    at: int
    """How many events of the game the reader has seen: what a press goes with."""
    seat: int | None
    watching: bool
    state: str
    """waiting, yours, theirs, resting or over."""
    title: str
    heading: str
    status: str
    lately: str
    """The last event of the round that is played, in a few words."""
    people: tuple[Person, ...]
    boneyard: Boneyard | None
    scores_heading: str
    target: int
    sides: tuple[Side, ...]
    sum: Sum | None
    pictures: tuple[Picture, ...]
    arms: tuple[str, ...]
    lot: Lot | None
    leftovers: tuple[Leftover, ...]
    result: str
    next_starter: str
    hand: tuple[Held, ...] | None
    choosing: Choosing | None
    presses: tuple[Press, ...]
    recent: tuple[Line, ...]
    deal: Deal | None
    may_sit: bool
    may_leave: bool
    your_turn: bool
    over: bool
    bots: tuple[tuple[str, str], ...]
    """Name and title of the bots that may be put on a free seat, for who may do it."""
    advice: Advice | None
    """The hint that the reader has asked for, on the page that was asked for it."""
    may_ask: bool
    """Whether the reader may ask for a hint and there is something to choose."""
    next_game: str | None
    """Where who has no seat can watch the rematch."""


def names_of(seats: Sequence[SeatView], words: Words) -> tuple[str, ...]:
    """What those at a table are called, by seat: people by their names, bots by their titles.

    Of several bots of one kind each is told with its seat, and so are people whose names were
    removed.
    """
    titles = [_title(seat, words) for seat in seats]
    return tuple(
        seat.person
        or (title and (title if titles.count(title) == 1 else f"{title} {number}"))
        or words.seat(number)
        for number, (seat, title) in enumerate(zip(seats, titles, strict=True), 1)
    )


def _title(seat: SeatView, words: Words) -> str:
    """What somebody is called who has no name of one's own."""
    if seat.kind is SeatKind.BOT:
        return bot_title(seat.bot, words)
    return words.say("replay.removed-name") if seat.person == "" else ""


def bot_title(bot: str | None, words: Words) -> str:
    """The title of a bot as ``parse_bot`` names it; empty for none."""
    return words.say(f"bots.{parse_bot(bot).kind.name}") if bot else ""


class Showing:
    """Makes the page of a table for one reader.

    Args:
        view: what the reader's seat sees of the table, and all that the page is made of.
        address: the table's address, or for spectators that of their page.
        presence: how the people at the seats are there; here, those who are left out.
        watching: whether it is the spectators' page.
        kept: the seat that is kept for the reader.
    """

    def __init__(
        self,
        view: TableView,
        words: Words,
        address: str,
        *,
        presence: Mapping[int, Presence] | None = None,
        watching: bool = False,
        kept: int | None = None,
    ) -> None:
        self.view = view
        self.words = words
        self.address = address
        self.presence = presence or {}
        self.watching = watching
        self.kept = kept
        self.names = names_of(view.seats, words)
        settings = view.settings
        game = view.game or GameView.new(settings.players, settings.target, seat=view.seat)
        self.position = Position(game, self.names, words, hints=settings.hints)

    @property
    def own(self) -> SeatView | None:
        """The reader's seat."""
        return None if self.view.seat is None else self.view.seats[self.view.seat - 1]

    @property
    def state(self) -> str:
        """What the table waits for, as one word for styles and scripts."""
        view = self.view
        if view.stage is not Stage.PLAYING:
            return str(view.stage)
        if view.resting:
            return "resting"
        return "yours" if view.your_turn else "theirs"

    def page(
        self,
        drawing: Drawing,
        recent: Sequence[Line],
        *,
        chosen: Tile | None = None,
        shape: str | None = None,
        bots: Mapping[str, str] | None = None,
        advice: Advice | None = None,
        next_game: str | None = None,
    ) -> TablePage:
        """The whole page.

        Args:
            recent: what happened last, in words, the latest first.
            chosen: the tile whose spots are asked for.
            shape: the shape of the reader's screen, when it is known.
            bots: name and title of every bot that can play here.
            advice: the hint that the reader asked for.
            next_game: the spectators' address of the rematch, for who has no seat.
        """
        view, words, position = self.view, self.words, self.position
        yours = view.your_turn
        presses = self.presses()
        offered = position.offered(chosen)
        if advice is not None and advice.spot is not None:
            offered = (advice.spot,)
        status = self.status()
        return TablePage(
            address=self.address,
            number=view.number,
            at=view.at,
            seat=view.seat,
            watching=self.watching,
            state=self.state,
            title=words.say("web.table-title", status=status),
            heading=words.say("web.table-heading", names=words.listed(self.names)),
            status=status,
            lately=position.lately(),
            people=self.people(),
            boneyard=position.boneyard(),
            scores_heading=words.say("web.scores", target=view.settings.target),
            target=view.settings.target,
            sides=position.sides(drawing),
            sum=position.sum(),
            pictures=drawing.layouts(position.layout, words, shape, offered),
            arms=tuple(words.arms(position.layout)) if position.layout.tiles else (),
            lot=position.lot(),
            leftovers=position.leftovers(),
            result=position.result(),
            next_starter=position.next_starter(),
            hand=position.hand(chosen),
            choosing=position.choosing(chosen) if yours else None,
            presses=presses,
            recent=tuple(recent),
            deal=None if view.game is None else Deal(view.commitment),
            may_sit=not self.watching and view.seat is None and view.stage is Stage.WAITING,
            may_leave=view.seat is not None and view.stage is not Stage.OVER,
            your_turn=yours,
            over=view.stage is Stage.OVER,
            bots=tuple((bots or {}).items()) if self._may_seat_bots else (),
            advice=advice,
            may_ask=yours and view.settings.hints and not presses,
            next_game=next_game,
        )

    @property
    def _may_seat_bots(self) -> bool:
        return self.view.seat is not None and self.view.stage is Stage.WAITING

    def status(self) -> str:
        """What the reader waits for or is to do, in a sentence."""
        view, words = self.view, self.words
        if view.stage is Stage.WAITING:
            missing = [
                name
                for name, seat in zip(self.names, view.seats, strict=True)
                if seat.kind is SeatKind.KEPT
            ]
            free = sum(seat.kind is SeatKind.EMPTY for seat in view.seats)
            if free:
                return words.say_n("web.waiting-seats", free)
            return words.say("web.waiting-people", names=words.listed(missing))
        if view.resting:
            return self._resting_status()
        own = self.own
        if own is not None and own.bot is not None and view.stage is Stage.PLAYING:
            return words.say("web.bot-plays-you", bot=bot_title(own.bot, words))
        return self.position.what_now()

    def _resting_status(self) -> str:
        waits = [
            name
            for name, seat in zip(self.names, self.view.seats, strict=True)
            if seat.played_by_person and not seat.ready
        ]
        own = self.own
        if own is not None and own.played_by_person and not own.ready:
            return self.words.say("web.next-round-when-you")
        if not waits:
            return self.words.say("web.next-round-begins")
        return self.words.say("web.next-round-waits", names=self.words.listed(waits))

    def people(self) -> tuple[Person, ...]:
        """Everybody at the table."""
        hands = {seat: (tiles, size) for seat, tiles, size in self.position.known_hands()}
        drew = self.position.drawn_in_turn()
        return tuple(
            self._person(number, hands.get(number), drew.get(number, 0))
            for number in range(1, self.view.settings.players + 1)
        )

    def _person(self, number: int, held: tuple[tuple[Tile, ...], int] | None, drew: int) -> Person:
        view, words = self.view, self.words
        seat = view.seats[number - 1]
        name = self.names[number - 1]
        you = number == view.seat
        players = view.settings.players
        partner = (
            view.seat is not None
            and not you
            and players == 4
            and side_of(number, players) == side_of(view.seat, players)
        )
        away = not you and self.presence.get(number, Presence.HERE) is not Presence.HERE
        known, count = held if held is not None else ((), 0)
        free = seat.kind is SeatKind.EMPTY or (seat.kind is SeatKind.KEPT and number == self.kept)
        return Person(
            seat=number,
            side=side_of(number, players),
            name=name,
            marks=self._marks(seat, you=you, partner=partner, away=away),
            you=you,
            turn=self.position.game.to_act == number,
            here=not away and not seat.left,
            free=free,
            count=count if held is not None else None,
            tiles=words.tile_count(count),
            drew=words.say_n("web.drew", drew) if drew else "",
            drawn=drew,
            known=tuple(face_of(tile) for tile in known),
            hand=words.hand(name, (*known, *(None,) * (count - len(known)))),
            presses=self._person_presses(number, seat),
        )

    def _marks(self, seat: SeatView, *, you: bool, partner: bool, away: bool) -> tuple[str, ...]:
        words = self.words
        told = {
            "web.mark-you": you,
            "web.mark-partner": partner,
            "web.mark-free": seat.kind is SeatKind.EMPTY,
            "web.mark-kept": seat.kind is SeatKind.KEPT,
            "web.mark-bot": seat.kind is SeatKind.BOT,
            "web.mark-left": seat.left and not seat.stood_in_for,
            "web.mark-away": away and not seat.left and not seat.stood_in_for,
            "web.mark-ready": seat.ready,
        }
        marks = [words.say(key) for key, holds in told.items() if holds]
        if seat.stood_in_for:
            marks.append(words.say("web.mark-stand-in", bot=bot_title(seat.bot, words)))
        return tuple(marks)

    def _person_presses(self, number: int, seat: SeatView) -> tuple[Press, ...]:
        if seat.kind is SeatKind.BOT and self._may_seat_bots:
            return (Press("unseat-bot", self.words.say("web.take-bot-away"), "unseat-bot"),)
        own = self.own
        may_help = own is not None and own.played_by_person and number != self.view.seat
        waits = seat.kind is SeatKind.PERSON and seat.bot is None
        gone = seat.left or self.presence.get(number) is Presence.LONG_AWAY
        if may_help and waits and gone and self.view.stage is Stage.PLAYING:
            return (Press("take-over", self.words.say("web.take-over"), "take-over"),)
        return ()

    def presses(self) -> tuple[Press, ...]:
        """The buttons that are not tiles."""
        view, words, own = self.view, self.words, self.own
        if own is None:
            return ()
        if view.stage is Stage.OVER:
            key = "web.rematch" if view.rematch is None else "web.rematch-there"
            return (Press("rematch", words.say(key), "rematch main"),)
        if own.kind is SeatKind.PERSON and (own.bot is not None or own.left):
            return (Press("return", words.say("web.return"), "return main"),)
        if view.resting:
            if own.ready:
                return ()
            return (Press("ready", words.say("web.next-round"), "ready main"),)
        return self.position.forced() if view.your_turn else ()
