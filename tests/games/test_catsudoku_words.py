"""What players read: one sentence an event, the whole position as text, what each reserve card could do."""

from __future__ import annotations

import random

import pytest
from catsudoku_arranged import arrange, make
from msgspec.structs import replace

from games.catsudoku import GAME, words
from games.catsudoku.deck import HOUSE
from games.catsudoku.tables import GOALS, SETUPS, TITLES, name
from games.catsudoku.view import Caught, Dealt, Drawn, Fine, Kept, Placed, TimeUp, TurnEnded, WrongSpot
from games.core import Event, Outcome

NAMES = ("Ann", "Bob", "Cem", "Dee")
CAUGHT = (
    "Bob spots a mistake by Ann: row 1 already has red at a1. "
    "Red 5 goes back from c1 to the reserve and the turn is over."
)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Dealt("b5", (), 1, 18), "Blue 5 lies in the centre with the host; Bob starts."),
        (Drawn(0, "r5", 17), "Ann draws red 5."),
        (Placed(0, "r5", "a1", paid=False, goal=None, earned=False), "Ann places red 5 on a1."),
        (
            Placed(0, "r1", "a1", paid=False, goal="corner", earned=True),
            "Ann places red 1 on a1, in a corner: a token.",
        ),
        (
            Placed(0, "r3", "a1", paid=True, goal="covers_lower", earned=False),
            "Ann pays two tokens and plays red 3 on a1, on a lower number: no token is left.",
        ),
        (Kept(2, "p9"), "Cem puts purple 9 into the reserve."),
        (TurnEnded(0, ()), "Ann ends the turn."),
        (TurnEnded(0, (1, 2)), "Ann ends the turn; Bob and Cem may look it over."),
        (
            Caught(
                1,
                0,
                "r5",
                "c1",
                ("row 1 already has red at a1",),
                took=True,
                token_from=None,
                returned=False,
                host="b2",
            ),
            f"{CAUGHT} Bob takes a token from the supply.",
        ),
        (
            Caught(
                1, 0, "r5", "c1", ("row 1 already has red at a1",), took=True, token_from=2, returned=True, host="b2"
            ),
            f"{CAUGHT} Bob takes a token from Cem. The token that the card earned goes back to the supply.",
        ),
        (
            Caught(
                1,
                0,
                "r5",
                "c1",
                ("row 1 already has red at a1",),
                took=False,
                token_from=None,
                returned=False,
                host="b2",
            ),
            f"{CAUGHT} Nobody has a token to take.",
        ),
        (WrongSpot(1, 0, paid=True, barred=False), "Bob sees a mistake in Ann's turn where none is and loses a token."),
        (
            WrongSpot(1, 0, paid=False, barred=True),
            "Bob sees a mistake in Ann's turn where none is, and may not spot until after their own next turn.",
        ),
        (Fine(2), "Cem finds nothing wrong."),
        (TimeUp(0, (1,)), "The time for spotting is over; Ann's turn stands."),
        (Event(), ""),
    ],
)
def test_events_in_words(event, sentence):
    assert words.tell(event, NAMES) == sentence


def told(state, seat=None):
    return words.turn(GAME.view(state, seat), NAMES[: state.seats])


def test_turns_in_words():
    state = arrange(". . . . b2 . . . .", host="b2", phase="draw", deck=("r5",), tokens=(2, 1), reserves=(("g1",), ()))
    assert told(state) == "Ann, draw a card."
    state, _ = make(state, "draw")
    assert told(state) == "Ann, place red 5 or put it into your reserve."
    state, _ = make(state, "reserve")
    assert told(state) == "Ann, play a reserve card for two tokens or end your turn."

    state = arrange(". . . . b2 . . . .", host="b2", drawn="r5", mistakes="spotted", seats=3)
    state, _ = make(state, "grid a1")
    assert told(state) == "Ann, end your turn."
    state, _ = make(state, "end")
    assert told(state) == "Bob and Cem: look over Ann's turn and spot a mistake or call it fine."


def test_who_may_not_spot_again_is_only_asked_to_call_a_turn_fine():
    facts = {"host": "b2", "drawn": "r5", "mistakes": "spotted"}
    state = arrange(". . . . b2 . . . .", **facts, seats=3, tokens=(1, 1, 0))
    state, _ = make(state, "grid a1", (2, "spot"), "end")
    assert told(state) == "Bob: look over Ann's turn and spot a mistake or call it fine; Cem may only call it fine."
    assert dict(words.offers(GAME.view(state, None))) == {"Spot a mistake": "spot", "Looks fine": "fine"}

    state, _ = make(state, (1, "fine"))
    assert told(state) == "Cem: call Ann's turn fine; after a wrong spot that is all you may do."
    assert words.offers(GAME.view(state, None)) == (("Looks fine", "fine"),)


