"""Finds every error class of the house."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import sniffi
from sniffi.rules import SniffiError


def _import_everything() -> None:
    for module in pkgutil.walk_packages(sniffi.__path__, "sniffi."):
        # Migrations are scripts that Alembic runs.
        if module.name.endswith(".__main__") or ".migrations." in module.name:
            continue
        try:
            import_module(module.name)
        except ImportError:
            # A part that needs what is not installed, or is being written: its own tests tell.
            continue


def _below(cls: type[SniffiError]) -> Iterator[type[SniffiError]]:
    for child in cls.__subclasses__():
        yield child
        yield from _below(child)


@cache
def error_classes() -> tuple[type[SniffiError], ...]:
    """The errors that have a code of their own."""
    _import_everything()
    found = {cls for cls in _below(SniffiError) if cls.__module__.startswith("sniffi.")}
    return tuple(sorted((cls for cls in found if "code" in vars(cls)), key=lambda cls: cls.code))


def key_of(cls: type[SniffiError]) -> str:
    return cls.code if "." in cls.code else f"core.{cls.code}"
