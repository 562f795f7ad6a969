from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sniffi.cli.text import LONGEST_SHOWN, WIDTH, filled, shown

ANY_TEXT = st.text(st.characters(codec=None), max_size=100)


@given(ANY_TEXT)
def test_shown_text_is_printable_and_short(text: str) -> None:
    result = shown(text)
    assert result.isprintable()
    assert len(result) <= LONGEST_SHOWN
    result.encode()


@given(ANY_TEXT)
def test_printable_text_is_shown_as_it_is(text: str) -> None:
    if text.isprintable() and len(text) <= LONGEST_SHOWN:
        assert shown(text) == text


@given(ANY_TEXT)
def test_a_cut_text_ends_in_an_ellipsis_and_begins_as_it_did(text: str) -> None:
    result = shown(text, longest=10)
    whole = shown(text, longest=10_000)
    if len(whole) > 10:
        assert result.endswith("…")
        assert whole.startswith(result[:-1])
    else:
        assert result == whole


def test_filled_text_keeps_its_paragraphs_and_its_width() -> None:
    text = filled("a " * 100 + "\n\n" + "b " * 100, indent="  ")
    lines = text.splitlines()
    assert "" in lines
    assert all(line.startswith("  ") for line in lines if line)
    assert max(map(len, lines)) <= WIDTH
