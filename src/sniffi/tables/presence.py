"""Who is at a table just now. It is not in the log: after a new start nobody is there yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum


class Presence(StrEnum):
    """How a person is at the table."""

    HERE = "here"
    AWAY = "away"
    LONG_AWAY = "long-away"
    """Away for longer than the grace period: the others may let a bot play."""


@dataclass(frozen=True, slots=True)
class Patience:
    """For how long, in seconds, somebody who is not heard of is taken to be there."""

    blink: float = 5.0
    """After the last stream of a person has closed: a page that is loaded again closes it too."""
    beat: float = 45.0
    """After a beat of a page that is seen. Its streams count no more then: a proxy may keep one
    open for a phone that has lost its network."""
    quiet: float = 90.0
    """After a person without a stream asked for something: pages without scripts have none. And
    after a beat of a hidden page, which browsers let run once a minute or not at all."""
    grace: float = 60.0
    """Until the others may let a bot play."""


@dataclass(slots=True)
class _Person:
    streams: int
    seen: float
    slack: float
    beats: bool = False
    """Whether a page tells by itself that it lives, while a stream is open."""


class Attendance:
    """The people of one table: who listens, and when each was last heard of."""

    def __init__(self, patience: Patience, now: float) -> None:
        self._patience = patience
        self._start = now
        self._people: dict[str, _Person] = {}

    def came(self, guest: str, now: float) -> None:
        """A stream of the guest opened."""
        person = self._seen(guest, now)
        person.streams += 1

    def went(self, guest: str, now: float) -> None:
        """A stream of the guest closed."""
        person = self._people[guest]
        person.streams -= 1
        # That a stream ends whose page fell silent long ago is no sign of life.
        here = self.presence(guest, now) is Presence.HERE or not person.beats
        person.beats = person.beats and person.streams > 0
        if here:
            person.seen = now
            if not person.streams:
                person.slack = self._patience.blink

    def forget_but(self, guests: Collection[str]) -> None:
        """Forget those who neither listen nor are among ``guests``."""
        for guest, person in list(self._people.items()):
            if not person.streams and guest not in guests:
                del self._people[guest]

    def asked(self, guest: str, now: float) -> None:
        """The guest asked for something."""
        person = self._seen(guest, now)
        if not person.streams:
            person.slack = self._patience.quiet

    def beat(self, guest: str, now: float, *, hidden: bool = False) -> None:
        """A page of the guest tells that it lives, and will go on telling."""
        person = self._seen(guest, now)
        person.beats = person.streams > 0
        seen = person.beats and not hidden
        person.slack = self._patience.beat if seen else self._patience.quiet

    def _seen(self, guest: str, now: float) -> _Person:
        person = self._people.setdefault(guest, _Person(0, now, self._patience.quiet))
        person.seen = now
        return person

    def presence(self, guest: str, now: float) -> Presence:
        """How the guest is at the table."""
        away, long_away = self._changes(guest)
        if now < away:
            return Presence.HERE
        return Presence.AWAY if now < long_away else Presence.LONG_AWAY

    def is_here(self, guest: str, now: float) -> bool:
        """Whether the guest has been heard of since the table came into memory, and is here."""
        return guest in self._people and self.presence(guest, now) is Presence.HERE

    def next_change(self, guests: Iterable[str], now: float) -> float | None:
        """When the presence of one of these will change by itself; None when it will not."""
        moments = [moment for guest in guests for moment in self._changes(guest) if moment > now]
        return min((moment for moment in moments if moment != _NEVER), default=None)

    def _changes(self, guest: str) -> tuple[float, float]:
        """When the guest is away, and when for long, if nothing is heard."""
        person = self._people.get(guest) or _Person(0, self._start, self._patience.quiet)
        if person.streams and not person.beats:
            return _NEVER, _NEVER
        away = person.seen + person.slack
        return away, max(away, person.seen + self._patience.grace)


_NEVER = float("inf")
