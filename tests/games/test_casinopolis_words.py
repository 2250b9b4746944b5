"""What players read: one sentence an event, the whole map as text, their own cards."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from casinopolis_drawn import city

from games.casinopolis import GAME, HOUSE, score_map, words
from games.casinopolis.deck import card
from games.casinopolis.map import read_label
from games.casinopolis.view import Dealt, Drawn, Laid, Passed, Placed, Scored, TurnedUp
from games.core import Event

NAMES = ("Ann", "Bob", "Cem", "Dee")
TOWN = """
E┌c E─c M┐c .
E│c R   M│l R─D
E└l R─l M┘p E
.   M│H .   .
"""


def town(at=(-1, -2)):
    """A view of two seats whose map is a drawn one."""
    view = GAME.view(msgspec.structs.replace(GAME.setup(2, "town"), conditions=(3, 9, 17)), 0)
    blocks = city(TOWN, at)
    score = score_map(blocks, [card(HOUSE, number).condition for number in (3, 9, 17)])
    return msgspec.structs.replace(
        view,
        to_act=(1,),
        blocks=tuple((col, row, blocks[col, row]) for col, row in sorted(blocks, key=lambda cell: cell[::-1])),
        hand=(1, 7, 12),
        hand_sizes=(3, 1),
        top=15,
        deck_left=4,
        target=29,
        score=score,
        laid=(*view.laid, Laid(0, 8, (0, -2), turned=True)),
        queue=(1, 0, 1, 0, 1, 0),
    )


def scored(*, won):
    blocks = city(TOWN)
    score = score_map(blocks, [card(HOUSE, number).condition for number in (3, 9, 17)])
    cards = tuple(card(HOUSE, number) for number in (3, 9, 17))
    return Scored(2, (), (), cards, 29, score, won)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Dealt((5, 17, 9), 31, 1, 3, 4, (1, 3)),
            "The target is 5 + 17 + 9 = 31 points; card 3 starts the map and Bob the game.",
        ),
        (Placed(0, 7, (0, -2), turned=False, total=12, gain=4), "Ann lays card 7 on M11: +4, now 12 points."),
        (
            Placed(1, 17, (-13, 0), turned=True, total=-1, gain=-3),
            "Bob lays card 17 on ZZ13, turned: \N{MINUS SIGN}3, now \N{MINUS SIGN}1 point.",
        ),
        (Passed(1, 0, 2), "Bob passes 2 cards to Ann."),
        (Passed(1, 0, 1), "Bob passes 1 card to Ann."),
        (Drawn(0, 8), "Ann takes card 8 from the deck."),
        (TurnedUp(4, 6), "Card 4 is open on the deck."),
        (TurnedUp(None, 0), "The deck is used up."),
        (scored(won=False), "The city falls short: 35 of 29 points."),
        (scored(won=True), "The team wins: 35 of 29 points."),
        (Event(), ""),
    ],
    ids=["dealt", "placed", "turned", "passed", "one", "drawn", "top", "no top", "lost", "won", "other"],
)
def test_every_event_is_told_in_one_sentence(event, sentence):
    assert words.tell(event, NAMES) == sentence


def test_a_finished_map_is_told_line_by_line():
    assert words.scored(scored(won=True), NAMES[:2]) == "\n".join(  # noqa: FLY002 - read line by line
        [
            "Ann and Bob: 35 of 29 points, won.",
            "Casinos on the Strip: 4 Egyptian + 3 Medieval + 2 Roman = 9",
            "Icons in 1 jackpot: 4",
            "Cheap Motels: \N{MINUS SIGN}3 \N{MULTIPLICATION SIGN} 1 = \N{MINUS SIGN}3",
            "Livin' on the Edge: 2 \N{MULTIPLICATION SIGN} 2 = 4",
            "Fruit Loops: 8 \N{MULTIPLICATION SIGN} 3 = 24",
            "3 roads: \N{MINUS SIGN}3; the Strip has 8 sections",
        ]
    )


def test_the_map_is_drawn_with_its_coordinates():
    drawn = words.board(town(), NAMES[:2]).splitlines()

    assert drawn[:7] == [
        "35 of 29 points, 6 cards to go",
        "",
        "   L  M  N  O",
        "11E┌cE─cM┐c",
        "12E│cR  M│lR─D",
        "13E└lR─lM┘pE",
        "14   M│H",
    ]
    assert "9 Livin' on the Edge  2\N{MULTIPLICATION SIGN}2 =  4" in drawn
    assert "casinos 4 Egyptian + 3 Medieval + 2 Roman" in drawn
    assert "deck 4, top card 15 (E-se-ch R-we-cl / R-ns-cl M)" in drawn
    assert drawn[-2:] == ["  Ann                  3 cards", "> Bob                   1 card"]


def test_a_wide_map_is_drawn_in_pieces():
    state = GAME.setup(1, "line")
    for step in range(1, 15):
        state, _ = GAME.apply(state, 0, f"place {state.hands[0][0]} {-2 * step},0")
    drawn = words.board(GAME.view(state, None), NAMES[:1])

    assert max(map(len, drawn.splitlines())) <= 60
    assert sum(line.startswith("13") for line in drawn.splitlines()) == 2
    assert len(drawn) < 3000


def test_the_alt_text_speaks_the_whole_map():
    assert words.alt(town(), NAMES[:2]) == (
        "Casinopolis, 35 of 29 points. Cheap Motels (3, one chip): \N{MINUS SIGN}3 hits; "
        "Livin' on the Edge (9, two chips): 2 hits; "
        "Fruit Loops (17, three chips): 8 hits. 4 Egyptian + 3 Medieval + 2 Roman on the Strip, jackpots 4, "
        "roads \N{MINUS SIGN}3. "
        "Card 8 on M11 turned is the newest. Map from the first column named: "
        "11 from L: E-se-ch E-we-ch M-sw-ch. 12 from L: E-ns-ch R M-ns-le R-we-di. "
        "13 from L: E-ne-le R-we-le M-nw-pl E. 14 from M: M-ns-ho. "
        "Deck 4, top card 15 (E-se-ch R-we-cl / R-ns-cl M). Cards in hand: Ann 3, Bob 1. "
        "Bob, lay a card. 6 cards to go, 35 of 29 points so far."
    )


def spoken(text):
    """Read the map back from an alt text."""
    icons = {"ch": "cherry", "le": "lemon", "pl": "plum", "cl": "clover", "di": "diamond", "ho": "horseshoe"}
    blocks = {}
    for row, first, rest in re.findall(r"(\d+) from ([A-Z]{1,2}): ([^.]*)\.", text.partition("named: ")[2]):
        col, line = read_label(first + row)
        for word in rest.replace(",", "").replace("gap ", "gap").split():
            if word.startswith("gap"):
                col += int(word[3:])
                continue
            section = re.fullmatch(r"([EMR])-?([nesw]{2})-?(\w\w)", word)
            blocks[col, line] = f"{section[1]}:{section[2]}:{icons[section[3]]}" if section else word
            col += 1
    return blocks


def test_a_listener_can_rebuild_any_map():
    names = ["W" * 32] * 4
    told = 0
    for number in range(12):
        rng = random.Random(number)
        state = GAME.setup(1 + number % 4, f"spoken {number}")
        while not GAME.outcome(state):
            (seat,) = GAME.to_act(state)
            state, _ = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)))
            view = GAME.view(state, None)
            text = words.alt(view, names[: view.seats])
            assert len(text) <= 1000
            if "too large" not in text:
                told += 1
                assert spoken(text) == {(col, row): block for col, row, block in view.blocks}

    assert told > 160, "of 168"


def test_the_hand_shows_cards_conditions_and_the_open_card():
    said = words.hand(town(), NAMES[:2]).splitlines()

    assert said[0] == "Your cards:"
    assert said[1] == ("- **1** top Egyptian we horseshoe, Medieval we plum; bottom Roman Resort, Egyptian Resort")
    assert [line[:8] for line in said[2:4]] == ["- **7** ", "- **12**"]
    assert said[4] == "On top of the deck:"
    assert said[5].startswith("- **15** top Egyptian se cherry,")
    assert "- Fruit Loops, three chips: 1 for each fruit icon on a road that is a complete loop." in said
    assert said[-1] == "It is the turn of Bob."
    assert "watching" in words.hand(GAME.view(GAME.setup(1, "x"), None), NAMES)


def test_above_its_picture_the_hand_is_told_in_two_lines():
    assert words.brief(town(), NAMES[:2]) == "Your cards: 1, 7 and 12. On the deck: 15.\nIt is the turn of Bob."
    assert "watching" in words.brief(GAME.view(GAME.setup(1, "x"), None), NAMES)


def test_a_hand_that_is_kept_tells_neither_the_turn_nor_the_deck():
    assert words.brief(town(), NAMES[:2], now=False) == "Your cards: 1, 7 and 12."
    *_, last = said = words.hand(town(), NAMES[:2], now=False).splitlines()
    assert [line[:8] for line in said[:5]] == ["Your cards:"[:8], "- **1** ", "- **7** ", "- **12**", "Conditions:"[:8]]
    assert last.startswith("- Fruit Loops, three chips: ")


def test_a_move_is_named_by_the_coordinates_of_the_picture():
    assert words.move(town(), "place 7 0,-2") == "Card 7 on M11"
    assert words.move(town(), "place 17 -13,0 turned") == "Card 17 on ZZ13, turned"


@pytest.mark.parametrize(
    ("seats", "target", "sentence"),
    [
        (1, 35, "Ann wins: 35 of 35 points."),
        (3, 29, "Ann, Bob and Cem win: 35 of 29 points."),
        (2, 36, "The city falls short: 35 of 36 points."),
    ],
)
def test_the_end_is_told(seats, target, sentence):
    view = msgspec.structs.replace(town(), phase="over", to_act=(), queue=(), target=target)

    assert words.turn(view, NAMES[:seats]) == sentence
    assert words.hand(view, NAMES[:seats]) == f"The game is over. {sentence}"


def test_one_card_to_go_is_one():
    view = msgspec.structs.replace(town(), queue=(1,))

    assert words.turn(view, NAMES) == "Bob, lay a card. 1 card to go, 35 of 29 points so far."


def test_help_explains_the_words_for_sections_of_road():
    assert all(f"*{edges}*" in words.HELP and edges in words.STROKES for edges in ("ns", "we", "ne"))
