"""Mistakes that the others have to catch: who may spot what, what a caught mistake undoes, what a wrong spot costs."""

from __future__ import annotations

import pytest
from catsudoku_arranged import arrange, cell, make
from msgspec.structs import replace

from games.catsudoku import GAME
from games.catsudoku.view import Caught, Fine, Scored, TimeUp, TurnEnded, WrongSpot
from games.core import IllegalMove, NotYourTurn, RulesError

GRID = "r1 . . . b2 . . . ."
"""Red 1 on a1; the host stands on b2."""


def spotted(picture=GRID, host="b2", **facts):
    return arrange(picture, host=host, mistakes="spotted", **facts)


def test_only_the_host_is_in_the_way():
    state = spotted(drawn="r5")

    assert GAME.legal(state, 0) == [f"grid {place}" for place in ("a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3")] + [
        "reserve"
    ]
    with pytest.raises(IllegalMove, match=r"^The host stands on b2; red 5 can go to a1, b1, .*\.$"):
        GAME.apply(state, 0, "grid b2")


def test_a_turn_does_not_end_by_itself():
    state, _ = make(spotted(drawn="r5"), "reserve")
    assert (state.turn, GAME.legal(state, 0)) == (0, ["end"])

    state, events = make(state, "end")
    assert (state.turn, state.phase) == (1, "draw"), "nothing was laid, so there is nothing to look over"
    assert events == (TurnEnded(0, ()),)


def test_a_mistake_can_be_spotted_while_the_turn_is_open():
    state, _ = make(spotted(drawn="r5"), "grid c1")
    assert GAME.to_act(state) == {0, 1}
    assert GAME.view(state, 1).awaited == (0,)
    assert GAME.legal(state, 1) == ["spot"]

    state, events = make(state, (1, "spot"))
    assert events == (
        Caught(
            1, 0, "r5", "c1", ("row 1 already has red at a1",), took=True, token_from=None, returned=False, host="b2"
        ),
    )
    assert (cell(state, "c1"), state.host, state.reserves[0]) == ((), "b2", ("r5",))
    assert (state.tokens, state.pool) == ((1, 2), 7)
    assert (state.turn, state.phase, state.placed) == (1, "draw", ())


def test_a_mistake_can_be_spotted_after_the_end_of_the_turn():
    state, events = make(spotted(drawn="r5", seats=3), "grid c1", "end")
    assert events == (TurnEnded(0, (1, 2)),)
    assert (state.phase, state.waiting) == ("open", (1, 2))
    assert [GAME.legal(state, seat) for seat in (None, 0, 1, 2)] == [["close"], [], ["fine", "spot"], ["fine", "spot"]]

    state, events = make(state, (1, "fine"))
    assert events == (Fine(1),)
    assert GAME.legal(state, 1) == []
    state, events = make(state, (2, "spot"))
    assert isinstance(events[0], Caught)
    assert (state.turn, state.phase, state.waiting) == (1, "draw", ())


def test_the_next_player_draws_when_all_others_called_it_fine():
    state, _ = make(spotted(drawn="r5", seats=3), "grid c1", "end", (2, "fine"))
    assert state.turn == 0

    state, _ = make(state, (1, "fine"))
    assert (state.turn, state.phase) == (1, "draw")
    assert cell(state, "c1") == ("r5",), "a mistake that nobody caught stays"


def test_the_table_closes_a_turn_when_the_time_is_over():
    state, _ = make(spotted(drawn="r5", seats=3), "grid c1", "end", (2, "fine"))
    state, events = make(state, (None, "close"))

    assert events == (TimeUp(0, (1,)),)
    assert (state.turn, state.phase, state.waiting) == (1, "draw", ())


@pytest.mark.parametrize("last", [(1, "fine"), (1, "spot"), (None, "close")])
def test_the_last_turn_is_looked_over_too(last):
    state, events = make(spotted(drawn="r5", deck=()), "grid c1", "end")
    assert (GAME.outcome(state), state.phase) == (None, "open")
    assert not any(isinstance(event, Scored) for event in events)

    state, events = make(state, last)
    assert isinstance(events[-1], Scored)
    assert GAME.outcome(state) is not None
    assert (cell(state, "c1") == ()) == (last[1] == "spot")


def test_a_token_that_the_card_earned_goes_back():
    state, _ = make(spotted(drawn="g1"), "grid c1")
    assert state.tokens == (2, 1)

    state, events = make(state, (1, "spot"))
    assert events[0].returned
    assert (state.tokens, state.pool) == ((1, 2), 7)


def test_a_token_that_was_spent_meanwhile_goes_back_only_if_there_is_another():
    state = spotted(drawn="g1", reserves=(("y9",), ()))
    state, _ = make(state, "grid c1", "play y9 c3")
    assert state.tokens == (0, 1)

    state, events = make(state, (1, "spot"))
    assert not events[0].returned
    assert (state.tokens, state.pool) == ((0, 2), 8)


