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

from sniffi.fast.chance import below, random_word, shuffle
from sniffi.fast.compiling import (
    GENERATOR,
    INTS,
    Generator,
    Ints,
    bits_set,
    entry,
    inlined,
    inner,
)
from sniffi.fast.kernel import BONEYARD, DRAWN, HANDS, NEXT, NOTHING, SIZE, STATE, joining
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
MATRIX: Final = "int64[:,::1]"
FLOATS: Final = "float64[::1]"
Floats = npt.NDArray[np.float64]

# The rows of a sorting of hidden places. Places of one seat that are alike in all that is known are
# a group; groups with the same tiles are a class, whoever holds them. Last is the class of places
# that any unseen tile may be at: it has no number of ways of its own, whatever is left goes there.
SLOTS: Final = 0
"""The places of all groups, one group after the other."""
START: Final = 1
"""By group: where it begins in ``SLOTS``."""
ROOM: Final = 2
"""By group: how many places it has."""
OWNER: Final = 3
HOLD: Final = 4
"""By group: the tiles that may be there."""
MARKS: Final = 5
"""By group: the tiles that came out and may have been there, by their number."""
CLASS: Final = 6
"""By group: its class."""
CLASS_HOLD: Final = 7
"""By class: the tiles that may be there."""
SINGLE: Final = 8
"""By tile that came out: its group when it can only be one, else ``UNKNOWN``."""
SORTING: Final = 9

FACTORIALS = np.cumprod(np.concatenate((np.ones(1), np.arange(1.0, TILES + 1))))


@inner
def sort_places(facts: Ints, sorting: Ints) -> tuple[int, int, int]:
    """Sort the places of hidden hands.

    Gives how many groups there are, how many classes, and how many tiles came out.
    """
    out = 0
    unseen = (1 << TILES) - 1
    for at in range(TILES):
        if facts[CAME_OUT, at] != UNKNOWN:
            out += 1
            unseen &= ~(1 << facts[CAME_OUT, at])
        if facts[ORDER, at] != UNKNOWN:
            unseen &= ~(1 << facts[ORDER, at])
    group_of = np.full(TILES, UNKNOWN)
    groups = 0
    for place in range(TILES):
        if facts[HOLDER, place] == NOBODY or facts[ORDER, place] != UNKNOWN:
            continue
        owner, hold, marks = facts[HOLDER, place], facts[MAY_HOLD, place], 0
        for number in range(out):
            marks |= (facts[CAME_FROM, number] >> place & 1) << number
        group = 0
        while group < groups and (
            sorting[OWNER, group] != owner
            or sorting[HOLD, group] != hold
            or sorting[MARKS, group] != marks
        ):
            group += 1
        if group == groups:
            groups += 1
            sorting[OWNER, group], sorting[HOLD, group] = owner, hold
            sorting[MARKS, group], sorting[ROOM, group] = marks, 0
        sorting[ROOM, group] += 1
        group_of[place] = group
    at = classes = 0
    for group in range(groups):
        sorting[START, group] = at
        for place in range(TILES):
            if group_of[place] == group:
                sorting[SLOTS, at] = place
                at += 1
        hold = sorting[HOLD, group]
        number = 0
        while number < classes and sorting[CLASS_HOLD, number] != hold:
            number += 1
        if hold == unseen:
            number = UNKNOWN
        elif number == classes:
            sorting[CLASS_HOLD, number] = hold
            classes += 1
        sorting[CLASS, group] = number
    for group in range(groups):
        if sorting[CLASS, group] == UNKNOWN:
            sorting[CLASS, group] = classes
    sorting[CLASS_HOLD, classes] = unseen
    for number in range(out):
        found, single = 0, UNKNOWN
        for group in range(groups):
            if sorting[MARKS, group] >> number & 1:
                found += 1
                single = group
        sorting[SINGLE, number] = single if found == 1 else UNKNOWN
    return groups, classes, out


@inner
def count_up(sizes: Ints, strides: Ints) -> Ints:
    """All rows of digits from 0 to the sizes, numbered by their strides, which are set."""
    total = 1
    for at in range(len(sizes)):
        strides[at] = total
        total *= sizes[at] + 1
    digits = np.zeros((len(sizes), total), np.int64)
    for at in range(len(sizes)):
        for number in range(total):
            digits[at, number] = number // strides[at] % (sizes[at] + 1)
    return digits


