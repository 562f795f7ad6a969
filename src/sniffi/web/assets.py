"""Static files, under an address that changes with what is in them: browsers keep them for good."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response

from sniffi.pictures.style import STYLE
from sniffi.web.errors import NoSuchPage

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
HASH_DIGITS = 12
LOOK = (
    "tokens",
    "ground",
    "controls",
    "pages",
    "tiles",
    "table",
    "players",
    "board",
    "hand",
    "shown",
    "told",
    "advice",
    "history",
    "dialog",
    "motion",
)
SHEET = (
    "page",
    "standing",
    "laid",
    "fields",
    "strip",
    "cells",
    "asking",
    "lot",
    "told",
    "screens",
)
JOINED: Mapping[str, Sequence[str]] = MappingProxyType({"look": LOOK, "sheet": SHEET})
"""By a folder of ``static``, its style sheets in their order. Browsers get them as one:
``look.css`` for every page, ``sheet.css`` for score sheets."""
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file with its content's hash."""

    body: bytes
    tag: str
    kind: str


class Assets:
    """All static files, read once: they are few and small.

    The hash is of all files together and stands before the path, so that a module's ``import
    "./other.js"`` and a stylesheet's ``url()`` find the file of the same version.
    """

    def __init__(self, folder: Path = FOLDER, joined: Mapping[str, Sequence[str]] = JOINED) -> None:
        """Read the folder; ``drawn.css`` comes from where the pictures are drawn."""
        self._files: dict[str, Asset] = {}
        for file in sorted(folder.glob("*")):
            if file.is_file() and not file.name.startswith("."):
                self._add(file.name, file.read_bytes())
        for part, names in joined.items():
            sheets = [(folder / part / f"{name}.css").read_bytes() for name in names]
            self._add(f"{part}.css", b"\n".join(sheets))
        self._add("drawn.css", STYLE.encode())
        everything = hashlib.sha256()
        for path, asset in sorted(self._files.items()):
            everything.update(f"{path} {asset.tag}\n".encode())
        self.version = everything.hexdigest()[:HASH_DIGITS]

    def _add(self, path: str, body: bytes) -> None:
        kind = _KINDS.get(Path(path).suffix) or mimetypes.guess_type(path)[0]
        tag = f'"{hashlib.sha256(body).hexdigest()[:HASH_DIGITS]}"'
        self._files[path] = Asset(body, tag, kind or "application/octet-stream")

    def address(self, path: str) -> str:
        """The address of a file for a page.

        Raises:
            NoSuchPage: there is no such file.
        """
        if path not in self._files:
            raise NoSuchPage
        return f"/static/{self.version}/{path}"

    def answer(self, request: Request) -> Response:
        """The file that was asked for. That of another version is asked for again each time.

        Raises:
            NoSuchPage: there is none.
        """
        asset = self._files.get(request.path_params["path"])
        if asset is None:
            raise NoSuchPage
        kept = request.path_params["version"] == self.version
        headers = {"ETag": asset.tag, "Cache-Control": FOR_GOOD if kept else "no-cache"}
        if asset.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(asset.body, media_type=asset.kind, headers=headers)
