"""Builds the C programs that the kernel is measured against."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "shared" / "bench"


def built(name: str, folder: str) -> Path:
    """The program of ``../shared/bench/NAME.c``, built into ``folder`` as its first line says."""
    program = Path(folder) / name
    source = SOURCES / f"{name}.c"
    command = ["gcc", "-O3", "-march=native", "-w", str(source), "-o", str(program), "-lm"]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{source} cannot be built: {error}")
    return program


def seconds_of_children() -> float:
    """Processor seconds of the programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
