"""Decks: what the house deck keeps to, and every way a deck file can be wrong."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files

import pytest

from games.casinopolis import GAME, HOUSE
from games.casinopolis.blocks import BLOCKS, ICONS, TYPES, lie
from games.casinopolis.deck import HOUSE_DECK, DeckError, admit, read
from games.casinopolis.map import CORNERS
from games.casinopolis.roads import roads
from games.core import OptionError

TEXT = (files("games.casinopolis") / "deck.toml").read_text(encoding="utf-8")


def laid(card):
    return {cell: BLOCKS[text] for cell, text in zip(CORNERS, card.blocks, strict=True)}


def test_every_card_keeps_the_facts_of_the_rulebook():
    assert [card.number for card in HOUSE] == list(range(1, 19))
    for card in HOUSE:
        types = Counter(block.type for block in laid(card).values())
        assert sorted(types.values()) == [1, 1, 2]
        assert len(roads(laid(card))) in (1, 2)


def test_the_house_deck_is_balanced():
    blocks = [block for card in HOUSE for block in laid(card).values()]
    doubled = Counter(kind for card in HOUSE for kind in TYPES if [text[0] for text in card.blocks].count(kind) == 2)

    assert Counter(block.icon for block in blocks) == {None: 18, **dict.fromkeys(ICONS, 9)}
    assert Counter(block.type for block in blocks if not block.edges) == dict.fromkeys(TYPES, 6)
    assert doubled == dict.fromkeys(TYPES, 6)


def test_the_roads_of_the_house_deck_are_of_three_kinds():
    kinds = Counter()
    for card in HOUSE:
        found = roads(laid(card))
        assert len({len(road.cells) for road in found}) == 1, "no section ends inside a card"
        kinds[len(found), len(found[0].cells), sum(laid(card)[cell].turn for cell in found[0].cells)] += 1

    assert kinds == {(1, 3, 1): 6, (2, 2, 0): 6, (1, 2, 0): 6}


def test_no_two_cards_are_alike_even_turned():
    assert len({lie(card.blocks, turned=turned) for card in HOUSE for turned in (False, True)}) == 36


def test_the_known_conditions_mean_what_the_rulebook_says():
    known = {card.number: (card.title, card.condition.count, card.condition.where) for card in HOUSE}

    assert known[5] == ("Roads to Riches", "roads", ("turns >= 2",))
    assert known[9] == ("Livin' on the Edge", "blocks", ("in_largest", "corner"))
    assert known[17] == ("Fruit Loops", "icons", ("fruit", "on_loop"))


def changed(old, new, times=1):
    assert old in TEXT
    return TEXT.replace(old, new, times)


def line_of(text, part):
    """The first line with a part; the line above it for `^part`."""
    wanted = part.lstrip("^")
    return next(index for index, line in enumerate(text.splitlines(), start=1) if wanted in line) - part.count("^")


LAST = TEXT[TEXT.index("[[card]]\nnumber = 18") :]


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("number = 7\n", "number = 7,\n", "number = 7,", "not TOML"),
        ("number = 7\n", "number = 19\n", "number = 19", "number takes 1 to 18, not 19"),
        ("number = 7\n", 'number = "7"\n', 'number = "7"', "number takes 1 to 18, not '7'"),
        ("number = 7\n", "number = true\n", "number = true", "number takes 1 to 18, not True"),
        ("number = 7\n", "", '^blocks = ["R", "M:ns:d', "number takes 1 to 18, and is missing"),
        ("number = 7\n", "number = 6\n", '^blocks = ["R", "M:ns:d', "there is another card 6 before"),
        (LAST, "", "^number = 17", "takes 18 cards, 1 to 18; missing is 18"),
        ("M:ns:diamond", "M:ns:ruby", "M:ns:ruby", "a block is like E or E:ns:cherry (type E, M or R, edges ns, we"),
        ("M:ns:diamond", "M:sn:diamond", "M:sn:diamond", "not 'M:sn:diamond'"),
        ("M:ns:diamond", "B:ns:diamond", "B:ns:diamond", "not 'B:ns:diamond'"),
        ('["R", "M:ns:diamond", "M", "E:ns:cherry"]', '["R", "M", "E"]', '["R", "M", "E"]', "blocks takes four, not"),
        ('["R", "M:ns:diamond", "M", "E:ns:cherry"]', "7", "blocks = 7", "blocks takes four, not 7"),
        ('["R", "M:ns:diamond", "M", "E:ns:cherry"]', '["R", 5, "M", "E"]', '"R", 5', "not 5"),
        (
            '["R", "M:ns:diamond", "M", "E:ns:cherry"]',
            '["R", "M:ns:plum", "M", "R"]',
            '"M:ns:p',
            "one type and one each",
        ),
        (
            '["R", "M:ns:diamond", "M", "E:ns:cherry"]',
            '["R", "M", "M", "E"]',
            '"M", "M", "E"',
            "one or two roads, not 0",
        ),
        (
            '["R", "M:ns:diamond", "M", "E:ns:cherry"]',
            '["R:we:plum", "M:ns:plum", "M:we:plum", "E:we:plum"]',
            '"M:we:plum", "E:we',
            "one or two roads, not 3",
        ),
        ('title = "Turf War"', 'name = "Turf War"', "name =", "name has no meaning here; there is number, blocks"),
        ('title = "Turf War"', "title = 7", "title = 7", "title takes one line of at most 24 characters, not 7"),
        ('title = "Turf War"', 'title = ""', 'title = ""', "title takes one line"),
        ('title = "Turf War"', 'title = "a\\nb"', 'title = "a', "title takes one line"),
        ('title = "Turf War"', f'title = "{"x" * 25}"', "xxx", "title takes one line of at most 24"),
        ('title = "Turf War"', "", "^number = 6", "title takes one line of at most 24 characters, and is missing"),
        ('count = "squares"', 'count = "cubes"', "cubes", "count takes blocks, icons, resorts"),
        ('count = "squares"', "count = 3", "count = 3", "count takes blocks, icons, resorts"),
        ('count = "squares"', "", "^number = 14", "squares, and is missing"),
        ('["turns >= 2"]', '["bends >= 2"]', "bends", "where of roads takes loop, strip"),
        ('["turns >= 2"]', '"turns >= 2"', 'where = "turns', "where takes a list of words, not 'turns >= 2'"),
        ('["turns >= 2"]', "[2]", "where = [2]", "where takes a list of words, not [2]"),
        (
            'minus = {count = "casinos", where = ["not resort"]}',
            "minus = 5",
            "minus = 5",
            "minus takes count and where, not 5",
        ),
        (
            'minus = {count = "casinos", where = ["not resort"]}',
            'minus = {count = "casinos", where = ["nor resort"]}',
            "nor resort",
            "where of casinos takes egyptian",
        ),
        (
            'minus = {count = "casinos", where = ["not resort"]}',
            'minus = {count = "casinos", minus = {}}',
            "minus = {}",
            "minus takes count and where",
        ),
        ("[[card]]\nnumber = 1\n", "[cards]\nnumber = 1\n", "[cards]", "cards has no meaning here; there is [[card]]"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_reason(old, new, at, reason):
    text = changed(old, new)
    with pytest.raises(DeckError) as caught:
        read(text)

    line = line_of(text, at)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert str(caught.value) == f"line {line}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("# nothing\n\n", 2),
        ("card = 5\n", 1),
        ("\n\ncard.number = 5\n", 3),
        ("[[card]]\nnumber = {", 2),
        ("card = [5]", 1),
    ],
)
def test_odd_files_are_refused_with_a_line_of_theirs(text, line):
    with pytest.raises(DeckError) as caught:
        read(text)

    assert caught.value.line == line


def test_a_game_is_played_with_the_deck_it_is_given():
    deck = read(changed("E:we:horseshoe", "E:we:cherry"))
    state, usual = (GAME.setup(2, "seed", options) for options in ({"deck": deck}, {}))

    assert state.cards == admit(deck) != usual.cards
    assert (state.hands, state.deck, state.conditions) == (usual.hands, usual.deck, usual.conditions)


def test_a_deck_that_travelled_as_json_deals_the_same_game():
    deck = json.loads(json.dumps(HOUSE_DECK[::-1], sort_keys=True))

    assert GAME.dump(GAME.setup(4, "seed", {"deck": deck})) == GAME.dump(GAME.setup(4, "seed"))


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (7, "takes a list of cards"),
        ([5], "takes a list of cards"),
        ([], "takes 18 cards, 1 to 18; missing is 1, 2, 3"),
        (HOUSE_DECK[:-1], "missing is 18"),
        ([*HOUSE_DECK, HOUSE_DECK[0]], "there is another card 1 before"),
        ([{**HOUSE_DECK[0], "count": "cubes"}], "takes other cards than 1: count takes blocks"),
    ],
)
def test_a_wrong_deck_in_a_set_up_is_refused(deck, reason):
    with pytest.raises(OptionError, match=r"^deck takes") as caught:
        GAME.setup(2, "seed", {"deck": deck})

    assert reason in str(caught.value)