@inner
def ways_in(tiles: Ints, holds: Ints, digits: Ints, strides: Ints) -> Floats:
    """In how many ways tiles, from the n-th on, fill what is left of the classes: by n and number.

    Each tile goes to a free place of a class that it may be in, or elsewhere.
    """
    count = len(tiles)
    ways = np.zeros((count + 1, digits.shape[1]))
    ways[count, 0] = 1.0
    for at in range(count - 1, -1, -1):
        for number in range(digits.shape[1]):
            ways[at, number] = ways[at + 1, number]
        for kind in range(len(strides)):
            if holds[kind] >> tiles[at] & 1:
                for number in range(strides[kind], digits.shape[1]):
                    if digits[kind, number]:
                        before = ways[at + 1, number - strides[kind]]
                        ways[at, number] += digits[kind, number] * before
    return ways


@inner
def ways_out(
    torn: Ints,
    marks: Ints,
    digits: Ints,
    strides: Ints,
    kinds: Ints,
    steps: Ints,
    inner_ways: Floats,
) -> Floats:
    """In how many ways tiles that came out, from the n-th on, can have left the groups, and unseen
    tiles be in what they leave: by n and number.

    Args:
        torn: the tiles that may have come from several groups, by their numbers.
        kinds: the class of each group.
        steps: what a place of each class adds to the number in ``inner_ways``; 0 for the last.
        inner_ways: ``ways_in`` from the first tile on, times the orders of the tiles elsewhere.
    """
    count = len(torn)
    ways = np.zeros((count + 1, digits.shape[1]))
    places = 0
    for group in range(len(marks)):
        places += digits[group, digits.shape[1] - 1]
    for number in range(digits.shape[1]):
        rest = left = 0
        for group in range(len(marks)):
            left += digits[group, number]
            rest += digits[group, number] * steps[kinds[group]]
        if left == places - count:
            ways[count, number] = inner_ways[rest]
    for at in range(count - 1, -1, -1):
        for group in range(len(marks)):
            if marks[group] >> torn[at] & 1:
                for number in range(strides[group], digits.shape[1]):
                    if digits[group, number]:
                        after = ways[at + 1, number - strides[group]]
                        ways[at, number] += digits[group, number] * after
    return ways


@inlined
def take(slots: Ints, start: int, left: int, at: int) -> int:
    """Take one of the first ``left`` places from ``start`` on: the last of them takes its stead."""
    place = slots[start + at]
    slots[start + at] = slots[start + left - 1]
    slots[start + left - 1] = place
    return place


@inlined
def uniform(generator: Generator, below: float) -> float:
    """A random number from 0 on, below ``below``."""
    return float(random_word(generator) >> np.uint64(11)) * (1.0 / (1 << 53)) * below


