"""The command ``sniffi``: one small file a verb (docs/cli.md).

Nothing heavy is imported before a verb runs, so that help and ``explain`` answer at once.
"""

from sniffi.cli.entry import main

__all__ = ["main"]
