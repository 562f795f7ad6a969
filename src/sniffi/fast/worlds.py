"""Worlds that a seat cannot tell from the real one: drawn at random, counted, listed.

A world is an order of the 28 tiles, as they are dealt, that leads to what the seat has seen. All of
them are equally likely. ``sniffi.fast.evidence`` makes of a view the *facts*, six rows of 28
numbers; a place is one in the deal, and sets are words with a bit for each tile or place.
docs/kernel.md tells why what is done here is exact.
"""

# To mypy whatever comes out of an array may be anything; here it is a number.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from sniffi.fast.chance import below, shuffle, unit
from sniffi.fast.compiling import (
    GENERATOR,
    INTS,
    Generator,
    Ints,
    bits_set,
    entry,
    inlined,
    inner,
    lowest_bit,
)
from sniffi.fast.kernel import BONEYARD, DRAWN, HANDS, NEXT, NOTHING, SEAT, SIZE, STATE, joining
from sniffi.fast.tables import GRID

ORDER: Final = 0
"""By place: the tile there, when the seat knows it, else ``UNKNOWN``."""
HOLDER: Final = 1
"""By place: the seat, from 0, that has got the tile of it, ``NOBODY`` if it is in the boneyard."""
ACQUIRED: Final = 2
"""By place: the number of the event by which it was got, 0 for the deal."""
MAY_HOLD: Final = 3
"""By place whose tile is not known: the unseen tiles that may be there."""
CAME_OUT: Final = 4
"""The tiles that came out of hidden hands, in front; after them ``UNKNOWN``. (Where a tile was that
was drawn and placed at once is known.)"""
CAME_FROM: Final = 5
"""For each of those, the places where it may have been."""
FACTS: Final = 6

UNKNOWN: Final = -1
NOBODY: Final = -1
TILES: Final = 28
SEATS: Final = 4
PATIENCE: Final = 100
"""How many steps to take for each world to be listed before it is given up."""
MATRIX: Final = "int64[:,::1]"
FLOATS: Final = "float64[::1]"
Floats = npt.NDArray[np.float64]

# The rows of the work sheet. Hidden places of one seat that are alike in all that is known are a
# group. Groups with the same tiles are a class, whoever holds them. Last of the classes is that of
# places where any unseen tile may be: whatever is left goes there and to the boneyard.
SLOTS: Final = 0
"""The places of all groups, one group after the other; of each the ones that are left in front."""
START: Final = 1
"""By group: where it begins in ``SLOTS``."""
SIZE_OF: Final = 2
"""By group: how many places it has."""
OWNER: Final = 3
"""By group: the seat."""
HOLD: Final = 4
"""By group: the tiles that may be there."""
MARKS: Final = 5
"""By group: the tiles that came out and may have been there, by their number."""
CLASS: Final = 6
"""By group: its class."""
LEFT: Final = 7
"""By group: how many places those that came out have left."""
JUMP: Final = 8
"""By group: what each place that is left adds to the number of what is left."""
SINGLE: Final = 9
"""By tile that came out: its group, if that is certain, else ``UNKNOWN``."""
TORN: Final = 10
"""The other tiles that came out, by their number."""
WANTED: Final = 11
"""By class: the tiles that may be there."""
STEP: Final = 12
"""By class: what each free place adds to the number of what is free; 0 for the last class."""
BEGIN: Final = 13
"""By class: where it begins in ``FREE``."""
NEEDS: Final = 14
"""By class: how many places are free."""
FREE: Final = 15
"""The places of all classes, one class after the other; of each the free ones in front."""
TILE_OF: Final = 16
"""By place: the tile."""
SHEET: Final = 17

FACTORIALS = np.cumprod(np.concatenate((np.ones(1), np.arange(1.0, TILES + 1))))