@pytest.mark.parametrize(
    ("outcome", "tokens", "sentence"),
    [
        (Outcome((9, 3), (1, 2), (0,), (), "points"), (0, 1), "Ann wins with 9 points."),
        (Outcome((3, 3), (2, 1), (1,), (), "tokens"), (0, 1), "Bob wins with 3 points and more tokens (1)."),
        (Outcome((1, 1), (1, 1), (0, 1), (), "tie"), (1, 1), "Ann and Bob share the win with 1 point each."),
        (
            Outcome((18,), (1,), (0,), ("Sudoku Sensei",), "points"),
            (1,),
            "Ann has 18 points and earns the title Sudoku Sensei.",
        ),
        (
            Outcome((-2,), (1,), (), (), "points"),
            (1,),
            "Ann has \N{MINUS SIGN}2 points: no title tonight, but the cats keep a lantern burning for another try.",
        ),
    ],
)
def test_endings_in_words(outcome, tokens, sentence):
    view = GAME.view(GAME.setup(len(tokens), "seed"), None)

    assert words.turn(replace(view, phase="over", outcome=outcome, tokens=tokens), NAMES) == sentence


POSITION = {"host": "b2", "drawn": "r5", "tokens": (2, 1), "reserves": (("g1", "y9"), ()), "deck": ("p1", "p2")}
PICTURE = "y4,b6 . . . b2 . . . r1"


def test_the_board_as_text_shows_the_whole_position():
    board = words.board(GAME.view(arrange(PICTURE, **POSITION), None), NAMES[:2])

    assert board.splitlines() == [
        "basic scoring, refereed",
        "",
        "        a      b      c",
        "1    b6/2      .      .",
        "2       .    *b2      .",
        "3       .      .     r1",
        "",
        "deck 2, supply 7 tokens",
        "drawn r5: on the next lower or",
        "  higher number",
        ">A Ann                   \N{MINUS SIGN}2 pt",
        "   zone a1 a2 a3, 2 tokens",
        "   reserve g1 y9",
        " B Bob                    1 pt",
        "   zone c1 c2 c3, 1 token",
        "   reserve -",
    ]


def test_the_alternative_text_gives_the_whole_position():
    alt = words.alt(GAME.view(arrange(PICTURE, **POSITION), None), NAMES[:2])

    assert alt == (
        "Cat Sudoku, basic scoring. Row 1: blue 6 (2 cards), empty, empty. Row 2: empty, blue 2 with the host, empty. "
        "Row 3: empty, empty, red 1. Drawn: red 5, on the next lower or higher number. Deck 2, supply 7 tokens. "
        "A is Ann: zone a1 a2 a3, \N{MINUS SIGN}2 points, 2 tokens, reserve green 1 and yellow 9. "
        "B is Bob: zone c1 c2 c3, 1 point, 1 token, reserve empty. A, place red 5 or put it into your reserve."
    )


def test_the_alternative_text_is_whole_with_nine_stacks_and_many_cards_kept():
    cards = [card for card in HOUSE if card != "y2"]
    piles = [cards[2 * number : 2 * number + 2] for number in range(9)]
    state = arrange(
        " ".join(map(",".join, piles)),
        host="b2",
        seats=4,
        drawn="y2",
        scoring="advanced",
        deck=(),
        reserves=tuple(tuple(cards[18 + seat :: 4]) for seat in range(4)),
        tokens=(0, 0, 0, 0),
    )
    alt = words.alt(GAME.view(state, None), ["W" * 32] * 4)

    assert alt.count("(2 cards)") == 9
    assert alt.endswith("A, place yellow 2 or put it into your reserve.")
    assert len(alt) <= words.ALT_LENGTH


def test_a_hand_says_what_each_card_could_do_now():
    state = arrange(PICTURE, **POSITION)

    assert words.hand(GAME.view(state, 0), NAMES[:2]).splitlines() == [
        "You have 2 tokens, enough to play a reserve card (2 each).",
        "Drawn: **red 5** (on the next lower or higher number): on a1, b1, a2 or c3; goal met on a1",
        "- **green 1** (in a corner): on a1, b1, a2 or c3; goal met on a1 or c3",
        "- **yellow 9** (beside the next lower or higher number): anywhere but b2",
        "Ann, place red 5 or put it into your reserve.",
    ]
    assert words.hand(GAME.view(state, 1), NAMES[:2]).splitlines() == [
        "You have 1 token, too few to play a reserve card (2 each).",
        "Your reserve is empty.",
        "It is the turn of Ann.",
    ]
    assert words.hand(GAME.view(state, None), NAMES[:2]) == "You are watching; nothing is hidden here but the deck."


