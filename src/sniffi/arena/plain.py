"""A comparison as plain data that ``json.dumps`` takes, its keys in a fixed order."""

from __future__ import annotations

from typing import Any, TypeAlias

from sniffi.arena.comparison import Comparison, Speed
from sniffi.arena.figures import Average, Timing

JsonObject: TypeAlias = dict[str, Any]

DIGITS = 6
"""Decimals of all figures."""


def comparison_to_json(comparison: Comparison) -> JsonObject:
    """A comparison. Equal ones are equal but for what is under ``times``."""
    return {
        "bots": [result.bot for result in comparison.results],
        "players": comparison.players,
        "games": comparison.games,
        "seed": comparison.seed,
        "deals": comparison.deals,
        "plays": comparison.plays,
        "results": [
            {
                "bot": result.bot,
                "margin": _average_to_json(result.margin),
                "won": _average_to_json(result.won),
                "decisions": result.decisions,
            }
            for result in comparison.results
        ],
        "times": _speed_to_json(comparison.speed, comparison),
    }


def _average_to_json(average: Average) -> JsonObject:
    return {
        "mean": round(average.mean, DIGITS),
        "error": _rounded(average.error),
        "low": _rounded(average.low),
        "high": _rounded(average.high),
    }


def _speed_to_json(speed: Speed, comparison: Comparison) -> JsonObject:
    return {
        "seconds": _rounded(speed.seconds),
        "plays_per_second": _rounded(comparison.plays / speed.seconds),
        "bots": [
            {"bot": result.bot, **_timing_to_json(timing)}
            for result, timing in zip(comparison.results, speed.bots, strict=True)
        ],
    }


def _timing_to_json(timing: Timing) -> JsonObject:
    """Milliseconds a decision."""
    return {
        "mean_ms": _rounded(timing.mean * 1000),
        "within_99_percent_ms": _rounded(timing.within(0.99) * 1000),
        "max_ms": _rounded(timing.most * 1000),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