def test_the_host_goes_back_only_from_the_wrong_card_and_later_cards_stay():
    state = spotted(drawn="r5", tokens=(2, 1), reserves=(("y9",), ()))
    state, _ = make(state, "grid c1", "play y9 c3", (1, "spot"))

    assert (state.host, cell(state, "c3"), cell(state, "c1")) == ("c3", ("y9",), ())
    assert (state.reserves[0], state.tokens) == (("r5",), (0, 2)), "the price of the later card stays paid"


def test_the_host_goes_back_from_a_wrong_reserve_card_to_the_card_before():
    state = spotted(drawn="y5", tokens=(2, 1), reserves=(("r6",), ()))
    state, _ = make(state, "grid c2", "play r6 c1", (1, "spot"))

    assert (state.host, cell(state, "c1"), cell(state, "c2")) == ("c2", (), ("y5",))
    assert (state.reserves[0], state.tokens) == (("r6",), (0, 2))


def test_of_two_mistakes_the_newest_is_caught_and_the_other_stays():
    state = spotted(drawn="r5", tokens=(2, 1), reserves=(("r6",), ()))
    state, events = make(state, "grid c1", "play r6 a3", (1, "spot"))

    assert (events[0].card, events[0].cell) == ("r6", "a3")
    assert cell(state, "c1") == ("r5",)
    assert state.host == "c1"


def test_a_card_is_judged_by_the_grid_as_it_was_when_it_was_laid():
    # y9 was right when it was laid; the later g9 clashed with it and is the mistake
    state = spotted(". . . . b2 . . . .", drawn="y9", tokens=(2, 1), reserves=(("g9",), ()))
    _, events = make(state, "grid a1", "play g9 c1", (1, "spot"))

    assert events[0].card == "g9"
    assert events[0].reasons == ("row 1 already has a 9 at a1",)


def test_a_mistake_that_was_covered_meanwhile_cannot_be_caught():
    state = spotted(drawn="r5", tokens=(4, 1), reserves=(("y9", "y8"), ()))
    state, _ = make(state, "grid c1", "play y9 a3", "play y8 c1", (1, "spot"))

    assert state.tokens == (0, 0), "the spot was wrong"
    assert cell(state, "c1") == ("r5", "y8")


def test_mistakes_of_an_earlier_turn_cannot_be_caught():
    state = spotted(drawn="r5", deck=("y7", "g8"))
    state, _ = make(state, "grid c1", "end", (1, "fine"), "draw", "grid a3", (0, "spot"))

    assert cell(state, "c1") == ("r5",)
    assert state.tokens[0] == 0


def test_a_wrong_spot_costs_a_token_and_the_last_one_bars_until_after_the_own_next_turn():
    state = spotted(drawn="y5", tokens=(1, 2), deck=("y7", "g8", "b6"))
    state, events = make(state, "grid c2", (1, "spot"))
    assert events == (WrongSpot(1, 0, paid=True, barred=False),)
    assert (state.tokens, state.pool, state.phase) == ((1, 1), 8, "play")

    state, events = make(state, (1, "spot"))
    assert events == (WrongSpot(1, 0, paid=True, barred=True),)
    assert (state.tokens, state.pool, state.barred) == ((1, 0), 9, (1,))
    with pytest.raises(NotYourTurn, match=r"^You lost your last token for a wrong spot, so you may not spot before"):
        GAME.apply(state, 1, "spot")

    state, _ = make(state, "end")
    assert GAME.legal(state, 1) == ["fine"]
    with pytest.raises(IllegalMove, match=r"^You lost your last token for a wrong spot, so you may not spot before"):
        GAME.apply(state, 1, "spot")

    state, _ = make(state, (1, "fine"), "draw", "grid a3")
    assert state.barred == (1,), "the own turn is not over yet"
    state, _ = make(state, "end", (0, "fine"))
    assert state.barred == ()
    state, _ = make(state, "draw", "grid c3")
    assert GAME.legal(state, 1) == ["spot"]


def test_a_wrong_spot_without_a_token_costs_nothing_but_bars():
    state, events = make(spotted(drawn="y5", tokens=(1, 0)), "grid c2", (1, "spot"))

    assert events == (WrongSpot(1, 0, paid=False, barred=True),)
    assert (state.tokens, state.pool, state.barred) == ((1, 0), 9, (1,))


def test_a_barred_seat_may_spot_no_other_turn():
    state = spotted(drawn="y5", seats=3, tokens=(1, 1, 0), deck=("r4", "g8"))
    state, _ = make(state, "grid c2", (2, "spot"), "end", (1, "fine"), (2, "fine"), "draw", "grid a2")

    assert state.turn == 1
    assert GAME.legal(state, 2) == []
    assert GAME.legal(state, 0) == ["spot"]