@inner
def sort_places(facts: Ints, sheet: Ints) -> tuple[int, int, int]:
    """Sort the places of hidden hands.

    Gives how many groups there are, how many classes less the last, and how many tiles came out.
    """
    out = 0
    unseen = (1 << TILES) - 1
    for at in range(TILES):
        if facts[CAME_OUT, at] != UNKNOWN:
            out += 1
            unseen &= ~(1 << facts[CAME_OUT, at])
        if facts[ORDER, at] != UNKNOWN:
            unseen &= ~(1 << facts[ORDER, at])
    groups = classes = 0
    for place in range(TILES):
        sheet[TILE_OF, place] = UNKNOWN
        if facts[HOLDER, place] == NOBODY or facts[ORDER, place] != UNKNOWN:
            continue
        owner, hold, marks = facts[HOLDER, place], facts[MAY_HOLD, place], 0
        for number in range(out):
            marks |= (facts[CAME_FROM, number] >> place & 1) << number
        group = 0
        while group < groups and (
            sheet[OWNER, group] != owner
            or sheet[HOLD, group] != hold
            or sheet[MARKS, group] != marks
        ):
            group += 1
        if group == groups:
            groups += 1
            sheet[OWNER, group], sheet[HOLD, group] = owner, hold
            sheet[MARKS, group], sheet[SIZE_OF, group] = marks, 0
        sheet[SIZE_OF, group] += 1
        sheet[TILE_OF, place] = group
    at = 0
    for group in range(groups):
        sheet[START, group] = at
        for place in range(TILES):
            if sheet[TILE_OF, place] == group:
                sheet[SLOTS, at] = place
                at += 1
        hold = sheet[HOLD, group]
        number = 0
        while number < classes and sheet[WANTED, number] != hold:
            number += 1
        if hold == unseen:
            number = UNKNOWN
        elif number == classes:
            sheet[WANTED, number] = hold
            classes += 1
        sheet[CLASS, group] = number
    for group in range(groups):
        if sheet[CLASS, group] == UNKNOWN:
            sheet[CLASS, group] = classes
    sheet[WANTED, classes] = unseen
    return groups, classes, out


@inner
def sort_out(sheet: Ints, groups: int, out: int, sizes: Ints) -> int:
    """Sort the tiles that came out; gives how many are torn between groups.

    The others are taken off what is left of their groups. ``sizes`` are what is left of the groups
    between which tiles are torn, and 0 for the rest.
    """
    for group in range(groups):
        sheet[LEFT, group] = sheet[SIZE_OF, group]
    torn = tears = 0
    for number in range(out):
        found = 0
        for group in range(groups):
            if sheet[MARKS, group] >> number & 1:
                found += 1
                sheet[SINGLE, number] = group
        if found == 1:
            sheet[LEFT, sheet[SINGLE, number]] -= 1
        else:
            sheet[SINGLE, number] = UNKNOWN
            sheet[TORN, tears] = number
            tears += 1
            torn |= 1 << number
    for group in range(groups):
        moves = sheet[MARKS, group] & torn
        sizes[group] = max(sheet[LEFT, group], 0) if moves else 0
    return tears


@inner
def members(tiles: int, into: Ints) -> int:
    """List a set of tiles; gives how many there are."""
    count = 0
    while tiles:
        into[count] = lowest_bit(tiles)
        tiles &= tiles - 1
        count += 1
    return count


@inner
def count_up(sizes: Ints, strides: Ints, count: int) -> Ints:
    """All rows of digits from 0 to the sizes, numbered by the strides, which are set."""
    total = 1
    for at in range(count):
        strides[at] = total
        total *= sizes[at] + 1
    digits = np.empty((count, total), np.int64)
    for at in range(count):
        for number in range(total):
            digits[at, number] = number // strides[at] % (sizes[at] + 1)
    return digits


@inner
def count_ways(
    ways: Floats, items: Ints, count: int, sets: Ints, strides: Ints, digits: Ints, stay: bool
) -> None:
    """In how many ways items take places: by the n-th item on, and the number of what is left.

    Each takes a place of one of the sets that it is in; if it may ``stay``, it can take none, too.
    The last row, when there are no more items, is given.
    """
    for at in range(count - 1, -1, -1):
        for number in range(digits.shape[1]):
            ways[at, number] = ways[at + 1, number] if stay else 0.0
        for kind in range(digits.shape[0]):
            if sets[kind] >> items[at] & 1:
                for number in range(strides[kind], digits.shape[1]):
                    if digits[kind, number]:
                        after = ways[at + 1, number - strides[kind]]
                        ways[at, number] += digits[kind, number] * after


