"""A JSON value taken apart, each fault told with its path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sniffi.record.errors import (
    JsonError,
    JsonFault,
    JsonKeyMissing,
    JsonKeyUnknown,
    JsonKind,
    JsonValue,
)
from sniffi.rules import SniffiError

T = TypeVar("T")

_KINDS: dict[type, str] = {
    bool: "boolean",
    dict: "object",
    float: "number",
    int: "integer",
    list: "array",
    str: "string",
    type(None): "null",
}


class Json:
    """A value with its path; kinds are exact: true is no integer, nor is 1.0."""

    __slots__ = ("_value", "path")

    def __init__(self, value: object, path: str = "$") -> None:
        self._value = value
        self.path = path

    @property
    def is_null(self) -> bool:
        """Whether it is null."""
        return self._value is None

    def kind_error(self, expected: str) -> JsonKind:
        """The error that the value is not of the kind ``expected``."""
        kind = type(self._value)
        return JsonKind(self.path, _KINDS.get(kind, kind.__name__), expected)

    def unlike(self, *expected: str) -> JsonValue:
        """The error that the value is none of ``expected``."""
        return JsonValue(self.path, self._value, expected)

    def fields(self, *keys: str) -> tuple[Json, ...]:
        """The values of an object that has these keys and no other, in their order.

        Raises:
            JsonKind, JsonKeyMissing, JsonKeyUnknown: it is not that.
        """
        members = self._members()
        for key in keys:
            if key not in members:
                raise JsonKeyMissing(self.path, key)
        for key in members:
            if key not in keys:
                raise JsonKeyUnknown(self.path, str(key))
        return tuple(Json(members[key], f"{self.path}.{key}") for key in keys)

    def member(self, key: str) -> Json:
        """The value of ``key`` in an object that may have others.

        Raises:
            JsonKind, JsonKeyMissing: there is none.
        """
        members = self._members()
        if key not in members:
            raise JsonKeyMissing(self.path, key)
        return Json(members[key], f"{self.path}.{key}")

    def pairs(self) -> list[tuple[str, Json]]:
        """The keys and values of an object with any keys.

        Raises:
            JsonKind: it is no object, or a key is no string.
        """
        return [(key, Json(value, f"{self.path}.{key}")) for key, value in self._members().items()]

    def _members(self) -> dict[str, object]:
        if type(self._value) is not dict or any(type(key) is not str for key in self._value):
            raise self.kind_error("object")
        return self._value

    def array(self) -> list[Json]:
        """The values of an array.

        Raises:
            JsonKind: it is none.
        """
        if type(self._value) is not list:
            raise self.kind_error("array")
        return [Json(value, f"{self.path}[{at}]") for at, value in enumerate(self._value)]

    def integer(self) -> int:
        """A whole number.

        Raises:
            JsonKind: it is none.
        """
        if type(self._value) is not int:
            raise self.kind_error("integer")
        return self._value

    def boolean(self) -> bool:
        """True or false.

        Raises:
            JsonKind: it is neither.
        """
        if type(self._value) is not bool:
            raise self.kind_error("boolean")
        return self._value

    def string(self) -> str:
        """A string.

        Raises:
            JsonKind: it is none.
        """
        if type(self._value) is not str:
            raise self.kind_error("string")
        return self._value

    def one_of(self, values: Iterable[str]) -> str:
        """One of these strings.

        Raises:
            JsonKind, JsonValue: it is none of them.
        """
        values = tuple(values)
        if self.string() not in values:
            raise self.unlike(*values)
        return self.string()

    @contextmanager
    def checked(self) -> Iterator[None]:
        """Tells what is refused inside as a fault of this value.

        Raises:
            JsonFault: something was.
        """
        try:
            yield
        except JsonError:
            raise
        except SniffiError as why:
            raise JsonFault(self.path, why) from None

    def of(self, read: Callable[[str], T]) -> T:
        """What ``read`` makes of a string.

        Raises:
            JsonKind, JsonFault: it is no string, or ``read`` refuses it.
        """
        with self.checked():
            return read(self.string())

    def maybe(self, read: Callable[[str], T]) -> T | None:
        """What ``read`` makes of a string (see ``of``); None for null."""
        return None if self.is_null else self.of(read)
