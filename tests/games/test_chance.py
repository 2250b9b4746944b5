"""The generator is fair and gives the same numbers for ever."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from games import chance

PINNED_RAW = [2003495167, 2633067773, 264394147]
PINNED_DICE = [1, 5, 1, 1, 0, 1, 5, 5, 4, 1, 4, 0]
PINNED_SHUFFLE = (1, 8, 3, 5, 7, 9, 4, 6, 2)
PINNED_LETTERS = ("b", "c", "e", "f", "d", "a")


def independent(seed):
    """The recipe of the module's docstring, written once more from that text alone."""
    key = hashlib.sha256(b"slowplay chance 1\x00" + seed).digest()
    n = 0
    while True:
        yield int(hashlib.sha256(key + n.to_bytes(8, "big")).hexdigest()[:8], 16)
        n += 1


def independent_shuffle(seed, items):
    numbers, items = independent(seed), list(items)
    for last in reversed(range(1, len(items))):
        size = last + 1
        number = next(n for n in numbers if n < 2**32 // size * size)
        items[last], items[number % size] = items[number % size], items[last]
    return tuple(items)


def draws(seed, limit, count):
    state = chance.start(seed)
    for _ in range(count):
        number, state = chance.below(state, limit)
        yield number


def test_numbers_are_pinned():
    assert list(draws(b"seed", 2**32, 3)) == PINNED_RAW
    assert list(draws(b"seed", 6, 12)) == PINNED_DICE
    assert chance.shuffle(chance.start(b"seed"), range(1, 10))[0] == PINNED_SHUFFLE
    assert chance.shuffle(chance.start(bytes(16)), "abcdef")[0] == PINNED_LETTERS


def test_numbers_agree_with_an_independent_reading_of_the_recipe():
    for seed in (b"", b"seed", bytes(16), b"\xff" * 40):
        assert [number for number, _ in zip(independent(seed), range(20), strict=False)] == list(draws(seed, 2**32, 20))
        assert chance.shuffle(chance.start(seed), range(52))[0] == independent_shuffle(seed, range(52))


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again():
    limit = 2**31 + 1
    kept = [number for number in draws(b"reject", 2**32, 40) if number < limit]
    assert 10 < len(kept) < 30

    assert list(draws(b"reject", limit, len(kept))) == kept


def test_every_order_is_equally_likely():
    counts = Counter(chance.shuffle(chance.start(b"%d" % n), "abcd")[0] for n in range(24 * 200))

    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7, "chi-square, 23 degrees, 0.1 per cent"


def test_a_generator_goes_on_where_it_stood():
    first, state = chance.shuffle(chance.start(b"seed"), range(9))
    second, _ = chance.shuffle(state, range(9))

    assert first != second
    assert state.used == 8


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_limits_outside_the_range_are_errors(limit):
    with pytest.raises(ValueError, match="limit"):
        chance.below(chance.start(b""), limit)


def test_the_commitment_is_the_plain_digest_and_no_key():
    assert chance.commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert chance.commitment(b"abc") == chance.commitment("abc")
    assert chance.start(b"abc").key != chance.commitment(b"abc")


def test_a_printed_generator_keeps_its_key():
    state = chance.start(b"seed")

    assert state.key not in repr(state)