@inner
def choose(
    ways: Floats,
    at: int,
    number: int,
    item: int,
    sheet: Ints,
    rows: tuple[int, int, int],
    kinds: int,
    stay: bool,
    generator: Generator,
) -> tuple[int, int]:
    """Which place an item takes, each way equally likely: its set, and which of those left.

    The set is ``UNKNOWN`` when it takes none. ``rows`` are those of the sheet that have the sets,
    their strides, and what is left of them.
    """
    sets, strides, left = rows
    part = unit(generator) * ways[at, number]
    if stay:
        part -= ways[at + 1, number]
        if part < 0.0:
            return UNKNOWN, 0
    chosen, each = UNKNOWN, 1.0
    for kind in range(kinds):
        if sheet[sets, kind] >> item & 1 and sheet[left, kind]:
            after = ways[at + 1, number - sheet[strides, kind]]
            if after > 0.0:
                if chosen != UNKNOWN:
                    part -= sheet[left, chosen] * each
                chosen, each = kind, after
                if part < sheet[left, kind] * each:
                    break
    if chosen == UNKNOWN:
        return UNKNOWN, 0
    # What is left of the random number picks the place; rounding may put it just beyond the last.
    return chosen, min(max(int(part / each), 0), sheet[left, chosen] - 1)


@inlined
def take(sheet: Ints, row: int, start: int, left: int, at: int) -> int:
    """Take one of the first ``left`` places from ``start`` on: the last of them takes its stead."""
    place = sheet[row, start + at]
    sheet[row, start + at] = sheet[row, start + left - 1]
    sheet[row, start + left - 1] = place
    return place


@inner
def come_out(
    facts: Ints,
    sheet: Ints,
    groups: int,
    out: int,
    tears: int,
    ways: Floats,
    number: int,
    generator: Generator,
) -> None:
    """Choose where the tiles were that came out."""
    for group in range(groups):
        sheet[LEFT, group] = sheet[SIZE_OF, group]
    for tile in range(out):
        group = sheet[SINGLE, tile]
        if group != UNKNOWN:
            at = below(generator, sheet[LEFT, group])
            leave(sheet, group, at, facts[CAME_OUT, tile])
    for turn in range(tears):
        tile = sheet[TORN, turn]
        group, at = choose(
            ways, turn, number, tile, sheet, (MARKS, JUMP, LEFT), groups, False, generator
        )
        leave(sheet, group, at, facts[CAME_OUT, tile])
        number -= sheet[JUMP, group]


@inlined
def leave(sheet: Ints, group: int, at: int, tile: int) -> None:
    """A tile came from that one of the places left of a group."""
    place = take(sheet, SLOTS, sheet[START, group], sheet[LEFT, group], at)
    sheet[LEFT, group] -= 1
    sheet[TILE_OF, place] = tile


@inner
def set_free(sheet: Ints, groups: int, classes: int) -> int:
    """Sort by class the places that are left; gives the number of what is free."""
    for kind in range(classes + 1):
        sheet[NEEDS, kind] = 0
    number = 0
    for group in range(groups):
        kind = sheet[CLASS, group]
        for at in range(sheet[LEFT, group]):
            place = sheet[SLOTS, sheet[START, group] + at]
            sheet[FREE, sheet[BEGIN, kind] + sheet[NEEDS, kind]] = place
            sheet[NEEDS, kind] += 1
            number += sheet[STEP, kind]
    return number


@inner
def settle(
    sheet: Ints,
    classes: int,
    tiles: Ints,
    count: int,
    ways: Floats,
    number: int,
    pool: Ints,
    pooled: int,
    generator: Generator,
) -> int:
    """Put unseen tiles into the classes that want them, the others into the pool; gives how many
    are in the pool."""
    rows = (WANTED, STEP, NEEDS)
    for turn in range(count):
        kind, at = UNKNOWN, 0
        if number:
            kind, at = choose(
                ways, turn, number, tiles[turn], sheet, rows, classes, True, generator
            )
        if kind == UNKNOWN:
            pool[pooled] = tiles[turn]
            pooled += 1
        else:
            place = take(sheet, FREE, sheet[BEGIN, kind], sheet[NEEDS, kind], at)
            sheet[NEEDS, kind] -= 1
            number -= sheet[STEP, kind]
            sheet[TILE_OF, place] = tiles[turn]
    return pooled