def test_the_token_comes_from_whoever_has_most_when_the_supply_is_empty():
    state = spotted(drawn="y1", seats=3, tokens=(2, 7, 1))
    state, _ = make(state, "grid c1")
    assert state.pool == 0
    assert GAME.legal(state, 2) == ["spot"]

    state, events = make(state, (2, "spot"))
    assert (events[0].token_from, state.tokens, state.pool) == (1, (2, 6, 2), 0)


def test_the_spotter_names_whom_when_several_have_most():
    state = spotted(drawn="y1", seats=4, tokens=(3, 3, 1, 3))
    state, _ = make(state, "grid c1")
    assert GAME.legal(state, 2) == ["spot 0", "spot 1", "spot 3"]
    assert GAME.legal(state, 1) == ["spot 0", "spot 3"]
    with pytest.raises(IllegalMove, match="say whose you take, that of player A, that of player B or that of player D"):
        GAME.apply(state, 2, "spot")

    state, events = make(state, (2, "spot 3"))
    assert (events[0].token_from, state.tokens) == (3, (3, 3, 2, 2))


def test_the_player_caught_may_be_the_one_to_give():
    state = spotted(drawn="r5", tokens=(6, 4))
    state, events = make(state, "grid c1", (1, "spot"))

    assert (events[0].token_from, state.tokens) == (0, (5, 5))


def test_nothing_is_taken_when_nobody_else_has_a_token():
    state = spotted(drawn="r5", tokens=(0, 10))
    state, events = make(state, "grid c1", (1, "spot"))

    assert (events[0].took, events[0].token_from, state.tokens) == (False, None, (0, 10))
    assert cell(state, "c1") == ()


def test_a_caught_card_uncovers_what_lay_below():
    state, _ = make(spotted("r1 . y4 . b2 . . . .", drawn="r5"), "grid c1", (1, "spot"))

    assert cell(state, "c1") == ("y4",)


REFUSED = {
    "nothing placed yet": (["draw"], 1, "spot", "Nothing can be spotted: no card has been placed in this turn."),
    "put into the reserve": (
        ["draw", "reserve"],
        1,
        "spot",
        "Nothing can be spotted: no card has been placed in this turn.",
    ),
    "own turn before its end": (
        ["draw", "grid c1"],
        0,
        "spot",
        "It is your own turn, which only the others look over; end your turn.",
    ),
    "own turn before it begins": (
        [],
        0,
        "fine",
        "It is your own turn, which only the others look over; draw first.",
    ),
    "own turn": (
        ["draw", "grid c1", "end"],
        0,
        "spot",
        "Your own turn is looked over by the others; you cannot answer for them.",
    ),
    "fine before the end": (
        ["draw", "grid c1"],
        1,
        "fine",
        "Say fine once the turn has ended; until then you can only spot a mistake.",
    ),
    "drawing while the turn is open": (
        ["draw", "grid c1", "end"],
        1,
        "draw",
        "The last turn is still open for spotting; say fine or spot a mistake first.",
    ),
    "drawing while others still look": (
        ["draw", "grid c1", "end", (1, "fine")],
        1,
        "draw",
        "The last turn is still open for spotting; wait for the others to look it over.",
    ),
    "going on after the end": (
        ["draw", "grid c1", "end"],
        0,
        "draw",
        "The last turn is still open for spotting; wait for the others to look it over.",
    ),
    "fine twice": (
        ["draw", "grid c1", "end", (1, "fine")],
        1,
        "fine",
        "You have already called this turn fine; the others are still looking.",
    ),
    "spot after fine": (
        ["draw", "grid c1", "end", (1, "fine")],
        1,
        "spot",
        "You have called this turn fine, so you may not spot a mistake in it any more.",
    ),
    "a victim where none is named": (
        ["draw", "grid c1"],
        1,
        "spot 2",
        "Nobody has to be named for this token; spot the mistake without naming a player.",
    ),
    "close before the end": (
        ["draw", "grid c1"],
        None,
        "close",
        "No turn is open for spotting, so there is nothing to close.",
    ),
    "close by a player": (
        ["draw", "grid c1", "end"],
        1,
        "close",
        "A turn is closed by the table when the time for spotting has run out; say fine instead.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_moves_are_refused_in_one_sentence(case):
    before, seat, text, sentence = REFUSED[case]
    state, _ = make(spotted(phase="draw", seats=3, deck=("r5", "y7", "g8")), *before)
    was = GAME.dump(state)
    with pytest.raises(RulesError) as caught:
        GAME.apply(state, seat, text)

    assert str(caught.value) == sentence
    assert GAME.dump(state) == was


def test_laws_hold_the_spotted_game_too():
    state = GAME.setup(2, "seed", {"mistakes": "spotted"})
    state, _ = make(state, "draw")
    state, _ = make(state, GAME.legal(state, state.turn)[0], "end")
    GAME.check(state)

    for change in ({"waiting": (state.turn,)}, {"waiting": ()}, {"mistakes": "refereed"}):
        with pytest.raises(AssertionError):
            GAME.check(replace(state, **change))
