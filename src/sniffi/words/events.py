"""Events in words: a full sentence or a few for each, hidden tiles left out (R1.4, D3)."""

from __future__ import annotations

from collections.abc import Sequence

from sniffi.rules.events import (
    Blocked,
    Dealt,
    Deducted,
    Drew,
    Event,
    LotDrawn,
    Passed,
    Placed,
    WentOut,
    Won,
)
from sniffi.rules.seats import seats_of, side_of
from sniffi.rules.tile import Tile
from sniffi.words.positions import PositionWords


class EventWords(PositionWords):
    """Words for what happened."""

    def event(self, event: Event, names: Sequence[str], players: int) -> str:
        """What happened, in full sentences.

        Args:
            event: any event; a tile that is None is told as a tile without saying which.
            names: the players' names by seat, shown as they are. The caller bounds them.
            players: 2, 3 or 4.
        """
        match event:
            case LotDrawn():
                return self._lot(event, names)
            case Dealt():
                return self._dealt(event, names)
            case Placed():
                return self._placed(event, names, players)
            case Drew(seat, Tile() as tile):
                return self.say("core.drew", name=names[seat - 1], tile=self.tile(tile))
            case Drew(seat):
                return self.say("core.drew-hidden", name=names[seat - 1])
            case Passed(seat):
                return self.say("core.passed", name=names[seat - 1])
            case WentOut(seat):
                return self.say("core.went-out", name=names[seat - 1])
            case Blocked():
                return self.say("core.blocked")
            case Deducted():
                return self._deducted(event, names, players)
            case Won(side, score):
                pair = len(seats_of(side, players)) > 1
                return self.say(
                    "core.won-pair" if pair else "core.won",
                    side=self.side(side, names, players),
                    points=self.points(score),
                )

    def _lot(self, event: LotDrawn, names: Sequence[str]) -> str:
        draws = "; ".join(
            self.say(
                "core.lot-draw",
                name=names[seat - 1],
                tile=self.tile(tile),
                pips=self.pips(tile.pips),
            )
            for seat, tile in event.draws
        )
        if event.starter is not None:
            outcome = self.say("core.lot-starter", name=names[event.starter - 1])
        else:
            tied = self.listed([names[seat - 1] for seat in event.tied])
            outcome = self.say("core.lot-tied", names=tied)
        if event.stage == 1:
            told = self.say("core.lot-drawn", round=event.round, draws=draws)
        else:
            told = self.say("core.lot-drawn-again", round=event.round, draws=draws)
        return f"{told} {outcome}"

    def _dealt(self, event: Dealt, names: Sequence[str]) -> str:
        told = [
            self.say(
                "core.dealt",
                round=event.round,
                tiles=self.tile_count(len(event.hands[0])),
                boneyard=self.tile_count(len(event.boneyard)),
                name=names[event.starter - 1],
            )
        ]
        told += [
            self.say("core.hand", name=names[seat - 1], tiles=self.tiles(hand))
            for seat, hand in enumerate(event.hands, 1)
            if any(hand)
        ]
        if any(event.boneyard):
            told.append(self.say("core.boneyard", tiles=self.tiles(event.boneyard)))
        return " ".join(told)

    def _placed(self, event: Placed, names: Sequence[str], players: int) -> str:
        name, tile = names[event.seat - 1], self.tile(event.tile)
        if event.spot is None:
            told = [self.say("core.opened", name=name, tile=tile)]
        else:
            told = [self.say("core.placed", name=name, tile=tile, where=self.at(event.spot))]
        told.append(self.sum_and_points(event.counted, event.total, event.points))
        if event.points:
            told.append(self.score_of_seat(event.seat, event.score, names, players))
        return " ".join(told)

    def _deducted(self, event: Deducted, names: Sequence[str], players: int) -> str:
        name = names[event.seat - 1]
        if event.hand:
            told = self.say(
                "core.deducted",
                name=name,
                hand=self.tiles(event.hand),
                pips=self.pips(event.pips),
                cost=event.cost,
            )
        else:
            told = self.say("core.deducted-nothing", name=name)
        if not event.cost:
            return f"{told} {self.score_of_seat(event.seat, event.score, names, players)}"
        after = self.say(
            "core.score-deducted",
            side=self.side(side_of(event.seat, players), names, players),
            before=event.score + event.cost,
            cost=event.cost,
            score=event.score,
        )
        return f"{told} {after}"
