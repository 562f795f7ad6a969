"""The server's secret: made on the first start, kept beside the database, never shown."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from pathlib import Path

from sniffi.web.errors import BadSecret

SECRET_BYTES = 32
OWNER_ONLY = 0o600


def secret_in(file: Path) -> bytes:
    """The secret in ``file``; made, and readable for its owner alone, when there is none.

    Two servers that start at once get the same: the file appears whole or not at all, once.

    Raises:
        BadSecret: what stands there is no secret of ours.
        OSError: it cannot be read or made.
    """
    if not file.exists():
        _make(file)
    text = file.read_text("ascii", errors="replace").strip()
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) < SECRET_BYTES:
        raise BadSecret(str(file))
    return secret


def _make(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    opened = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with os.fdopen(opened, "w", encoding="ascii") as out:
            out.write(secrets.token_hex(SECRET_BYTES) + "\n")
            out.flush()
            os.fsync(out.fileno())
        # Unlike a rename, a link never takes the place of a secret that another server just made.
        with contextlib.suppress(FileExistsError):
            os.link(scratch, file)
    finally:
        scratch.unlink()


def derived(secret: bytes, purpose: str) -> bytes:
    """A key of its own for a purpose, so that what is signed for one is worth nothing for another.

    >>> derived(b"x", "csrf") == derived(b"x", "guest")
    False
    """
    return hmac.digest(secret, f"sniffi {purpose}".encode(), "sha256")
