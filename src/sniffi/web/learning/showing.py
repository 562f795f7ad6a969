"""Steps of examples as pages show them: words and markup."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from sniffi.learn.drawing import hand_picture, score_svg, shared_part, step_svg
from sniffi.learn.examples import Example, ShownHand
from sniffi.rules import Layout
from sniffi.words import Words


@dataclass(frozen=True, slots=True)
class HandPart:
    """A hand as a page shows it."""

    label: str
    picture: Markup
    note: str


@dataclass(frozen=True, slots=True)
class StepPart:
    """A step as a page shows it."""

    number: int
    lead: str
    facts: tuple[str, ...]
    picture: Markup
    in_words: tuple[str, ...]
    """The layout in words, line by line."""
    hands: tuple[HandPart, ...]


@dataclass(frozen=True, slots=True)
class ExamplePart:
    """An example as a page shows it."""

    name: str
    title: str
    steps: tuple[StepPart, ...]


def example_part(example: Example, words: Words) -> ExamplePart:
    """An example with its pictures, every step of it."""
    steps = example.steps(words)
    part = shared_part(step.layout for step in steps)
    shown = []
    for number, step in enumerate(steps, 1):
        ident = f"{example.name}-picture-{number}"
        # The pictures' own markup is escaped where it is made.
        picture = Markup(step_svg(step, words, ident, part, f"{example.name}-words-{number}"))
        if step.score is not None:
            picture = Markup(score_svg(step.score, words, ident))
        shown.append(
            StepPart(
                number=number,
                lead=step.lead,
                facts=step.facts,
                picture=picture,
                in_words=in_words(step.layout, words),
                hands=hand_parts(step.hands, words, ident),
            )
        )
    return ExamplePart(example.name, words.say(example.title), tuple(shown))


def in_words(layout: Layout | None, words: Words) -> tuple[str, ...]:
    """A layout in words: its chains, then what counts."""
    if layout is None or not layout.tiles:
        return ()
    return (*words.arms(layout), *words.counted(layout))


def hand_parts(hands: tuple[ShownHand, ...], words: Words, ident: str) -> tuple[HandPart, ...]:
    """Hands with their pictures; an empty one has none."""
    return tuple(
        HandPart(
            hand.label,
            Markup(hand_picture(hand, words, f"{ident}-hand-{place}") if hand.tiles else ""),
            hand.note,
        )
        for place, hand in enumerate(hands, 1)
    )
