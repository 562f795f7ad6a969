"""What whoever runs a server can set, by flags of ``sniffi serve`` or in the environment."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from sniffi.web.errors import BadSetting
from sniffi.web.limits import NO_LIMIT, Rate

HIGHEST_PORT = 65535
_RATE = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_DOMAIN = re.compile(r"[a-z0-9._-]+", re.ASCII)
ON, OFF = "on", "off"
AUTO, WORDS, JSON = "auto", "words", "json"


_MAKE = Rate(60, 3600)
_JOIN = Rate(120, 600)
_ACT = Rate(60, 20)
_HINT = Rate(10, 20)
_PAGES = Rate(6000, 60)
_GUESTS = Rate(600, 3600)
_FILES = Rate(30, 600)


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """The settings of a server, each checked (see ``SETTINGS`` for where they come from)."""

    host: str = "127.0.0.1"
    port: int = 8686
    """0 lets the system choose."""
    database: str | None = None
    """Address of the database; None for a file in the user's folder of data."""
    secret: Path | None = None
    """File of the secret; None for one beside the database."""
    public_url: str | None = None
    """How browsers reach the server, for links; None for as the request says."""
    trust_proxy: str = ""
    """The addresses of the proxies whose X-Forwarded headers hold, with commas."""
    heartbeat: float = 15.0
    """Seconds between the signs of life of a stream."""
    grace: float = 60.0
    """Seconds until a bot may play for somebody who is away."""
    keep_days: int = 30
    """Days after which tables that nobody has played at are cleared away."""
    keep_sheet_days: int = 90
    """Days after which a referee's sheet that does not go on is cleared away."""
    keep_file_minutes: int = 120
    """Minutes for which a file of records that somebody brought can be looked at."""
    device_minutes: int = 10
    """Minutes for which a link to another device is good."""
    limit_make: Rate = _MAKE
    """Tables and score sheets begun by one address."""
    limit_join: Rate = _JOIN
    """Seats taken by one address."""
    limit_act: Rate = _ACT
    """Whatever else one guest does at tables and on score sheets."""
    limit_hint: Rate = _HINT
    """Hints of one guest: each takes a bot's time to think."""
    limit_pages: Rate = _PAGES
    """All requests of one address, static files left out. A class behind one address fits in."""
    limit_guests: Rate = _GUESTS
    """New guests of one address: browsers that come without a cookie."""
    limit_files: Rate = _FILES
    """Files of records brought by one address."""
    most_streams: int = 5000
    """Open streams in all."""
    most_streams_each: int = 40
    """Open streams of one guest."""
    most_streams_address: int = 500
    """Open streams of one address. A class of 50 with ten tables each fits in."""
    body_bytes: int = 16 * 1024
    """Bytes of a request's body."""
    record_bytes: int = 512 * 1024
    """Bytes of a file of records."""
    warm_up: bool = True
    """Whether the kernel is made ready for the strong bots as soon as the server answers."""
    logs: str = AUTO
    """``json`` for a line of JSON for each event, ``words`` for plain ones about trouble alone,
    ``auto`` for words on a terminal and JSON elsewhere."""

    @property
    def in_words(self) -> bool:
        """Whether what is told on the error output is for a person to read."""
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        return on_terminal if self.logs == AUTO else self.logs == WORDS

    @property
    def https(self) -> bool:
        """Whether browsers come by https, as far as the settings say."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that requests may name; empty when any will do."""
        if self.public_url is None:
            return ()
        named = urlsplit(self.public_url).hostname or ""
        return (f"[{named}]" if ":" in named else named, "localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a setting comes from and how it is read."""

    name: str
    """The field of ``ServeSettings``."""
    wanted: str
    """An example, for whoever wrote something else."""
    read: Callable[[str], object]
    """The value that a text gives; raises ValueError for one that gives none."""

    @property
    def flag(self) -> str:
        """The flag of ``sniffi serve``."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The variable of the environment."""
        return "SNIFFI_" + self.name.upper()

    def value(self, source: str, text: str) -> object:
        """The value that ``text`` gives, which came from ``source``: the flag or the variable.

        Raises:
            BadSetting: it gives none.
        """
        try:
            return self.read(text)
        except ValueError:
            raise BadSetting(source, text[:100], self.wanted) from None


def _text(text: str) -> str:
    if not text or not text.isprintable():
        raise ValueError
    return text


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if not number:
        raise ValueError
    return number


def _port(text: str) -> int:
    port = _number(text)
    if port > HIGHEST_PORT:
        raise ValueError
    return port


def _seconds(text: str) -> float:
    return float(_positive(text))


def _rate(text: str) -> Rate:
    if text == OFF:
        return NO_LIMIT
    match = _RATE.fullmatch(text)
    if match is None:
        raise ValueError
    burst, seconds = int(match[1]), int(match[2])
    if not burst or not seconds:
        raise ValueError
    return Rate(burst, seconds)


def _switch(text: str) -> bool:
    if text not in (ON, OFF):
        raise ValueError
    return text == ON


def _logs(text: str) -> str:
    if text not in (AUTO, WORDS, JSON):
        raise ValueError
    return text


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError
    host = f"[{ip_address(parts.hostname)}]" if ":" in parts.hostname else _domain(parts.hostname)
    return f"{parts.scheme}://{host}" + ("" if parts.port is None else f":{parts.port}")


def _domain(host: str) -> str:
    """The host as browsers name it, who write other letters than those of ASCII in these."""
    named = host.encode("idna").decode("ascii").lower()
    if not _DOMAIN.fullmatch(named):
        raise ValueError
    return named


def _file(text: str) -> Path:
    return Path(_text(text))


def _proxies(text: str) -> str:
    for address in text.split(","):
        ip_network(address.strip(), strict=False)
    return text


SETTINGS: tuple[Setting, ...] = (
    Setting("host", "0.0.0.0", _text),
    Setting("port", "8686", _port),
    Setting("database", "sqlite:///sniffi.db", _text),
    Setting("secret", "sniffi.secret", _file),
    Setting("public_url", "https://sniffi.example", _url),
    Setting("trust_proxy", "127.0.0.1", _proxies),
    Setting("heartbeat", "15", _seconds),
    Setting("grace", "60", _seconds),
    Setting("keep_days", "30", _positive),
    Setting("keep_sheet_days", "90", _positive),
    Setting("keep_file_minutes", "120", _positive),
    Setting("device_minutes", "10", _positive),
    Setting("limit_make", "60/3600", _rate),
    Setting("limit_join", "120/600", _rate),
    Setting("limit_act", "60/20", _rate),
    Setting("limit_hint", "10/20", _rate),
    Setting("limit_pages", "6000/60", _rate),
    Setting("limit_guests", "600/3600", _rate),
    Setting("limit_files", "30/600", _rate),
    Setting("most_streams", "5000", _positive),
    Setting("most_streams_each", "40", _positive),
    Setting("most_streams_address", "500", _positive),
    Setting("body_bytes", "16384", _positive),
    Setting("record_bytes", "524288", _positive),
    Setting("warm_up", ON, _switch),
    Setting("logs", JSON, _logs),
)
assert {setting.name for setting in SETTINGS} == {field.name for field in fields(ServeSettings)}


def settings_from(flags: Mapping[str, object], environ: Mapping[str, str]) -> ServeSettings:
    """The settings: what the flags give, else the environment, else what is usual.

    Args:
        flags: read values by the settings' names; None for a flag that was not given.

    Raises:
        BadSetting: a variable of the environment is not what it should be.
    """
    given: dict[str, object] = {}
    for setting in SETTINGS:
        if flags.get(setting.name) is not None:
            given[setting.name] = flags[setting.name]
        elif environ.get(setting.variable):
            given[setting.name] = setting.value(setting.variable, environ[setting.variable])
    return ServeSettings(**given)  # type: ignore[arg-type]  # each was read for its field
