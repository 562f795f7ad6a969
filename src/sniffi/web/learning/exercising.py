"""The pages of exercises: a question, a form, and the result with its reasons."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus

from markupsafe import Markup
from starlette.responses import Response

from sniffi.learn.drawing import ASPECT
from sniffi.learn.errors import NotAnAnswer
from sniffi.learn.seeds import (
    FIRST_DAY,
    MOST_SEED,
    Exercise,
    exercise_of,
    exercise_of_day,
    kind_of,
    parse_day,
)
from sniffi.learn.task import Choice, Task
from sniffi.pictures.svg import layout_svg
from sniffi.rules import Layout
from sniffi.web.days import day_in_words
from sniffi.web.learning.links import Link, exercise_links, rule_link
from sniffi.web.learning.showing import HandPart, hand_parts, in_words
from sniffi.web.visit import Visit
from sniffi.words import Words

ANSWER = "answer"
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an answer."""

    right: bool
    sentence: str
    why: tuple[str, ...]
    picture: Markup
    in_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExercisePage:
    """All of the page of an exercise."""

    kind: str
    key: str
    seed: int
    title: str
    lead: str
    address: str
    question: str
    told: tuple[str, ...]
    picture: Markup
    in_words: tuple[str, ...]
    hands: tuple[HandPart, ...]
    choices: tuple[Choice, ...]
    several: bool
    given: tuple[str, ...]
    fault: str
    result: Result | None
    next: str
    rule: Link
    others: tuple[Link, ...]
    day: str
    days: tuple[Link, ...]


def _picture(layout: Layout | None, words: Words, ident: str, *, counts: bool) -> Markup:
    if layout is None or not layout.tiles:
        return Markup()
    # The pictures' own markup is escaped where it is made.
    return Markup(layout_svg(layout, words, aspect=ASPECT, counts=counts, ident=ident, style=False))


def _result(task: Task, given: Sequence[str], words: Words) -> Result:
    right = task.check(given, words)
    sentence = (
        words.say("learn.right")
        if right
        else words.say("learn.wrong", solution=task.solution(words))
    )
    after = task.after() if not task.shows_counts else None
    return Result(
        right=right,
        sentence=sentence,
        why=task.why(words),
        picture=_picture(after, words, "result-picture", counts=True),
        in_words=in_words(after, words),
    )


def _page(
    visit: Visit, exercise: Exercise, address: str, title: str, day: date | None = None
) -> Response:
    words, task = visit.words, exercise.task()
    given = tuple(visit.request.query_params.getlist(ANSWER))
    asked = bool(given) or bool(visit.request.query_params)
    result, fault = None, ""
    try:
        result = _result(task, given, words) if asked else None
    except NotAnAnswer as error:
        fault = words.refusal(error)
    layout = task.layout
    page = ExercisePage(
        kind=exercise.kind.name,
        key=exercise.key,
        seed=exercise.seed,
        title=title,
        lead=words.say(exercise.kind.title) if day else "",
        address=address,
        question=task.question(words),
        told=task.told(words),
        picture=_picture(layout, words, "picture", counts=task.shows_counts),
        in_words=(
            ()
            if layout is None or not layout.tiles
            else in_words(layout, words)
            if task.shows_counts
            else tuple(words.arms(layout))
        ),
        hands=hand_parts(task.hands(words), words, "task"),
        choices=task.choices(words),
        several=task.several,
        given=given,
        fault=fault,
        result=result,
        next=f"/learn/exercises/{exercise.next().key}",
        rule=rule_link(exercise.kind.name, words),
        others=exercise_links(words),
        day="" if day is None else day.isoformat(),
        days=() if day is None else _days(day, words),
    )
    status = HTTPStatus.BAD_REQUEST if fault else HTTPStatus.OK
    return visit.html("learn/exercise.html", status, page=page, most_digits=3)


def _days(day: date, words: Words) -> tuple[Link, ...]:
    near = (
        (day - A_DAY, words.say("learn.daily-before")),
        (day + A_DAY, words.say("learn.daily-after")),
    )
    return tuple(
        Link(f"/learn/daily/{other.isoformat()}", label)
        for other, label in near
        if FIRST_DAY <= other <= this_day()
    )


def this_day() -> date:
    """Today, everywhere: by UTC."""
    return datetime.now(UTC).date()


async def begin(visit: Visit) -> Response:
    """An exercise of a kind, any one: the reader is sent to its address.

    Raises:
        NotAKind: there is none of that name.
    """
    kind = kind_of(visit.request.path_params["kind"])
    return visit.back_to(f"/learn/exercises/{kind.name}/{1 + secrets.randbelow(MOST_SEED)}")


async def exercise(visit: Visit) -> Response:
    """One exercise, and the result once it is answered.

    Raises:
        NotAKind, NotAnExercise: there is none at that address.
    """
    params = visit.request.path_params
    found = exercise_of(params["kind"], params["seed"])
    title = visit.words.say(found.kind.title)
    return _page(visit, found, f"/learn/exercises/{found.key}", title)


async def today(visit: Visit) -> Response:
    """The exercise of the day: the reader is sent to its address."""
    return visit.back_to(f"/learn/daily/{this_day().isoformat()}")


async def daily(visit: Visit) -> Response:
    """The exercise of a day.

    Raises:
        NotADay: there is none.
    """
    day = parse_day(visit.request.path_params["day"], this_day())
    told = day_in_words(day.isoformat(), visit.words)
    title = visit.words.say("learn.daily-title", day=told)
    return _page(visit, exercise_of_day(day), f"/learn/daily/{day.isoformat()}", title, day)
