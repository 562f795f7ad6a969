"""A table: the fold of its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from sniffi.deal import Deck, check_nonce
from sniffi.record import GameRecord
from sniffi.rules import (
    Dealt,
    Deducted,
    Event,
    Game,
    GameView,
    LotDrawn,
    Phase,
    SniffiError,
)
from sniffi.tables.entries import (
    BotLeft,
    BotSat,
    BotStoodIn,
    BotTookOver,
    Entry,
    NameRemoved,
    Opened,
    PersonLeft,
    PersonReturned,
    PersonSat,
    Ready,
    RematchMade,
    SeatKept,
    SeedRevealed,
    Told,
)
from sniffi.tables.errors import BadEntry, NotStarted
from sniffi.tables.seat import EMPTY, Seat, SeatKind
from sniffi.tables.settings import Settings
from sniffi.tables.view import Stage, TableView


@dataclass(frozen=True, slots=True)
class Table:
    """A position of a table. It never changes: each entry gives the next one.

    It knows everything but the seed of a running game; what is shown to anybody is ``seen_by``.
    """

    id: str
    settings: Settings
    commitment: str
    time: int
    """When it was opened, in seconds since 1970, UTC."""
    before: str | None
    """The table whose people play again here."""
    seats: tuple[Seat, ...]
    """Seat 1 first."""
    game: Game | None
    """None before the first lot."""
    told: int
    """How many events of the game the log has told."""
    seed: bytes | None
    """The secret behind the deals, once the game is over."""
    rematch: str | None
    """The table where the same people can play again."""
    entries: tuple[Entry, ...] = field(repr=False)
    _views: dict[int | None, TableView] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def open(cls, id: str, opened: Opened) -> Table:
        """The table after its first entry."""
        return cls(
            id=id,
            settings=opened.settings,
            commitment=opened.commitment,
            time=opened.time,
            before=opened.before,
            seats=(EMPTY,) * opened.settings.players,
            game=None,
            told=0,
            seed=None,
            rematch=None,
            entries=(opened,),
        )

    @classmethod
    def replay(cls, id: str, entries: Iterable[Entry]) -> Table:
        """The table that these entries tell, every one checked.

        Raises:
            BadEntry: an entry is none that can stand at its place.
        """
        told = tuple(entries)
        if not told or not isinstance(told[0], Opened):
            raise BadEntry(1, told[0].name if told else "no beginning")
        return cls.open(id, told[0]).after(told[1:])

    @property
    def number(self) -> int:
        """How many entries the log has; the last one's number."""
        return len(self.entries)

    @property
    def stage(self) -> Stage:
        """How far the table has come."""
        if self.game is not None and self.game.phase is Phase.OVER:
            return Stage.OVER
        return Stage.PLAYING if self.full else Stage.WAITING

    @property
    def full(self) -> bool:
        """Whether somebody sits on every seat."""
        return all(seat.kind in (SeatKind.PERSON, SeatKind.BOT) for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are people's."""
        return self._seats_of(SeatKind.PERSON)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that anybody can take."""
        return self._seats_of(SeatKind.EMPTY)

    def _seats_of(self, kind: SeatKind) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats, 1) if seat.kind is kind)

    def seat(self, number: int) -> Seat:
        """The seat of that number, from 1."""
        return self.seats[number - 1]

    def seat_of(self, guest: str | None) -> int | None:
        """The seat that the guest holds; None when there is none."""
        return self._held_by(guest, SeatKind.PERSON)

    def kept_for(self, guest: str | None) -> int | None:
        """The seat that is kept for the guest; None when there is none."""
        return self._held_by(guest, SeatKind.KEPT)

    def _held_by(self, guest: str | None, kind: SeatKind) -> int | None:
        if guest is None:
            return None
        for number in self._seats_of(kind):
            if self.seat(number).guest == guest:
                return number
        return None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when nobody's."""
        return None if self.game is None else self.game.to_act

    @property
    def step_told(self) -> bool:
        """Whether all events of the last step of the game have been told: a log is written in
        whole steps, but read entry by entry."""
        return self.game is None or self.told == len(self.game.events)

    @property
    def resting(self) -> bool:
        """Whether a round is over and nothing of the next one has been told."""
        return (
            self.game is not None
            and self.game.phase in (Phase.LOT, Phase.DEAL)
            and isinstance(self.game.events[-1], Deducted)
        )

    @property
    def all_ready(self) -> bool:
        """Whether all people who play want the next round."""
        return all(seat.ready for seat in self.seats if seat.played_by_person)

    @property
    def nonces(self) -> tuple[str, ...]:
        """What the people gave for the shuffle, in the order of the seats."""
        return tuple(seat.nonce for seat in self.seats if seat.nonce is not None)

    def deck(self, seed: bytes) -> Deck:
        """Where this table's tiles come from; for a table that is full."""
        return Deck(seed, self.nonces)

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names and the bots', by seat; of a seat that is nobody's, its number.

        A bot's is that of the registry, for files; pages have better ones in the reader's language.
        """
        return tuple(
            seat.person or (seat.bot or str(number)).partition(":")[0]
            for number, seat in enumerate(self.seats, 1)
        )

    # What is shown ---------------------------------------------------------------------------

    def seen_by(self, seat: int | None) -> TableView:
        """What the seat sees of the table; a spectator when ``seat`` is None.

        Raises:
            NotASeat: there is no such seat.
        """
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._seen_by(seat)
        return view

    def _seen_by(self, seat: int | None) -> TableView:
        return TableView(
            number=self.number,
            seat=seat,
            stage=self.stage,
            settings=self.settings,
            time=self.time,
            seats=tuple(each.public() for each in self.seats),
            resting=self.resting,
            commitment=self.commitment,
            nonces=() if self.game is None else self.nonces,
            seed=self.seed,
            rematch=None if seat is None else self.rematch,
            game=self._game_seen_by(seat),
        )

    def _game_seen_by(self, seat: int | None) -> GameView | None:
        if self.game is None:
            return None
        if self.step_told:
            return self.game.seen_by(seat)
        # In the middle of a step, which only a reader of the log can be, less is told than known.
        told = [event.seen_by(seat) for event in self.game.events[: self.told]]
        return GameView.replay(self.settings.players, told, self.settings.target, seat=seat)

    def told_to(self, seat: int | None, after: int = 0) -> tuple[Entry, ...]:
        """The entries after number ``after``, as the seat or a spectator sees them."""
        return tuple(entry.seen_by(seat) for entry in self.entries[after:])

    def record(self, seat: int | None, names: Sequence[str] | None = None) -> GameRecord:
        """The game written down: whole, with the seed, once that is revealed; until then what the
        seat, or a spectator, sees.

        Args:
            names: the players' names by seat, when others than ``Table.names``.

        Raises:
            NotStarted: there is no game yet.
        """
        if self.game is None:
            raise NotStarted
        names = self.names if names is None else names
        tags = {"Date": datetime.fromtimestamp(self.time, UTC).date().isoformat()}
        if self.seed is not None:
            return GameRecord.of(self.game, names, deck=self.deck(self.seed), tags=tags)
        view = self.seen_by(seat)
        assert view.game is not None
        return GameRecord.of(
            view.game, names, commitment=self.commitment, nonces=self.nonces, tags=tags
        )

    # The fold --------------------------------------------------------------------------------

    def after(self, entries: Iterable[Entry]) -> Table:
        """The table after these entries (see ``follow``)."""
        table = self
        for entry in entries:
            table = table.follow(entry)
        return table

    def follow(self, entry: Entry) -> Table:
        """The table after ``entry``.

        Raises:
            BadEntry: it is none that can stand here.
        """
        number = self.number + 1
        try:
            changed = self._after(entry)
        except SniffiError as error:
            raise BadEntry(number, error.code) from error
        if changed is None:
            raise BadEntry(number, entry.name)
        return changed

    def _after(self, entry: Entry) -> Table | None:
        """The table after ``entry``; None when it cannot stand here."""
        if not isinstance(entry, Told) and not self.step_told:
            return None
        match entry:
            case Told():
                return self._after_event(entry)
            case SeedRevealed():
                promised = self.stage is Stage.OVER and self.seed is None
                if not promised or self.deck(entry.seed).commitment != self.commitment:
                    return None
                return replace(self, seed=entry.seed, entries=(*self.entries, entry))
            case RematchMade():
                if self.stage is not Stage.OVER or self.rematch is not None or entry.table is None:
                    return None
                return replace(self, rematch=entry.table, entries=(*self.entries, entry))
            case NameRemoved():
                return self._without_name(entry)
            case Opened():
                return None
        if not 1 <= entry.seat <= len(self.seats):
            return None
        seat = self._seat_after(self.seat(entry.seat), entry)
        if seat is None:
            return None
        seats = (*self.seats[: entry.seat - 1], seat, *self.seats[entry.seat :])
        return replace(self, seats=seats, entries=(*self.entries, entry))

    def _without_name(self, entry: NameRemoved) -> Table | None:
        if self.stage is not Stage.OVER or entry.guest is None:
            return None
        return replace(
            self,
            seats=tuple(
                replace(seat, person="") if seat.guest == entry.guest else seat
                for seat in self.seats
            ),
            entries=(*(_nameless(each, entry.guest) for each in self.entries), entry),
        )

    def _seat_after(self, seat: Seat, entry: Entry) -> Seat | None:
        """The seat that an entry is about, after it; None when the entry cannot stand here."""
        begun = self.game is not None
        match entry:
            case SeatKept() if seat.kind is SeatKind.EMPTY and entry.guest is not None:
                return Seat(SeatKind.KEPT, entry.person, guest=entry.guest)
            case PersonSat() if (
                entry.guest is not None
                and entry.nonce is not None
                and (
                    seat.kind is SeatKind.EMPTY
                    or (seat.kind is SeatKind.KEPT and seat.guest == entry.guest)
                )
            ):
                nonce = check_nonce(entry.nonce)
                return Seat(SeatKind.PERSON, entry.person, guest=entry.guest, nonce=nonce)
            case BotSat() if seat.kind in (SeatKind.EMPTY, SeatKind.KEPT):
                return Seat(SeatKind.BOT, bot=entry.bot)
            case BotLeft() if seat.kind is SeatKind.BOT and not begun:
                return EMPTY
            case PersonLeft() if seat.kind is SeatKind.PERSON and not seat.left:
                return replace(seat, left=True) if begun else EMPTY
            case BotTookOver() if seat.kind is SeatKind.PERSON and seat.bot is None and begun:
                return replace(seat, bot=entry.bot, ready=False)
            case PersonReturned() if seat.kind is SeatKind.PERSON and (seat.bot or seat.left):
                return replace(seat, bot=None, left=False)
            case BotStoodIn() if seat.bot is not None and self.to_act == entry.seat:
                return seat
            case Ready() if seat.played_by_person and self.resting:
                return replace(seat, ready=True)
        return None

    def _after_event(self, entry: Told) -> Table | None:
        event = entry.event
        game = self.game
        if game is None:
            if not self.full:
                return None
            game = Game.new(self.settings.players, self.settings.target)
        if self.told == len(game.events):
            game = game.after(event)
        elif game.events[self.told] != event:
            return None
        if entry.round != round_of(game, event):
            return None
        seats = self.seats
        if isinstance(event, LotDrawn | Dealt):
            seats = tuple(replace(seat, ready=False) if seat.ready else seat for seat in seats)
        return replace(
            self, game=game, told=self.told + 1, seats=seats, entries=(*self.entries, entry)
        )


def _nameless(entry: Entry, guest: str) -> Entry:
    """The entry without the guest's name."""
    if isinstance(entry, SeatKept | PersonSat) and entry.guest == guest:
        return replace(entry, person="")
    return entry


def round_of(game: Game, event: Event) -> int:
    """The number of the round that the latest events of ``game`` belong to."""
    if isinstance(event, LotDrawn | Dealt):
        return event.round
    return game.round.number if game.round is not None else 1