@inlined
def waits(template: Ints) -> bool:
    """Whether it is a hidden hand's turn that has just drawn: perhaps the tile must be placed."""
    return template[NEXT] == 1 and template[DRAWN] == NOTHING


@inner
def wait(state: Ints, tile: int) -> None:
    """That tile was drawn last: it must be placed if it fits."""
    state[BONEYARD] = tile
    if joining(state, GRID[tile]):
        state[DRAWN] = tile


@inner
def write(template: Ints, facts: Ints, order: Ints, table: int, state: Ints) -> None:
    """Write the state of a world, whose tiles are in ``order``; ``table`` has those placed."""
    for at in range(STATE):
        state[at] = template[at]
    undrawn = template[SIZE] - template[NEXT]
    for place in range(TILES - undrawn):
        if facts[ORDER, place] == UNKNOWN and not table >> order[place] & 1:
            state[HANDS + facts[HOLDER, place]] |= GRID[order[place]]
    for at in range(undrawn):
        state[BONEYARD + template[NEXT] + at] = order[TILES - undrawn + at]
    if waits(template):
        wait(state, order[TILES - undrawn - 1])


@inner
def drawn_at_random(
    template: Ints, facts: Ints, count: int, generator: Generator, states: Ints, orders: Ints
) -> int:
    """As ``sample``."""
    sheet = np.zeros((SHEET, TILES + 1), np.int64)
    groups, classes, out = sort_places(facts, sheet)
    sizes = np.zeros(TILES + 1, np.int64)
    tears = sort_out(sheet, groups, out, sizes)
    parts = count_up(sizes, sheet[JUMP], groups)

    # What the classes want at most, and where their places begin.
    caps = np.zeros(TILES + 1, np.int64)
    for group in range(groups):
        if sheet[LEFT, group] < 0:
            return 0
        caps[sheet[CLASS, group]] += sheet[LEFT, group]
    digits = count_up(caps, sheet[STEP], classes)
    for kind in range(classes):
        sheet[BEGIN, kind + 1] = sheet[BEGIN, kind] + caps[kind]
    tiles, pool = np.empty(TILES, np.int64), np.empty(TILES, np.int64)
    wanted = 0
    for kind in range(classes):
        wanted |= sheet[WANTED, kind]
    unseen = sheet[WANTED, classes]
    others = unseen & ~wanted
    here = members(unseen & wanted, tiles)
    there = bits_set(others)

    # Ways for the unseen tiles, then for those that came out before them.
    filling = np.zeros((here + 1, digits.shape[1]))
    filling[here, 0] = 1.0
    count_ways(filling, tiles, here, sheet[WANTED], sheet[STEP], digits, True)
    leaving = np.zeros((tears + 1, parts.shape[1]))
    still = places = 0
    for group in range(groups):
        still += (sheet[LEFT, group] - sizes[group]) * sheet[STEP, sheet[CLASS, group]]
        places += sizes[group]
    for part in range(parts.shape[1]):
        left, number = 0, still
        for group in range(groups):
            left += parts[group, part]
            number += parts[group, part] * sheet[STEP, sheet[CLASS, group]]
        if left == places - tears:
            rest = here + there
            for kind in range(classes):
                rest -= digits[kind, number]
            if rest >= 0:
                leaving[tears, part] = filling[0, number] * FACTORIALS[rest]
    count_ways(leaving, sheet[TORN], tears, sheet[MARKS], sheet[JUMP], parts, False)
    most = parts.shape[1] - 1
    if not leaving[0, most] > 0.0:
        return 0

    undrawn = template[SIZE] - template[NEXT]
    table = 0
    for tile in range(out):
        table |= 1 << facts[CAME_OUT, tile]
    order = sheet[TILE_OF]
    for place in range(TILES):
        order[place] = facts[ORDER, place]
    for world in range(count):
        come_out(facts, sheet, groups, out, tears, leaving, most, generator)
        number = set_free(sheet, groups, classes)
        members(others, pool)
        pooled = settle(sheet, classes, tiles, here, filling, number, pool, there, generator)
        shuffle(pool[:pooled], generator)
        for at in range(pooled - undrawn):
            order[sheet[FREE, sheet[BEGIN, classes] + at]] = pool[at]
        for at in range(undrawn):
            order[TILES - undrawn + at] = pool[pooled - undrawn + at]
        write(template, facts, order, table, states[world])
        if len(orders):
            for place in range(TILES):
                orders[world, place] = order[place]
    return count


