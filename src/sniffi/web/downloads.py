"""What browsers save as a file instead of showing it."""

from __future__ import annotations

from starlette.responses import Response

from sniffi.record import GameRecord, dumps


def download(text: str, kind: str, name: str) -> Response:
    """A file.

    Args:
        kind: its media type.
        name: what it is called at first.
    """
    # Names and comments are in the reader's language, which a cookie tells.
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Vary": "Cookie"}
    return Response(text, media_type=kind, headers=headers)


def text_of_record(record: GameRecord) -> Response:
    """A record as a file of text (docs/record-format.md)."""
    return download(dumps([record]), "text/plain; charset=utf-8", "sniffi-game.sniff")
