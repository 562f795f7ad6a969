"""``sniffi serve``: the tables in the browser."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sniffi.cli.grammar import Arguments, Option, Verb
from sniffi.cli.trouble import Status

if TYPE_CHECKING:
    from sniffi.cli.console import Console


def setting(option: str, text: str) -> object:
    """The value of a setting, read as the server reads it."""
    from sniffi.web.settings import SETTINGS

    (found,) = (setting for setting in SETTINGS if setting.flag == option)
    return found.value(option, text)


def open_in_browser(address: str, environ: Mapping[str, str]) -> None:
    """Open the address in the person's own browser, when there is a screen to open it on.

    On a machine without one Python would start a browser of text, in the server's own terminal.
    """
    has_screen = sys.platform in ("darwin", "win32") or any(
        environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        import threading
        import webbrowser

        # Some browsers are waited for until they are closed; the server has other things to do.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run(arguments: Arguments, console: Console) -> int:
    """Serve until a signal asks to stop."""
    import os

    from sniffi.web.serve import READY, serve
    from sniffi.web.settings import settings_from

    def announce(address: str) -> None:
        console.line(console.words.say("cli.serve-ready", address=address))
        console.flush()
        if arguments.open:
            open_in_browser(address, os.environ)

    settings = settings_from(vars(arguments), os.environ)

    def warming(percent: int) -> None:
        if settings.in_words:
            key = {0: "cli.serve-bots-warm-up", READY: "cli.serve-bots-ready"}.get(percent)
            console.line(
                console.words.say(key)
                if key
                else console.words.say("cli.serve-bots-part", percent=percent)
            )
            console.flush()

    serve(settings, announce, os.environ, warming)
    return Status.FINE


VERB = Verb(
    name="serve",
    about="cli.serve-about",
    run=run,
    own_options=(
        Option("--open", help="cli.serve-open"),
        Option("--host", help="cli.serve-host", value="cli.value-address", read=setting),
        Option("--port", help="cli.serve-port", value="cli.value-number", read=setting),
        Option("--database", help="cli.serve-database", value="cli.value-url", read=setting),
        Option("--secret", help="cli.serve-secret", value="cli.value-file", read=setting),
        Option("--public-url", help="cli.serve-public-url", value="cli.value-url", read=setting),
        Option(
            "--trust-proxy", help="cli.serve-trust-proxy", value="cli.value-address", read=setting
        ),
        Option("--heartbeat", help="cli.serve-heartbeat", value="cli.value-seconds", read=setting),
        Option("--grace", help="cli.serve-grace", value="cli.value-seconds", read=setting),
        Option("--keep-days", help="cli.serve-keep-days", value="cli.value-number", read=setting),
        Option(
            "--keep-sheet-days",
            help="cli.serve-keep-sheet-days",
            value="cli.value-number",
            read=setting,
        ),
        Option(
            "--keep-file-minutes",
            help="cli.serve-keep-file-minutes",
            value="cli.value-number",
            read=setting,
        ),
        Option(
            "--device-minutes",
            help="cli.serve-device-minutes",
            value="cli.value-number",
            read=setting,
        ),
        Option("--limit-make", help="cli.serve-limit-make", value="cli.value-rate", read=setting),
        Option("--limit-join", help="cli.serve-limit-join", value="cli.value-rate", read=setting),
        Option("--limit-act", help="cli.serve-limit-act", value="cli.value-rate", read=setting),
        Option("--limit-hint", help="cli.serve-limit-hint", value="cli.value-rate", read=setting),
        Option("--limit-pages", help="cli.serve-limit-pages", value="cli.value-rate", read=setting),
        Option(
            "--limit-guests", help="cli.serve-limit-guests", value="cli.value-rate", read=setting
        ),
        Option("--limit-files", help="cli.serve-limit-files", value="cli.value-rate", read=setting),
        Option(
            "--most-streams", help="cli.serve-most-streams", value="cli.value-number", read=setting
        ),
        Option(
            "--most-streams-each",
            help="cli.serve-most-streams-each",
            value="cli.value-number",
            read=setting,
        ),
        Option(
            "--most-streams-address",
            help="cli.serve-most-streams-address",
            value="cli.value-number",
            read=setting,
        ),
        Option("--body-bytes", help="cli.serve-body-bytes", value="cli.value-number", read=setting),
        Option(
            "--record-bytes", help="cli.serve-record-bytes", value="cli.value-number", read=setting
        ),
        Option("--warm-up", help="cli.serve-warm-up", choices=("on", "off"), read=setting),
        Option("--logs", help="cli.serve-logs", choices=("auto", "words", "json"), read=setting),
    ),
    statuses={Status.FINE: "cli.serve-status-fine"},
    examples=(
        "serve",
        "serve --host 0.0.0.0 --port 80",
        "serve --public-url https://sniffi.example --trust-proxy 127.0.0.1",
    ),
)
