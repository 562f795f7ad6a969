"""The real command in a process of its own: pipes, signals, kill -9, a terminal, a small disk."""

from __future__ import annotations

import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sniffi.record import loads
from sniffi.terminal.savefile import SaveFile
from sniffi.words import LANGUAGES, Words
from tests.terminal.players import Reader

COMMAND = (sys.executable, "-m", "sniffi")
SEED = "5a" * 32
EN = Words("en")


def environment(state: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    return {**kept, "XDG_STATE_HOME": str(state), "LC_ALL": "C.UTF-8"}


def new_game(
    players: int, language: str, people: Sequence[int] = (1,), target: int = 60
) -> list[str]:
    bots = [f"--bot={seat}=greedy" for seat in range(1, players + 1) if seat not in people]
    names = [f"--name=P{seat}" for seat in people]
    return [
        *("play", f"--players={players}", *bots, *names, f"--lang={language}", f"--seed={SEED}"),
        *("--no-nonces", f"--target={target}", *(() if bots else ("--no-bots",))),
    ]


class Running:
    """The command, and somebody who gives the first good answer to all that it asks."""

    def __init__(self, state: Path, arguments: Sequence[str], words: Words = EN) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(state),
            text=True,
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self._reader = Reader(words)

    def follow(self) -> Iterator[str]:
        """The lines as they come; each question is answered once its line was taken."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            yield self.lines[-1]
            if self._reader.question(self.lines[-1]):
                self.process.stdin.write(self._reader.answers(self.lines)[0] + "\n")
                self.process.stdin.flush()

    def until(self, count: int) -> bool:
        """Play until so many lines followed the first question; False when the game ended."""
        asked = None
        for line in self.follow():
            if asked is None and self._reader.question(line):
                asked = len(self.lines)
            if asked is not None and len(self.lines) >= asked + count:
                return True
        return False

    def end(self) -> int:
        """Play to the end; the exit code."""
        for _ in self.follow():
            pass
        return self.close()

    def close(self) -> int:
        """Wait for the process; its exit code."""
        self.process.communicate()
        return self.process.returncode

    def kill(self) -> None:
        """Kill -9."""
        self.process.send_signal(signal.SIGKILL)
        assert self.close() == -signal.SIGKILL


def record_of(state: Path) -> bytes:
    (path,) = (state / "sniffi" / "games").iterdir()
    return path.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("players", "people"), [(2, (1,)), (3, (1, 2)), (4, (1, 3))], ids=["2", "3", "4"]
)
def test_a_scripted_game_ends_and_verifies(
    players: int, people: tuple[int, ...], language: str, tmp_path: Path
) -> None:
    running = Running(tmp_path, new_game(players, language, people), Words(language))
    assert running.end() == 0
    (path,) = (tmp_path / "sniffi" / "games").iterdir()
    assert loads(path.read_text("utf-8"))[0].over
    verified = subprocess.run([*COMMAND, "verify", str(path)], capture_output=True, check=False)
    assert verified.returncode == 0


@pytest.mark.parametrize(
    ("players", "every"),
    [
        (2, 40),
        (4, 30),
        *(pytest.param(players, 9, marks=pytest.mark.slow) for players in (2, 3, 4)),
    ],
)
def test_a_game_killed_again_and_again_is_the_unbroken_one(
    players: int, every: int, tmp_path: Path
) -> None:
    whole = Running(tmp_path / "whole", new_game(players, "en"))
    assert whole.end() == 0
    state = tmp_path / "killed"
    arguments = new_game(players, "en")
    kills = 0
    while True:
        running = Running(state, arguments)
        # Now sooner, now later: a kill at a question that comes twice in a turn brings no progress.
        if not running.until(every + kills % 9):
            assert running.close() == 0
            break
        running.kill()
        kills += 1
        arguments = ["play", "--resume"]
        if SaveFile(state / "sniffi" / "game.save").read() is None:
            # Killed in its last words: the record is written and the save taken away.
            break
    assert kills > 1
    assert record_of(state) == record_of(tmp_path / "whole")


KILLED_WHILE_SAVING = """
import os, signal, sys
from sniffi.cli import main
real = {name: getattr(os, name) for name in ("fsync", "replace")}
point, left = sys.argv[1], int(sys.argv[2])

def patched(name, after):
    def call(*args):
        global left
        left -= 1
        if after: result = real[name](*args)
        if left == 0: os.kill(os.getpid(), signal.SIGKILL)
        return result if after else real[name](*args)
    return call

name, when = point.split("-")
setattr(os, name, patched(name, when == "after"))
sys.exit(main(sys.argv[3:]))
"""


@pytest.fixture(scope="module")
def record_of_bots(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Of the game of two bots that was never broken off."""
    state = tmp_path_factory.mktemp("whole")
    assert Running(state, new_game(2, "en", people=(), target=200)).end() == 0
    return record_of(state)


@pytest.mark.parametrize(
    ("point", "time"),
    [
        ("fsync-before", 1),
        ("fsync-after", 9),
        ("replace-before", 1),
        ("replace-after", 1),
        ("replace-after", 20),
        *(
            pytest.param(point, time, marks=pytest.mark.slow)
            for point in ("fsync-before", "fsync-after", "replace-before", "replace-after")
            for time in range(2, 60, 7)
        ),
    ],
)
def test_killed_in_the_middle_of_saving_it_goes_on_the_same(
    point: str, time: int, record_of_bots: bytes, tmp_path: Path
) -> None:
    game = new_game(2, "en", people=(), target=200)
    run = [sys.executable, "-c", KILLED_WHILE_SAVING, point, str(time), *game]
    state = tmp_path / "killed"
    killed = subprocess.run(run, env=environment(state), capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    save = state / "sniffi" / "game.save"
    arguments = ["play", "--resume"] if save.exists() else game
    assert Running(state, arguments).end() == 0
    assert record_of(state) == record_of_bots


def test_what_was_told_before_a_kill_is_still_so_after_it(tmp_path: Path) -> None:
    """Law 6: an event is on the disk before anybody hears of it."""
    running = Running(tmp_path, new_game(2, "en"))
    assert running.until(15)
    running.kill()
    saved = SaveFile(tmp_path / "sniffi" / "game.save").read()
    assert saved is not None
    names, view = saved.match.plan.names, saved.match.seen_by(1)
    possible = [EN.event(event, names, 2) for event in view.events]
    told = [line for line in running.lines if line.startswith(names) and " plac" in line]
    assert told
    assert set(told) <= set(possible)


def test_the_end_of_a_pipe_is_a_clean_stop(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, *new_game(2, "fi")],
        input=b"?\nk\nzzz\n99\n\xff\xfe\x00\n",
        env=environment(tmp_path),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-1] == Words("fi").say(
        "terminal.go-on-by", command="sniffi play --resume"
    )
    assert SaveFile(tmp_path / "sniffi" / "game.save").read() is not None


def test_a_closed_input_is_no_crash(tmp_path: Path) -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, *new_game(2, "en")]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nobody_reading_the_output_costs_no_game(tmp_path: Path) -> None:
    running = Running(tmp_path, new_game(2, "en"))
    assert running.until(2)
    assert running.process.stdout is not None
    running.process.stdout.close()
    assert running.process.stdin is not None
    running.process.stdin.write("?\n" * 50)
    running.process.stdin.close()
    assert running.process.wait() == 141
    assert running.process.stderr is not None
    assert running.process.stderr.read() == ""
    running.process.stderr.close()
    assert SaveFile(tmp_path / "sniffi" / "game.save").read() is not None


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    running = Running(tmp_path, new_game(2, "en"))
    for line in running.follow():
        if line == EN.say("terminal.which-tile"):
            break
    running.process.send_signal(signal.SIGINT)
    out, err = running.process.communicate()
    assert (running.process.returncode, err) == (130, "")
    assert out.splitlines()[-1] == EN.say("terminal.go-on-by", command="sniffi play --resume")


