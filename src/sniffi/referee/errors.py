"""What a sheet refuses; the codes are messages of the catalogue ``referee``."""

from __future__ import annotations

from sniffi.rules import SniffiError, Tile


class RefereeError(SniffiError):
    """Something that is not written on a sheet."""


# What cannot have happened -------------------------------------------------------------------


class HeldBefore(RefereeError, code="referee.held-before", rule="R6.2"):
    """``tile`` fitted when its player drew or passed, and must have been in hand then."""

    def __init__(self, tile: Tile) -> None:
        super().__init__(tile=tile)


class FitsNowhere(RefereeError, code="referee.fits-nowhere", rule="R3.2"):
    """``tile`` has none of the ``values`` that the open spots need."""

    def __init__(self, tile: Tile, values: tuple[int, ...]) -> None:
        super().__init__(tile=tile, values=values)


class SomebodyFits(RefereeError, code="referee.somebody-fits", rule="R6.1"):
    """Everybody would have passed, though one of ``tiles`` is in a hand and fits."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        super().__init__(tiles=tiles)


class NotBlocked(RefereeError, code="referee.not-blocked", rule="R6.4"):
    """There are ``boneyard`` tiles to draw, or ``tiles`` fit and one of them may be in a hand."""

    def __init__(self, boneyard: int, tiles: tuple[Tile, ...]) -> None:
        super().__init__(boneyard=boneyard, tiles=tiles)


class HandCount(RefereeError, code="referee.hand-count", rule="R6.5"):
    """The hand to be counted has ``size`` tiles, and ``given`` were shown."""

    def __init__(self, size: int, given: int) -> None:
        super().__init__(size=size, given=given)


class HandImpossible(RefereeError, code="referee.hand-impossible", rule="R6.5"):
    """No ``size`` of the tiles that are left have ``pips`` pips; or those shown are elsewhere."""

    def __init__(self, size: int, pips: int) -> None:
        super().__init__(size=size, pips=pips)


class NotThatHand(RefereeError, code="referee.not-that-hand", rule="R6.5"):
    """No hand is to be counted now, or another player's is."""


class HandsFirst(RefereeError, code="referee.hands-first", rule="R6.5"):
    """The round is over, and hands are still to be counted."""


class NotAContender(RefereeError, code="referee.not-a-contender", rule="R2.1"):
    """Only those who drew for the start, and tied for best, can come to start."""


class SumQuestioned(RefereeError, code="referee.sum-questioned", rule="R5.1"):
    """A sum of ``total`` scores nothing: not positive and divisible by five, or more than any
    layout comes to, ``highest``. It is written down when its writer says that it is so."""

    def __init__(self, total: int, highest: int) -> None:
        super().__init__(total=total, highest=highest)


class BlockNotAsked(RefereeError, code="referee.block-not-asked", rule="R6.4"):
    """A block was told, and nobody said that the boneyard is empty and that nobody can place."""


class NotThisWay(RefereeError, code="referee.not-this-way"):
    """The sheet is kept in the other way: with tiles, or with scores alone."""


class OutOfBounds(RefereeError, code="referee.out-of-bounds"):
    """``value`` is not from ``least`` to ``most``."""

    def __init__(self, value: int, least: int, most: int) -> None:
        super().__init__(value=value, least=least, most=most)


class TargetBeyondRecords(RefereeError, code="referee.target-beyond-records"):
    """The sheet's target is above ``most``, which no record can tell."""

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


# The sheet itself ----------------------------------------------------------------------------


class NothingToUndo(RefereeError, code="referee.nothing-to-undo"):
    """There is nothing on the sheet that could be taken back."""


class NothingToRedo(RefereeError, code="referee.nothing-to-redo"):
    """Nothing was taken back, or something was written since."""


class NoSuchLine(RefereeError, code="referee.no-such-line"):
    """The sheet has no line of the number ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__(number=number)


class StaleSheet(RefereeError, code="referee.stale-sheet"):
    """The press was for the sheet with ``at`` entries, and there are ``now`` already."""

    def __init__(self, at: int, now: int) -> None:
        super().__init__(at=at, now=now)


class SheetFull(RefereeError, code="referee.sheet-full"):
    """The sheet has ``most`` entries and takes no more."""

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


# Where sheets are kept -----------------------------------------------------------------------


class NoSuchSheet(RefereeError, code="referee.no-such-sheet"):
    """There is no sheet of that name; it may have been cleared away."""


class SheetExists(RefereeError, code="referee.sheet-exists"):
    """There is a sheet of that name already."""


class SheetConflict(RefereeError, code="referee.sheet-conflict"):
    """Another was quicker: the sheet has gone on from entry ``after``. Nothing was written."""

    def __init__(self, after: int) -> None:
        super().__init__(after=after)


class BadSheetEntry(RefereeError, code="referee.bad-sheet-entry"):
    """Entry ``number`` of a sheet is none that can stand there; ``why`` is a term for logs."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number=number, why=why)
