"""Players' names as they are printed: one clean line, nothing that formats, pings, hides or turns the text around."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import names

NASTY = "\u202e\u200b\u2067\u200f\u0301\u20dd\ufe0f*_~|`>#-[]()<>@\\:\n\t\x00 a1é日🦔👩‍👩‍👧\u3164\u2800\U000e0041"
any_name = st.text(alphabet=st.one_of(st.sampled_from(NASTY), st.characters()), max_size=100)


@given(any_name)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_name_becomes_one_short_visible_line(name):
    short = names.plain(name)

    assert 1 <= len(short) <= names.LONGEST
    assert short == short.strip()
    assert not any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in short)
    assert not any(
        unicodedata.bidirectional(c) in {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI"} for c in short
    )
    assert any(unicodedata.category(c)[0] in "LNPS" and c not in "\u3164\u2800\u115f\u1160\uffa0" for c in short)
    assert names.plain(short) == short, "cutting twice changes nothing"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   of\n the \t hill ", "Ann of the hill"),
        ("x" * 25, "x" * 23 + "…"),
        ("x" * 24, "x" * 24),
        ("\u202eevil\u202c", "evil"),
        ("\u061c\u200e\u200fa\u202a\u202b\u202c\u202d\u202eb\u2066\u2067\u2068\u2069", "ab"),
        ("\u202e\u2067", "?"),
        ("a\u0000b\u001bc", "abc"),
        ("e\u0301", "é"),
        ("田中さくら", "田中さくら"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("", "?"),
        ("\u200b\u200d\ufeff", "?"),
        ("\u3164", "?"),
        ("\u2800\u2800", "?"),
        ("\u0301\u0301", "?"),
    ],
)
def test_names_are_cut_and_cleaned(name, shown):
    assert names.plain(name) == shown


def unescaped(text):
    """Drop what a backslash escapes; what is left can format."""
    left, rest = "", iter(text)
    for character in rest:
        if character == "\\":
            next(rest, "")
        else:
            left += character
    return left


@given(any_name)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_no_name_formats_or_mentions_in_a_message(name):
    text = names.marked(name)
    assert text.startswith("**")
    assert text.endswith("**")
    inside = text[2:-2]

    assert not set(unescaped(inside)) & set("*_~|`<>#[]"), inside
    assert not inside.endswith("\\") or inside.endswith("\\\\")
    assert "\n" not in text
    assert len(text) <= 2 * names.LONGEST + 8


@pytest.mark.parametrize(
    "name",
    ["@everyone", "@here", "<@123456789012345678>", "<@&123456789012345678>", "<#123456789012345678>", "<t:0:R>"],
)
def test_a_name_that_looks_like_a_mention_stays_text(name):
    shown = names.marked(name)

    assert name not in shown
    assert name not in unescaped(shown)


def test_a_link_in_a_name_keeps_its_stars_to_itself():
    assert names.marked("https://x.y/**").count("**") == 2


def test_seats_are_told_apart_by_shape_and_letter():
    signed = [names.signed(seat, "Same") for seat in range(4)]

    assert len(set(signed)) == 4
    assert [sign[-1] for sign in names.SIGNS] == list("ABCD")
