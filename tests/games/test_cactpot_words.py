"""What players read: one sentence an event, the whole position as text, their own chips."""

from __future__ import annotations

import msgspec
import pytest

from games.cactpot import GAME, words
from games.cactpot.view import Bet, Closed, Dealt, Line, Placed, Scored, StarSet
from games.core import Event

NAMES = ("Ann", "Bob", "Cem", "Dee")
SCORED = Scored(
    game_no=2,
    games=3,
    starter=1,
    grid=(9, 4, 7, 8, 5, 6, 1, 3, 2),
    star_cell="a2",
    owners=(None,) * 9,
    bets={},
    closed=(),
    bingos=(Line("row3", "big", ("a3", "b3", "c3")), Line("colb", "straight", ("b1", "b2", "b3"))),
    bingo_space="bingo2",
    payouts=(),
    totals=(10, 7, 11),
    scores=(12, 9, 11),
)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Dealt(2, 1, (3, 3, 2)), "Game 2 is dealt; Bob starts."),
        (Placed(0, "b2", 7), "Ann places chip 7 on b2."),
        (Placed(2, "b2", None), "Cem places a chip face down on b2."),
        (StarSet("c3"), "The star chip goes to c3."),
        (Closed(("row1", "star5", "star9")), "X tokens close row 1, star 5 and star 9."),
        (Bet(1, "fall", 1), "Bob bets on falling diagonal."),
        (Bet(1, "bingo3-8", 3), "Bob bets on bingo 3-8, as third."),
        (
            SCORED,
            (
                "Game 2 is scored: row 3 (big bingo) and column b (straight) paid, the star chip was 8. "
                "Points: Ann 10, Bob 7, Cem 11."
            ),
        ),
        (
            msgspec.structs.replace(SCORED, bingos=()),
            "Game 2 is scored: no line paid, the star chip was 8. Points: Ann 10, Bob 7, Cem 11.",
        ),
    ],
    ids=["dealt", "up", "down", "star", "closed", "first", "third", "scored", "no line"],
)
def test_every_event_is_told_in_one_sentence(event, sentence):
    assert words.tell(event, NAMES[:3]) == sentence


def test_events_of_other_games_need_no_words():
    assert words.tell(Event(), NAMES) == ""


def play(state, moves):
    for move in moves.split(", "):
        (seat,) = GAME.to_act(state)
        state, _ = GAME.apply(state, seat, move)
    return state


@pytest.fixture
def dealt():
    state = GAME.setup(2, "words", {"x_tokens": True})
    return msgspec.structs.replace(state, starter=0, hands=((1, 2, 3, 4), (5, 6, 7, 8)), star=9)


PLACEMENTS = (
    "place 1 a1 up, place 5 b1 up, place 6 c1 down, place 2 a2 down, place 3 b2 up, "
    "place 7 c2 up, place 8 b3 down, place 4 a3 down"
)


def test_a_placed_board_is_described_in_full(dealt):
    view = GAME.view(play(dealt, f"{PLACEMENTS}, bet row1, bet row1, bet star9"), 1)

    assert words.board(view, NAMES[:2]) == "\n".join(  # noqa: FLY002 - a drawing is read line by line
        [
            "Game 1 of 3, starter A",
            "",
            "     a   b   c",
            " 1    1   5  ?B",
            " 2   ?A   3   7",
            " 3   ?A  ?B   *",
            "",
            "row 1     AB   col a     -",
            "row 2     X    col b     -",
            "row 3     -    col c     -",
            "falling   -    rising    -",
            "bingo 0-1 -    bingo 2   -",
            "bingo 3-8 -    star 1    X",
            "star 2    -    star 3    X",
            "star 4    -    star 5    X",
            "star 6    -    star 7    X",
            "star 8    -    star 9    B",
            "",
            ">A Ann            0 pt, 3 bets",
            " B Bob            0 pt, 2 bets",
        ]
    )
    assert words.alt(view, NAMES[:2]) == (
        "Cactpot Party, game 1 of 3, starter A. A is Ann, 0 points, 3 bets; B is Bob, 0 points, 2 bets. "
        "Row 1: 1, 5, hidden by B. Row 2: hidden by A, 3, 7. Row 3: hidden by A, hidden by B, star. "
        "Bets in order: row 1: A, B; star 9: B. "
        "Closed by X: row 2, star 1, star 3, star 5 and star 7. A, place bet 2 of 4."
    )
    assert (
        words.hand(view, NAMES[:2]) == "Your hand is empty. Hidden by you: 8 on b3 and 6 on c1. It is the turn of Ann."
    )
    assert words.hand(view, NAMES[:2], now=False) == "Your hand is empty. Hidden by you: 8 on b3 and 6 on c1."


def test_the_turn_says_what_to_do(dealt):
    said = [words.turn(GAME.view(dealt, None), NAMES)]
    for move in PLACEMENTS.split(", ")[:3]:
        dealt = play(dealt, move)
        said.append(words.turn(GAME.view(dealt, None), NAMES))

    assert said == [
        "Ann, place a chip face up.",
        "Bob, place two chips, one face up and one face down; begin with either.",
        "Bob, place a chip face down.",
        "Ann, place two chips, one face up and one face down; begin with either.",
    ]


def test_the_hand_says_what_is_possible(dealt):
    view = GAME.view(play(dealt, "place 1 a1 up, place 5 b1 up, place 6 c1 down"), 0)

    assert words.hand(view, NAMES) == (
        "Chips in your hand: 2, 3, 4. Your turn to place one face up or face down on any free cell."
    )
    assert "watching" in words.hand(GAME.view(dealt, None), NAMES)


def test_the_hand_lists_only_what_is_shorter_to_list(dealt):
    said = []
    for moves in ("", "place 1 a1 up, place 5 b1 up", f"{PLACEMENTS}", f"{PLACEMENTS}, bet row1, bet row1"):
        state = play(dealt, moves) if moves else dealt
        view = GAME.view(state, GAME.view(state, None).to_act[0])
        said.append(words.hand(view, NAMES).partition("Your turn ")[2])
    assert said[:2] == ["to place one face up on any free cell.", "to place one face down on any free cell."]
    assert said[2] == "to bet, on any space but row 2, star 1, star 3, star 5 and star 7."
    assert said[3] == "to bet, on any space but row 1, row 2, star 1, star 3, star 5 and star 7."

    view = GAME.view(play(dealt, "place 1 a1 up, place 5 b1 up, place 6 a2 down"), 0)
    view = msgspec.structs.replace(view, faces=("up",), up={"a1": 1, "b1": 5, "c2": 7})
    assert words.hand(view, NAMES).endswith("Your turn to place one face up on any free cell but c1.")
    view = msgspec.structs.replace(view, down=dict.fromkeys(("a2", "b2", "c2", "a3", "b3"), 1))
    assert words.hand(view, NAMES).endswith("Your turn to place one face up on c3.")


def test_a_move_is_named_for_its_mover(dealt):
    view = GAME.view(play(dealt, f"{PLACEMENTS}, bet row1"), 1)

    assert words.move(view, "place 7 b2 down") == "Chip 7 on b2, face down"
    assert words.move(view, "bet row1") == "Bet on row 1, as second"
    assert words.move(view, "bet star9") == "Bet on star 9"


def test_wide_names_are_cut_to_the_columns_they_take(dealt):
    drawn = words.board(GAME.view(dealt, None), ("日本語の名前がとても長い", "e\u0301" * 20)).splitlines()

    assert drawn[-2:] == [">A 日本語の名    0 pt, 4 chips", " B " + "e\u0301" * 11 + "   0 pt, 4 chips"]