def test_above_its_picture_a_hand_is_told_in_few_lines():
    state = arrange(PICTURE, **POSITION)

    assert words.brief(GAME.view(state, 0), NAMES[:2]).splitlines() == [
        "You have 2 tokens, enough to play a reserve card (2 each).",
        "Drawn: **red 5** (on the next lower or higher number).",
        "Ann, place red 5 or put it into your reserve.",
    ]
    assert words.brief(GAME.view(state, 1), NAMES[:2]).splitlines() == [
        "You have 1 token, too few to play a reserve card (2 each).",
        "It is the turn of Ann.",
    ]
    assert words.brief(GAME.view(state, None), NAMES[:2]) == words.hand(GAME.view(state, None), NAMES[:2])


def test_a_hand_that_is_kept_names_the_reserve_alone():
    state = arrange(PICTURE, **POSITION)
    said = [[say(GAME.view(state, seat), NAMES[:2], now=False) for say in (words.hand, words.brief)] for seat in (0, 1)]

    assert said == [
        [
            "Your reserve:\n- **green 1** (in a corner)\n- **yellow 9** (beside the next lower or higher number)",
            "Your reserve: green 1 and yellow 9.",
        ],
        ["Your reserve: empty.", "Your reserve: empty."],
    ]


def test_a_spotter_is_told_of_the_chance():
    state, _ = make(arrange(PICTURE, **POSITION, mistakes="spotted"), "grid a1")

    assert words.hand(GAME.view(state, 1), NAMES[:2]).endswith("It is the turn of Ann. You may spot a mistake in it.")


def test_a_large_hand_is_told_in_short():
    cards = tuple(random.Random(1).sample([card for card in HOUSE if card not in ("r5", "b2")], 22))
    hand = words.hand(GAME.view(arrange(". . . . b2 . . . .", host="b2", reserves=(cards, ())), 0), NAMES[:2])

    assert len(hand) <= 1500
    assert all(f"**{card}** " in hand for card in cards)
    assert "(* earns a token)" in hand


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("draw", "Draw a card"),
        ("grid a1", "Red 5 on a1, earns a token"),
        ("grid b1", "Red 5 on b1"),
        ("reserve", "Red 5 into your reserve"),
        ("play g1 c1", "Green 1 from your reserve on c1, earns a token"),
        ("play y9 c1", "Yellow 9 from your reserve on c1"),
        ("end", "End your turn"),
        ("spot", "Spot a mistake"),
        ("spot 2", "Spot a mistake, take a token from C"),
        ("fine", "Looks fine"),
    ],
)
def test_moves_in_words(text, named):
    assert words.move(GAME.view(arrange(PICTURE, **POSITION), 0), text) == named


def test_a_move_that_meets_a_goal_in_vain_says_so():
    state = arrange(PICTURE, **{**POSITION, "tokens": (5, 5)})

    assert words.move(GAME.view(state, 0), "grid a1") == "Red 5 on a1, meets its goal, but no token is left"
    state, _ = make(state, "grid b1")
    assert words.move(GAME.view(state, 0), "play g1 c1") == "Green 1 from your reserve on c1, earns a token"


def test_help_names_every_number_and_title():
    assert all(title in words.HELP.replace("\n", " ") and f"{points} {title}" in words.HELP for points, title in TITLES)
    assert all(f"- {number} " in words.HELP for number in range(1, 10))


def test_help_tells_what_everybody_begins_with():
    assert [SETUPS[seats].reserve for seats in (1, 2, 3, 4)] == [3, 3, 2, 2]
    assert "open to all: three cards, two with three or four players" in words.HELP


def test_help_tells_how_a_turn_ends():
    ends = {"refereed": "draw", "spotted": "play"}
    for mistakes, phase in ends.items():
        state, _ = make(arrange(". . . . b2 . . . .", host="b2", drawn="r5", mistakes=mistakes), "grid a1")
        assert state.phase == phase
    assert "when nothing can be played it ends by itself, but not with spotted mistakes" in words.HELP


def test_every_card_and_goal_has_words():
    assert {name(card) for card in ("r1", "b2", "g3", "y4", "p5")} == {
        "red 1",
        "blue 2",
        "green 3",
        "yellow 4",
        "purple 5",
    }
    assert len(set(GOALS.values())) == 9


BARRED = ", and you may not spot again until after your own next turn."


@pytest.mark.parametrize(
    ("move", "event", "said"),
    [
        ("draw", Drawn(0, "b5", 17), "You drew blue 5."),
        ("end", TurnEnded(0, ()), "Your turn is over."),
        ("fine", Fine(1), "You called the turn fine."),
        ("reserve", Kept(0, "r5"), "Red 5 into your reserve."),
        (
            "spot",
            WrongSpot(1, 0, paid=True, barred=True),
            f"There was no mistake in Ann's turn. That cost you a token{BARRED}",
        ),
        (
            "spot",
            WrongSpot(1, 0, paid=False, barred=True),
            f"There was no mistake in Ann's turn. You had no token to lose for it{BARRED}",
        ),
    ],
)
def test_a_mover_is_told_what_came_of_the_move(move, event, said):
    assert words.answer(GAME.view(arrange(PICTURE, **POSITION), 0), move, (event,), NAMES[:2]) == said
