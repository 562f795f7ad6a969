"""Positions to choose in."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from sniffi.rules import (
    FULL_SET,
    Dealt,
    Drew,
    Place,
    Round,
    RoundEvent,
    RoundView,
    Tile,
    parse_placements,
    parse_tiles,
)


def random_round(players: int, generator: Random) -> Round:
    """A round before its opening."""
    order = list(FULL_SET)
    generator.shuffle(order)
    return Round.deal(order, players, generator.randint(1, players))


def positions(players: int, seed: int) -> Iterator[Round]:
    """Every position of a round of random moves in which a seat is to act."""
    generator = Random(seed)
    round = random_round(players, generator)
    while round.result is None:
        yield round
        round = round.act(generator.choice(round.legal_actions()))


def view_of(placements: str, hand: str, seed: int = 0) -> RoundView:
    """What the seat to act sees after these placements, with this hand to go on with.

    Two play. Which of the unseen tiles lie where follows from ``seed``.
    """
    placed = list(parse_placements(placements))
    held = parse_tiles(hand)
    seat = len(placed) % 2
    hands: list[list[Tile]] = [[], []]
    hands[seat] = [tile for tile, _ in placed[seat::2]] + list(held)
    hands[1 - seat] = [tile for tile, _ in placed[1 - seat :: 2]]
    rest = [tile for tile in FULL_SET if tile not in hands[0] and tile not in hands[1]]
    Random(seed).shuffle(rest)
    for part in hands:
        while len(part) < 7:
            part.append(rest.pop())
    round = Round.deal([*hands[0], *hands[1], *rest], 2, starter=1)
    for tile, spot in placed:
        round = round.act(Place(tile, spot))
    # The hand that was asked for may be shorter than a full one.
    left = list(round.hands)
    left[seat] = held
    return replace(round, hands=tuple(left)).seen_by(seat + 1)


def permuted(round: Round, generator: Random) -> Round:
    """The same position but for the tiles that the seat to act cannot see, which have changed
    places, in what is told of the past too."""
    seat = round.to_act
    hidden = [tile for owner, hand in enumerate(round.hands, 1) if owner != seat for tile in hand]
    hidden += round.boneyard
    shuffled = list(hidden)
    generator.shuffle(shuffled)
    new = {tile: tile for tile in FULL_SET} | dict(zip(hidden, shuffled, strict=True))
    hands = tuple(tuple(new[tile] for tile in hand) for hand in round.hands)
    boneyard = tuple(new[tile] for tile in round.boneyard)

    def retold(event: RoundEvent) -> RoundEvent:
        if isinstance(event, Drew) and event.tile is not None:
            return replace(event, tile=new[event.tile])
        if isinstance(event, Dealt):
            parts = [tuple(new[t] for t in part if t) for part in (*event.hands, event.boneyard)]
            return replace(event, hands=tuple(parts[:-1]), boneyard=parts[-1])
        return event

    return replace(
        round, hands=hands, boneyard=boneyard, events=tuple(retold(e) for e in round.events)
    )