def test_two_processes_do_not_play_the_same_save(tmp_path: Path) -> None:
    running = Running(tmp_path, new_game(2, "en"))
    assert running.until(2)
    second = subprocess.run(
        [*COMMAND, "play", "--resume", "--lang=en"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 2
    assert second.stdout == ""
    assert str(tmp_path / "sniffi" / "game.save") in second.stderr
    running.kill()


def test_a_disk_that_fills_up_costs_what_came_after_only(
    record_of_bots: bytes, tmp_path: Path
) -> None:
    """The save outgrows what the system lets the process write."""
    size = 3000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        [*COMMAND, *new_game(2, "en", people=(), target=200)],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    save = tmp_path / "sniffi" / "game.save"
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines.count(EN.say("terminal.save-disk-full", file=save)) == 1
    assert any("wins the game" in line for line in lines), "it is played on"
    assert EN.say("terminal.not-kept") in lines
    assert save.stat().st_size <= size
    assert Running(tmp_path, ["play", "--resume"]).end() == 0
    assert record_of(tmp_path) == record_of_bots


def in_a_terminal(
    state: Path, arguments: Sequence[str], answers: Sequence[str], **more: str
) -> str:
    """What a terminal shows while these lines are typed, then Ctrl-D."""
    process, screen = pty.fork()
    if process == 0:
        os.execve(sys.executable, [*COMMAND, *arguments], {**environment(state), **more})
    shown = b""
    left = iter([*(f"{answer}\n".encode() for answer in answers), b"\x04"])
    reader = Reader(EN)
    while True:
        ready, _, _ = select.select([screen], [], [], 20)
        try:
            part = os.read(screen, 65536) if ready else b""
        except OSError:
            break
        if not part:
            break
        shown += part
        last = re.sub(r"\x1b\[\d*m", "", shown.decode().rpartition("\n")[2])
        if last.endswith(" ") and reader.question(last[:-1]):
            answer = next(left, None)
            if answer is not None:
                os.write(screen, answer)
    os.close(screen)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return shown.decode()


def test_in_a_terminal_the_answer_stands_behind_the_question(tmp_path: Path) -> None:
    shown = in_a_terminal(tmp_path, new_game(2, "en"), ["w"], TERM="xterm", NO_COLOR="1")
    assert f"{EN.say('terminal.which-tile')} w\r\n" in shown
    assert "\x1b" not in shown
    assert "sniffi play --resume" in shown.splitlines()[-1]


def test_in_a_terminal_lines_break_between_words(tmp_path: Path) -> None:
    shown = in_a_terminal(tmp_path, new_game(2, "en"), ["rules"], TERM="dumb")
    told = [EN.say(f"terminal.rules-{number}") for number in range(1, 10)]
    assert max(map(len, told)) > 80
    # A commitment is one long word.
    assert all(len(line) < 80 or line.count(" ") < 3 for line in shown.splitlines())
    assert all(line in " ".join(shown.split()) for line in told)


def test_a_terminal_gets_colour_and_no_other_codes(tmp_path: Path) -> None:
    shown = in_a_terminal(tmp_path, new_game(2, "en"), ["w"], TERM="xterm")
    codes = [part.partition("m")[0] for part in shown.split("\x1b[")[1:]]
    assert codes
    assert all(code.isdigit() for code in codes)


def test_between_two_people_a_hand_is_pushed_off_the_screen(tmp_path: Path) -> None:
    arguments = new_game(2, "en", people=(1, 2))
    shown = in_a_terminal(tmp_path, arguments, ["", "?"], TERM="dumb")
    opener = next(line for line in shown.splitlines() if "it is your turn." in line)
    tile = shown[shown.index("any of these: [") + 15 :][:3].replace("|", "")
    again = in_a_terminal(tmp_path, ["play", "--resume"], ["", tile], TERM="dumb")
    hand = again.index("any of these: [")
    handed_over = again.rindex("plays next.")
    assert opener in again
    assert "\r\n" * 24 in again[hand:handed_over]
    assert "In hand" not in again[handed_over:]
