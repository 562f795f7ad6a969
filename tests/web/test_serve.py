"""``sniffi serve`` as a process: its start, its stop, its logs, and that a new start goes on."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import httpx2 as httpx
import pytest

from sniffi import fast
from sniffi.cli import main
from sniffi.web.errors import BadSetting
from sniffi.web.limits import NO_LIMIT, Rate
from sniffi.web.serve import COLLECT_AFTER, UNHEARD_SECONDS, _listening, _rarely_collecting
from sniffi.web.settings import SETTINGS, ServeSettings, settings_from
from tests.web.server import at_of

SECONDS = 60
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


class Server:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], address: str, folder: Path) -> None:
        self.process = process
        self.address = address
        self.folder = folder

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, list[dict[str, Any]]]:
        """Stop it; the status, and what it logged."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, [json.loads(line) for line in err.splitlines()]


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "sniffi", "serve", "--lang", "en", *args]


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SNIFFI_")}
    return kept | {"XDG_DATA_HOME": str(folder), "SNIFFI_WARM_UP": "off"}


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[Server]:
    process = subprocess.Popen(
        command("--port", "0", *args),
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Sniffi serves at (http://\S+)\n", line)
        assert found is not None, line + (
            process.communicate(timeout=SECONDS)[1] if not line else ""
        )
        yield Server(process, found[1], folder)
    finally:
        process.kill()
        for pipe in (process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()
        process.wait()


def test_on_a_terminal_it_speaks_in_words_and_answers_before_the_bots_are_ready(
    tmp_path: Path,
) -> None:
    pty = pytest.importorskip("pty")
    main_end, terminal = pty.openpty()
    process = subprocess.Popen(
        command("--port", "0", "--warm-up", "on"),
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
    )
    os.close(terminal)
    try:
        assert process.stdout is not None
        with process.stdout as lines:
            address = next(lines).rstrip().rpartition(" ")[2]
            with httpx.Client(trust_env=False, timeout=SECONDS) as client:
                assert client.get(f"{address}/healthz").status_code == 200
                if fast.installed():
                    assert "being made ready" in next(lines)
                assert client.get(address).status_code == 200
            process.send_signal(signal.SIGTERM)
            process.wait(SECONDS)
        told = b""
        # With an error Linux tells that nobody holds the other end.
        with suppress(OSError):
            while part := os.read(main_end, 4096):
                told += part
        assert (process.returncode, told) == (0, b"")
    finally:
        process.kill()
        process.wait()
        os.close(main_end)


class Client(httpx.Client):
    """A browser without scripts."""

    def __init__(self, server: Server, **more: Any) -> None:
        super().__init__(
            base_url=server.address, follow_redirects=True, timeout=SECONDS, trust_env=False, **more
        )
        self.csrf = ""

    def visit(self, address: str) -> httpx.Response:
        page = self.get(address)
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', page.text)
        if found is not None:
            self.csrf = found[1]
        return page

    def press(self, address: str, /, **fields: Any) -> httpx.Response:
        return self.post(address, data={"csrf": self.csrf, **fields})


def open_table(client: Client, name: str = "Aino") -> str:
    client.visit("/")
    page = client.press(
        "/tables", name=name, players="2", seat2="person", access="private", language="en"
    )
    return page.url.path


def test_it_starts_with_one_command_and_stops_as_asked(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with Client(server) as client:
            assert client.get("/healthz").json()["status"] == "ok"
            assert client.get("/").status_code == 200
        status, logged = server.stop()
    assert status == 0
    assert [line["event"] for line in logged if "from" not in line] == [
        "started",
        "stopping",
        "stopped",
    ]
    for name in ("sniffi.db", "sniffi.secret"):
        mode = (tmp_path / "sniffi" / name).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600, name


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_table_goes_on_after_a_new_start_by_the_same_cookie(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path) as server, Client(server) as client:
        client.visit("/")
        page = client.press("/play")
        table = page.url.path
        with client.stream("GET", f"{table}/events?after=0") as stream:
            # The stream keeps the guest there while the lot is drawn and the tiles are dealt.
            for line in stream.iter_lines():
                if '"kind":"dealt"' in line:
                    break
        before = client.visit(table)
        cookies = dict(client.cookies)
        server.stop(number)
    with serving(tmp_path) as server, Client(server, cookies=cookies) as client:
        after = client.visit(table)
        assert after.status_code == 200
        assert at_of(after) >= at_of(before)
        hand = re.findall(r'class="held[^>]*data-tile="(\d\d)"', before.text)
        assert re.findall(r'class="held[^>]*data-tile="(\d\d)"', after.text) == hand
        assert len(hand) == 7
        assert table in client.visit("/").text


def test_streams_are_ended_when_it_stops_and_resumed_when_it_is_back(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server) as client:
        table = open_table(client)
        with client.stream("GET", f"{table}/events?after=0") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 2000"
            server.process.send_signal(signal.SIGTERM)
            told = [line for line in lines if line.startswith("id: ")]
        status, _ = server.stop()
        assert status == 0
        cookies = dict(client.cookies)
    assert told == ["id: 1", "id: 2", "id: 3"]
    with serving(tmp_path) as server, Client(server, cookies=cookies) as client:
        headers = {"Last-Event-ID": "2"}
        with client.stream("GET", f"{table}/events", headers=headers) as stream:
            lines = stream.iter_lines()
            told = []
            while not told:
                told += [line for line in [next(lines)] if line.startswith("id: ")]
        assert told == ["id: 3"]


def test_the_log_has_no_names_no_keys_and_no_tiles(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(server) as client:
        table = open_table(client, name="Kaarina-Testinen")
        client.visit(table)
        client.press(f"{table}/act", at="0", action="14")
        client.press(f"{table}/seat-bot", seat="2", bot="greedy")
        client.get(f"{table}/nothing")
        client.get("/t/nosuchtable")
        client.post("/play")
        cookie = client.cookies["sniffi_guest"]
        csrf = client.csrf
        status, logged = server.stop()
    text = json.dumps(logged)
    secret = (tmp_path / "sniffi" / "sniffi.secret").read_text("ascii").strip()
    assert status == 0
    for unwanted in ("Kaarina", table, table.split("/")[-1], cookie, csrf, secret, "[1|4]"):
        assert unwanted not in text


def test_a_proxy_is_believed_only_when_told_so(tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}
    for args, secure in (([], False), (["--trust-proxy", "127.0.0.1"], True)):
        with serving(tmp_path, *args) as server, Client(server) as client:
            cookie = client.get("/", headers=forwarded).headers["set-cookie"]
            assert ("; secure" in cookie.lower()) is secure


def test_addresses_are_counted_as_a_trusted_proxy_tells_them_and_nobody_else(
    tmp_path: Path,
) -> None:
    bounds = ["--most-streams-address", "1", "--limit-pages", "off"]
    for args, second in (([], 429), (["--trust-proxy", "127.0.0.1"], 200)):
        with serving(tmp_path, *bounds, *args) as server, Client(server) as client:
            events = f"{open_table(client)}/events"

            def status(address: str, events: str = events, client: Client = client) -> Any:
                # What the sender wrote itself stands before what the proxy added.
                forwarded = {"X-Forwarded-For": f"198.51.100.1, {address}"}
                return client.stream("GET", events, headers=forwarded)

            with status("192.0.2.1") as first, status("192.0.2.2") as other:
                assert (first.status_code, other.status_code) == (200, second)
                with status("192.0.2.1") as again:
                    assert again.status_code == 429


def test_who_hangs_up_in_the_middle_of_a_form_is_no_failure(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host, _, port = server.address.removeprefix("http://").rpartition(":")
        with socket.create_connection((host, int(port))) as begun:
            begun.sendall(b"POST /play HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n")
            begun.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\nAi")
            with Client(server) as client:
                client.visit("/")
        with Client(server) as client:
            client.visit("/")
        _, logged = server.stop()
        assert "failed" not in {line["event"] for line in logged}


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
def test_a_connection_whose_other_end_is_silent_is_given_up() -> None:
    with (
        _listening(ServeSettings(port=0)) as listener,
        socket.create_connection(listener.getsockname()),
    ):
        accepted, _ = listener.accept()
        with accepted:
            limit = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert limit == UNHEARD_SECONDS * 1000


def test_garbage_is_looked_for_less_often_only_while_it_serves() -> None:
    before = gc.get_threshold()
    with suppress(ZeroDivisionError), _rarely_collecting():
        assert gc.get_threshold() == COLLECT_AFTER
        assert gc.get_freeze_count() > 0
        raise ZeroDivisionError
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_an_address_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            command("--port", str(port)),
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("sniffi serve: ")
    assert "in use" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "variables", "told"),
    [
        (["--port", "70000"], {}, "--port"),
        (["--host", "no such host"], {}, "host"),
        (["--limit-act", "many"], {}, "60/20"),
        (["--public-url", "sniffi.example"], {}, "https://sniffi.example"),
        (["--database", "nothing:///here"], {}, ""),
        ([], {"SNIFFI_HEARTBEAT": "soon"}, "SNIFFI_HEARTBEAT"),
        ([], {"SNIFFI_TRUST_PROXY": "everybody"}, "SNIFFI_TRUST_PROXY"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_setting_that_cannot_be_is_one_sentence(
    tmp_path: Path,
    args: list[str],
    variables: dict[str, str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in (variables | {"XDG_DATA_HOME": str(tmp_path)}).items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--lang", "en", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


def test_a_flag_wins_over_a_variable_and_a_variable_over_what_is_usual() -> None:
    environ = {"SNIFFI_PORT": "1234", "SNIFFI_LIMIT_ACT": "off", "SNIFFI_GRACE": ""}
    settings = settings_from({"port": 99, "host": None}, environ)
    assert (settings.port, settings.host, settings.grace) == (99, "127.0.0.1", 60.0)
    assert settings.limit_act == NO_LIMIT
    assert settings_from({}, environ).port == 1234
    assert settings_from({}, {}) == ServeSettings()


def test_every_setting_is_documented_with_its_usual_value() -> None:
    page = HOSTING.read_text("utf-8")
    usual = ServeSettings()
    for setting in SETTINGS:
        row = re.search(rf"^\| `{setting.flag}` \| `{setting.variable}` \| (.*?) \|", page, re.M)
        assert row is not None, setting.name
        value = getattr(usual, setting.name)
        if isinstance(value, int | float | Rate) or setting.name == "host":
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            if isinstance(value, bool):
                shown = "on" if value else "off"
            assert row[1] == f"`{shown}`"
        # The example is one that is accepted.
        setting.value(setting.flag, setting.wanted)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "1.5"),
        ("host", ""),
        ("host", "a\nb"),
        ("heartbeat", "0"),
        ("limit_act", "0/5"),
        ("limit_act", "5"),
        ("limit_act", "5/0"),
        ("public_url", "ftp://x"),
        ("public_url", "https://x/path"),
        ("public_url", "https://user@x"),
        ("public_url", "https://x:99999"),
        ("public_url", "https://x:y"),
        ("public_url", "https://a b"),
        ("public_url", "https://a'b"),
        ("public_url", "https://a..b"),
        ("public_url", "https://[::g]"),
        ("trust_proxy", "x"),
        ("trust_proxy", "10.0.0.0/99"),
    ],
)
def test_a_value_that_cannot_be_is_refused(name: str, text: str) -> None:
    (setting,) = (setting for setting in SETTINGS if setting.name == name)
    with pytest.raises(BadSetting):
        setting.value(setting.flag, text)


def test_hosts_and_https_follow_the_public_address() -> None:
    assert ServeSettings().hosts == ()
    assert not ServeSettings().https
    settings = ServeSettings(public_url="https://sniffi.example:8443")
    assert settings.https
    assert settings.hosts[0] == "sniffi.example"
    assert ServeSettings(public_url="http://[::1]:8686").hosts[0] == "[::1]"


@pytest.mark.parametrize(
    ("text", "url", "host"),
    [
        ("https://käärme.example", "https://xn--krme-loaa.example", "xn--krme-loaa.example"),
        ("https://Sniffi.example:8443/", "https://sniffi.example:8443", "sniffi.example"),
        ("http://[::1]:80", "http://[::1]:80", "[::1]"),
    ],
)
def test_the_public_address_is_kept_as_browsers_name_it(text: str, url: str, host: str) -> None:
    (setting,) = (setting for setting in SETTINGS if setting.name == "public_url")
    settings = ServeSettings(public_url=cast(str, setting.value(setting.flag, text)))
    assert settings.public_url == url
    assert settings.hosts[0] == host