@inner
def leavings(sheet: Ints, groups: int, out: int) -> tuple[Ints, Floats]:
    """What the tiles that came out can have left of the groups, and in how many ways each.

    A row has the number of places left of each group.
    """
    sizes = np.zeros(TILES + 1, np.int64)
    tears = sort_out(sheet, groups, out, sizes)
    parts = count_up(sizes, sheet[JUMP], groups)
    total = parts.shape[1]
    ways, after = np.zeros(total), np.zeros(total)
    ways[total - 1] = 1.0
    for group in range(groups):
        if sheet[LEFT, group] < 0:
            ways[total - 1] = 0.0
        else:
            # Those that certainly came from it.
            gone = FACTORIALS[sheet[SIZE_OF, group]] / FACTORIALS[sheet[LEFT, group]]
            ways[total - 1] *= gone
    for turn in range(tears):
        for part in range(total):
            after[part] = 0.0
        for group in range(groups):
            if sheet[MARKS, group] >> sheet[TORN, turn] & 1:
                jump = sheet[JUMP, group]
                for part in range(jump, total):
                    after[part - jump] += ways[part] * parts[group, part]
        ways, after = after, ways
    left, each = np.empty((total, groups), np.int64), np.empty(total)
    count = 0
    for part in range(total):
        if ways[part] > 0.0:
            for group in range(groups):
                left[count, group] = sheet[LEFT, group] - sizes[group] + parts[group, part]
            each[count] = ways[part]
            count += 1
    return left[:count], each[:count]


@inner
def ways_of(hands: Ints, hold: Ints, owner: Ints, older: Ints, left: Ints, each: Floats) -> float:
    """In how many ways these hands can be in the places that are left.

    Of one seat's groups each may have all tiles that an older one may have. So from the newest
    group on, the tiles that cannot be in an older one choose among the places that are left.
    """
    total = 0.0
    groups = len(older)
    for row in range(len(each)):
        ways = each[row]
        for seat in range(len(hands) - 1):
            free, at = 0, groups - 1
            while at >= 0 and owner[at] != seat:
                at -= 1
            tiles = bits_set(hands[seat] & hold[at]) if at >= 0 else 0
            while at >= 0:
                free += left[row, at]
                at = older[at]
                fewer = bits_set(hands[seat] & hold[at]) if at >= 0 else 0
                for _ in range(tiles - fewer):
                    ways *= free
                    free -= 1
                tiles = fewer
            if ways == 0.0:
                break
        total += ways
    return total


@inner
def listed(template: Ints, facts: Ints, limit: int, states: Ints, weights: Floats) -> int:
    """As ``enumerate``; no state is filled when ``states`` has no rows."""
    sheet = np.zeros((SHEET, TILES + 1), np.int64)
    groups, classes, out = sort_places(facts, sheet)
    left, each = leavings(sheet, groups, out)
    if len(each) == 0:
        return 0
    hold, owner = sheet[HOLD], sheet[OWNER]
    unseen = sheet[WANTED, classes]
    older = np.empty(groups, np.int64)
    any_hold = np.zeros(SEATS + 1, np.int64)
    any_hold[SEATS] = unseen
    least = np.empty(groups, np.int64)
    """By group: how many tiles at least are in it and older ones of the seat."""
    needs = np.zeros(SEATS + 1, np.int64)
    for group in range(groups):
        older[group], least[group] = UNKNOWN, TILES
        any_hold[owner[group]] |= hold[group]
        needs[owner[group]] += left[0, group]
        for before in range(group):
            if owner[before] == owner[group]:
                older[group] = before
        for row in range(len(each)):
            filled = 0
            at = group
            while at >= 0:
                filled += left[row, at]
                at = older[at]
            least[group] = min(least[group], filled)
    needs[SEATS] = template[SIZE] - template[NEXT]

    tiles = np.empty(TILES, np.int64)
    last = members(unseen, tiles)
    hands = np.zeros(SEATS + 1, np.int64)
    choice = np.empty(last, np.int64)
    for at in range(last):
        choice[at] = UNKNOWN
    after, depth, found = unseen, 0, 0
    patience = PATIENCE * (limit + 1)
    while depth >= 0:
        if depth == last:
            weight = ways_of(hands, hold, owner, older, left, each)
            if weight > 0.0:
                if found == limit:
                    return limit + 1
                if len(states):
                    weights[found] = weight
                    tell(template, hands, states[found])
                found += 1
            depth -= 1
            continue
        tile, taker = 1 << tiles[depth], choice[depth]
        if taker == UNKNOWN:
            after &= ~tile
        else:
            hands[taker] &= ~tile
            needs[taker] += 1
        taker += 1
        while taker <= SEATS and (needs[taker] == 0 or not any_hold[taker] & tile):
            taker += 1
        if taker > SEATS:
            after |= tile
            choice[depth] = UNKNOWN
            depth -= 1
            continue
        patience -= 1
        if patience < 0:
            return limit + 1
        choice[depth] = taker
        hands[taker] |= tile
        needs[taker] -= 1
        possible = True
        for group in range(groups):
            if bits_set((hands[owner[group]] | after) & hold[group]) < least[group]:
                possible = False
                break
        if possible:
            depth += 1
    return found


