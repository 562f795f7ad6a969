"""The spectators' link of a table: made from the table's id, and no way back to it without the key.

A table's id is what lets one join, so a spectator must not learn it; yet any server must find the
table from the link, without a list of links. So the link is the id sealed by a key: a tag that is
the HMAC of the id, and the id with a key stream from that tag laid over it.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

from sniffi.tables.errors import NoSuchTable
from sniffi.web.secret import derived

TAG_BYTES = 16
STREAM_BYTES = 32


class WatchLinks:
    """Makes and reads the spectators' links."""

    def __init__(self, secret: bytes) -> None:
        self._tag_key = derived(secret, "watch tag")
        self._stream_key = derived(secret, "watch stream")

    def of(self, table_id: str) -> str:
        """The link's last part for the table."""
        plain = table_id.encode("ascii")
        tag = self._tag(plain)
        return urlsafe_b64encode(tag + self._covered(plain, tag)).decode("ascii").rstrip("=")

    def table(self, watch: str) -> str:
        """The id of the table that the link is for.

        Raises:
            NoSuchTable: no server with this key made it.
        """
        try:
            sealed = urlsafe_b64decode(watch.encode("ascii") + b"=" * (-len(watch) % 4))
        except ValueError:
            raise NoSuchTable from None
        tag, covered = sealed[:TAG_BYTES], sealed[TAG_BYTES:]
        plain = self._covered(covered, tag) if covered else b""
        if not plain or not hmac.compare_digest(self._tag(plain), tag):
            raise NoSuchTable
        found = plain.decode("ascii")
        # The last letter may have bits that say nothing: one table, one link.
        if self.of(found) != watch:
            raise NoSuchTable
        return found

    def _tag(self, plain: bytes) -> bytes:
        return hmac.digest(self._tag_key, plain, "sha256")[:TAG_BYTES]

    def _covered(self, text: bytes, tag: bytes) -> bytes:
        if len(text) > STREAM_BYTES:
            raise NoSuchTable
        stream = hmac.digest(self._stream_key, tag, "sha256")
        return bytes(a ^ b for a, b in zip(text, stream, strict=False))
