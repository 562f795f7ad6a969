"""Structured logs: one line of JSON for each thing, or plain lines about what goes wrong.

No ids that let one in, no names, no hands.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

LOGGER = "sniffi.web"


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; an error's traceback goes into it as one text."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.name != LOGGER:
            told["from"] = record.name
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A record as one line for a person, with its data in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and an error's traceback after it."""
        data = ", ".join(f"{key} {value}" for key, value in getattr(record, "data", {}).items())
        line = record.getMessage() + (f" ({data})" if data else "")
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def log_to(
    stream: TextIO | None = None, level: int = logging.INFO, *, in_words: bool = False
) -> None:
    """Send every log of the process, the HTTP server's too, to the stream as lines of JSON.

    Of other packages only what goes wrong, and so of all when it is ``in_words``.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(PlainLines() if in_words else JsonLines())
    if in_words:
        level = logging.WARNING
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sniffi").setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = name != "uvicorn.access"


def log(event: str, level: int = logging.INFO, /, **data: object) -> None:
    """Log a thing that happened, with its data."""
    logging.getLogger(LOGGER).log(level, event, extra={"data": data})