@inner
def tell(template: Ints, hands: Ints, state: Ints) -> None:
    """Fill the state of a world with these hands; the last one is the boneyard, in order."""
    for at in range(STATE):
        state[at] = template[at]
    last, at = UNKNOWN, template[NEXT]
    for tile in range(TILES):
        for seat in range(SEATS):
            if hands[seat] >> tile & 1:
                state[HANDS + seat] |= GRID[tile]
        if hands[SEATS] >> tile & 1:
            state[BONEYARD + at] = tile
            at += 1
    if waits(template):
        for tile in range(TILES):
            # Of the hand that draws only the last tile can fit, if any does.
            if hands[template[SEAT]] >> tile & 1 and (
                last == UNKNOWN or joining(state, GRID[tile])
            ):
                last = tile
        wait(state, last)


@entry(f"int64({INTS}, {MATRIX}, int64, {GENERATOR}, {MATRIX}, {MATRIX})")
def sample(
    state: Ints, facts: Ints, count: int, generator: Generator, states: Ints, orders: Ints
) -> int:
    """Draw worlds at random, each equally likely.

    Args:
        state: that of the ``Evidence``.
        facts: likewise.
        count: how many worlds.
        states: filled with their states, one a row (``STATE``).
        orders: filled with the tile at each place, one world a row (28); none if it has no rows.

    Returns:
        ``count``, or 0 when no world leads to what was seen.
    """
    return drawn_at_random(state, facts, count, generator, states, orders)


@entry(f"int64({INTS}, {MATRIX}, int64, {MATRIX}, {FLOATS})")
def enumerate(state: Ints, facts: Ints, limit: int, states: Ints, weights: Floats) -> int:
    """List the worlds with different hands.

    Args:
        state: that of the ``Evidence``.
        facts: likewise.
        limit: how many are wanted at most.
        states: filled with their states, one a row; the boneyard is in ascending order. There
            must be ``limit`` rows, or none when the worlds are only to be counted.
        weights: filled with the number of deals that lead to each, apart from the orders of the
            boneyard, of which there are as many for each.

    Returns:
        Their number, or ``limit + 1`` when there are more than ``limit``: then those told are not
        all and mean nothing. It may be that too when there are not but telling it would take long.
    """
    return listed(state, facts, limit, states, weights)


def count(state: Ints, facts: Ints, limit: int) -> int:
    """How many worlds there are with different hands: as ``enumerate``, which is told nothing."""
    return enumerate(state, facts, limit, np.empty((0, STATE), np.int64), np.empty(0))


@inlined
def held(order: Ints, facts: Ints, seat: int, event: int, table: int) -> int:
    """The hand that a seat held just before an event, in a world.

    Args:
        order: the tile at each place, as ``sample`` told it.
        event: the event's number in the view.
        table: the tiles that had been placed by then, as a hand.
    """
    hand = 0
    for place in range(TILES):
        if facts[HOLDER, place] == seat and facts[ACQUIRED, place] < event:
            hand |= GRID[order[place]]
    return hand & ~table