@inner
def drawn_at_random(
    template: Ints, facts: Ints, count: int, generator: Generator, states: Ints, orders: Ints
) -> int:
    """As ``sample``."""
    sorting = np.zeros((SORTING, TILES + 1), np.int64)
    groups, classes, out = sort_places(facts, sorting)
    slots, start, kinds = sorting[SLOTS], sorting[START], sorting[CLASS, :groups]
    marks = sorting[MARKS, :groups].copy()
    holds = sorting[CLASS_HOLD, :classes]
    room = sorting[ROOM, :groups].copy()
    torn = np.empty(out, np.int64)
    tears = 0
    for number in range(out):
        if sorting[SINGLE, number] == UNKNOWN:
            torn[tears] = number
            tears += 1
        else:
            room[sorting[SINGLE, number]] -= 1
            if room[sorting[SINGLE, number]] < 0:
                return 0
    torn = torn[:tears]

    # The unseen tiles: those that some class wants, and those that can only be elsewhere.
    wanted = 0
    for kind in range(classes):
        wanted |= holds[kind]
    unseen = sorting[CLASS_HOLD, classes]
    tiles = np.empty(bits_set(unseen & wanted), np.int64)
    others = np.empty(bits_set(unseen & ~wanted), np.int64)
    here = there = 0
    for tile in range(TILES):
        if unseen >> tile & 1:
            if wanted >> tile & 1:
                tiles[here] = tile
                here += 1
            else:
                others[there] = tile
                there += 1

    # Ways to fill the classes.
    caps = np.zeros(classes + 1, np.int64)
    for group in range(groups):
        caps[kinds[group]] += room[group]
    steps = np.zeros(classes + 1, np.int64)
    strides = steps[:classes]
    digits = count_up(caps[:classes], strides)
    filling = ways_in(tiles, holds, digits, strides)
    ends = filling[0].copy()
    for number in range(len(ends)):
        elsewhere = here + there
        for kind in range(classes):
            elsewhere -= digits[kind, number]
        ends[number] = ends[number] * FACTORIALS[elsewhere] if elsewhere >= 0 else 0.0

    # Ways to have left the groups. A group that no torn tile may have left never changes.
    hope = 0
    for at in range(tears):
        hope |= 1 << torn[at]
    moving = np.empty(groups, np.int64)
    moves = 0
    still = 0
    for group in range(groups):
        if marks[group] & hope:
            moving[moves] = group
            moves += 1
        else:
            still += room[group] * steps[kinds[group]]
    moving = moving[:moves]
    jumps = np.empty(moves, np.int64)
    parts = count_up(room[moving], jumps)
    leaving = ways_out(torn, marks[moving], parts, jumps, kinds[moving], steps, ends[still:])
    top = parts.shape[1] - 1
    if not leaving[0, top] > 0.0:
        return 0

    undrawn = template[SIZE] - template[NEXT]
    first = TILES - undrawn
    pending = first - 1 if template[NEXT] == 1 and template[DRAWN] == NOTHING else UNKNOWN
    begin = np.zeros(classes + 2, np.int64)
    for kind in range(classes):
        begin[kind + 1] = begin[kind] + caps[kind]
    free = np.empty(2 * TILES, np.int64)
    pool = np.empty(TILES, np.int64)
    order = facts[ORDER].copy()
    left = np.empty(groups, np.int64)
    needs = np.empty(classes + 1, np.int64)
    for world in range(count):
        state = states[world]
        for at in range(STATE):
            state[at] = template[at]
        for group in range(groups):
            left[group] = sorting[ROOM, group]

        # Where the tiles were that came out.
        for number in range(out):
            group = sorting[SINGLE, number]
            if group != UNKNOWN:
                at = below(generator, left[group])
                order[take(slots, start[group], left[group], at)] = facts[CAME_OUT, number]
                left[group] -= 1
        at_number = top
        for turn in range(tears):
            part = uniform(generator, leaving[turn, at_number])
            chosen, ways = UNKNOWN, 1.0
            for move in range(moves):
                group = moving[move]
                if marks[group] >> torn[turn] & 1 and left[group]:
                    after = leaving[turn + 1, at_number - jumps[move]]
                    if after > 0.0:
                        if chosen != UNKNOWN:
                            part -= left[moving[chosen]] * ways
                        chosen, ways = move, after
                        if part < left[group] * ways:
                            break
            group = moving[chosen]
            at_number -= jumps[chosen]
            at = min(max(int(part / ways), 0), left[group] - 1)
            order[take(slots, start[group], left[group], at)] = facts[CAME_OUT, torn[turn]]
            left[group] -= 1

        # The places that are left, by class; with those of the last class go the boneyard's.
        for kind in range(classes + 1):
            needs[kind] = 0
        number = 0
        for group in range(groups):
            kind = kinds[group]
            number += left[group] * steps[kind]
            for at in range(left[group]):
                free[begin[kind] + needs[kind]] = slots[start[group] + at]
                needs[kind] += 1

        # Unseen tiles into the classes.
        for at in range(there):
            pool[at] = others[at]
        loose = there
        for turn in range(here):
            tile = tiles[turn]
            if number == 0:
                pool[loose] = tile
                loose += 1
                continue
            part = uniform(generator, filling[turn, number])
            ways = filling[turn + 1, number]
            if part < ways:
                pool[loose] = tile
                loose += 1
                continue
            part -= ways
            chosen, ways = UNKNOWN, 1.0
            for kind in range(classes):
                if holds[kind] >> tile & 1 and needs[kind]:
                    after = filling[turn + 1, number - strides[kind]]
                    if after > 0.0:
                        if chosen != UNKNOWN:
                            part -= needs[chosen] * ways
                        chosen, ways = kind, after
                        if part < needs[kind] * ways:
                            break
            if chosen == UNKNOWN:
                pool[loose] = tile
                loose += 1
                continue
            at = min(max(int(part / ways), 0), needs[chosen] - 1)
            place = take(free, begin[chosen], needs[chosen], at)
            needs[chosen] -= 1
            number -= strides[chosen]
            order[place] = tile
            state[HANDS + facts[HOLDER, place]] |= GRID[tile]

        # And all the rest.
        shuffle(pool[:loose], generator)
        at = needs[classes]
        for turn in range(at):
            place, tile = free[begin[classes] + turn], pool[turn]
            order[place] = tile
            state[HANDS + facts[HOLDER, place]] |= GRID[tile]
        for turn in range(undrawn):
            order[first + turn] = state[BONEYARD + template[NEXT] + turn] = pool[at + turn]
        if pending != UNKNOWN:
            wait(state, order[pending])
        if len(orders):
            for turn in range(TILES):
                orders[world, turn] = order[turn]
    return count


@inlined
def wait(state: Ints, tile: int) -> None:
    """The tile was drawn last: it must be placed if it fits."""
    state[BONEYARD] = tile
    if joining(state, GRID[tile]):
        state[DRAWN] = tile


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
