"""Set-up, the course of turns, tokens, the end, and every move that is refused."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

import pytest
from catsudoku_arranged import arrange, cell, make
from msgspec.structs import replace

from games.catsudoku import GAME
from games.catsudoku.deck import HOUSE
from games.catsudoku.tables import SETUPS, TOKENS, zones
from games.catsudoku.view import Drawn, Kept, Placed, Scored, TurnEnded
from games.core import GameOver, IllegalMove, InvalidMove, InvariantError, NotYourTurn, OptionError, RulesError

LEFT, MIDDLE, RIGHT = ("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3")
TOP, BOTTOM = ("a1", "b1", "c1"), ("a3", "b3", "c3")


def cards(state):
    drawn = [state.drawn] if state.drawn else []
    return sorted([*state.deck, *state.box, *drawn, *chain(*state.stacks), *chain(*state.reserves)])


def played_out(seats, seed, **options):
    """Yield the states of a game of random moves."""
    state, rng = GAME.setup(seats, seed, options), random.Random(seed)
    yield state, None, ()
    while to_act := sorted(GAME.to_act(state)):
        seat = rng.choice(to_act)
        text = rng.choice(GAME.legal(state, seat))
        state, events = GAME.apply(state, seat, text)
        yield state, seat, events


@pytest.mark.parametrize(
    ("seats", "in_game", "removed", "reserve", "deck", "turns"),
    [(1, 27, 2, 3, 21, 21), (2, 27, 2, 3, 18, 9), (3, 36, 2, 2, 27, 9), (4, 36, 3, 2, 24, 6)],
)
def test_set_up(seats, in_game, removed, reserve, deck, turns):
    state = GAME.setup(seats, "seed")

    assert len(state.box) == removed + 36 - in_game
    assert {card[0] for card in state.box[: 36 - in_game]} <= {"p"}
    assert [len(cards) for cards in state.reserves] == [reserve] * seats
    assert len(state.deck) == deck
    assert (state.tokens, state.pool) == ((1,) * seats, TOKENS - seats)
    assert [len(stack) for stack in state.stacks] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert (state.host, state.phase, state.turn) == ("b2", "draw", state.start)
    assert cards(state) == sorted(HOUSE)
    assert deck == seats * turns


@pytest.mark.parametrize("seats", SETUPS)
def test_everybody_has_the_same_number_of_turns(seats):
    draws = Counter(
        event.seat for _, _, events in played_out(seats, "turns") for event in events if isinstance(event, Drawn)
    )

    assert set(draws.values()) == {SETUPS[seats].deck // seats}
    assert len(draws) == seats


def test_every_seat_may_start():
    starts = Counter(GAME.setup(4, f"seed {number}").start for number in range(200))

    assert len(starts) == 4
    assert min(starts.values()) > 25


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (1, (MIDDLE,)),
        (2, (LEFT, RIGHT)),
        (3, (LEFT, MIDDLE, RIGHT)),
        (4, (LEFT, TOP, RIGHT, BOTTOM)),
    ],
)
def test_zones_go_round_from_the_start_seat(seats, expected):
    assert zones(seats, 0) == expected
    for start in range(seats):
        assert tuple(zones(seats, start)[(start + turn) % seats] for turn in range(seats)) == expected


@pytest.mark.parametrize(("seats", "usual"), [(1, "advanced"), (2, "basic"), (3, "basic"), (4, "basic")])
def test_scoring_is_as_usual_for_the_seats_unless_chosen(seats, usual):
    assert GAME.setup(seats, "seed").scoring == usual
    assert GAME.setup(seats, "seed", {"scoring": "usual"}).scoring == usual
    for chosen in ("basic", "advanced"):
        assert GAME.setup(seats, "seed", {"scoring": chosen}).scoring == chosen


def test_spotting_needs_company():
    with pytest.raises(OptionError, match="alone nobody can spot mistakes: let somebody join"):
        GAME.setup(1, "seed", {"mistakes": "spotted"})


@pytest.mark.parametrize("seats", SETUPS)
@pytest.mark.parametrize("mistakes", ["refereed", "spotted"])
def test_cards_and_tokens_are_conserved(seats, mistakes):
    if seats == 1 and mistakes == "spotted":
        return
    for number in range(5):
        for state, _, _ in played_out(seats, f"conserved {number}", mistakes=mistakes):
            assert cards(state) == sorted(HOUSE)
            assert len(cards(state)) == 36
            assert sum(state.tokens) + state.pool == 10
            assert min(*state.tokens, state.pool) >= 0


def test_a_turn_is_draw_then_grid_and_ends_by_itself():
    state = arrange(". . . . b2 . . . .", host="b2", phase="draw", deck=("r1", "g9"))
    state, events = make(state, "draw")
    assert (state.drawn, state.phase, events) == ("r1", "place", (Drawn(0, "r1", 1),))

    state, events = make(state, "grid c1")
    assert cell(state, "c1") == ("r1",)
    assert state.host == "c1"
    assert state.tokens == (2, 1)
    assert events == (Placed(0, "r1", "c1", paid=False, goal="corner", earned=True),)
    assert (state.turn, state.phase) == (1, "draw")


def test_the_host_stays_when_a_card_goes_to_the_reserve():
    state, events = make(arrange(". . . . b2 . . . .", host="b2", drawn="r1"), "reserve")

    assert (state.host, state.reserves[0], events) == ("b2", ("r1",), (Kept(0, "r1"),))
    assert (state.turn, state.phase) == (1, "draw"), "one token pays for nothing"


def test_a_card_reserved_this_turn_may_be_played_this_turn():
    state, _ = make(arrange(". . . . b2 . . . .", host="b2", drawn="r2", tokens=(2, 0)), "reserve")
    assert "play r2 a1" in GAME.legal(state, 0)

    state, events = make(state, "play r2 a1")
    assert (cell(state, "a1"), state.reserves[0], state.tokens, state.pool) == (("r2",), (), (0, 0), 10)
    assert events == (Placed(0, "r2", "a1", paid=True, goal=None, earned=False),)
    assert state.turn == 1


def test_a_token_just_earned_can_be_spent_at_once():
    state = arrange(". . . . b2 . . . .", host="b2", drawn="r1", tokens=(1, 1), reserves=(("g1",), ()))
    state, _ = make(state, "grid a1")
    assert state.phase == "play"

    state, events = make(state, "play g1 c3")
    assert events[0].earned
    assert (state.tokens, state.turn) == ((1, 1), 1)


def test_several_reserve_cards_may_be_played_in_any_order():
    state = arrange(". . . . b2 . . . .", host="b2", tokens=(5, 0), reserves=(("g1", "r3", "y5"), ()))
    state, _ = make(state, "play y5 a2", "play g1 c1")

    assert (state.reserves[0], state.tokens[0], state.phase) == (("r3",), 2, "play")
    state, events = make(state, "end")
    assert (state.turn, events) == (1, (TurnEnded(0, ()),))


def test_no_token_is_earned_when_none_is_left():
    state = arrange(". . . . b2 . . . .", host="b2", drawn="r1", tokens=(1, 9))
    state, events = make(state, "grid a1")

    assert events[0] == Placed(0, "r1", "a1", paid=False, goal="corner", earned=False)
    assert (state.tokens, state.pool) == ((1, 9), 0)


def test_the_two_tokens_paid_can_be_earned_back():
    state = arrange(". . . . b2 . . . .", host="b2", tokens=(3, 7), reserves=(("r1",), ()))
    state, _ = make(state, "play r1 a1")

    assert (state.tokens, state.pool) == ((2, 7), 1)


def test_the_goal_looks_at_the_host_before_the_card():
    state = arrange("b2 . . . . . . . .", host="a1", drawn="r4")
    _, events = make(state, "grid c3")

    assert events[0].goal == "mirror_of_host"


def test_a_turn_ends_by_itself_when_no_reserve_card_fits():
    # every row and column has a red card and a 5 on different cells, so red 5 fits nowhere
    state = arrange("r1 b5 y2 b4 r3 g5 y5 g8 r6", host="a1", drawn="r5", tokens=(4, 1))
    assert GAME.legal(state, 0) == ["reserve"]
    assert GAME.refusal(state, 0, "grid a1") == (
        "The host stands on a1; row 1 already has a 5 at b1; column a already has a 5 at a3; "
        "red 5 fits nowhere now: put it into your reserve."
    )

    state, _ = make(state, "reserve")
    assert (state.tokens, state.turn, state.phase) == ((4, 1), 1, "draw")


def test_the_game_ends_with_the_turn_in_which_the_deck_ran_out():
    state = arrange(". . . . b2 . . . .", host="b2", drawn="r1", deck=(), tokens=(1, 1), reserves=(("g3",), ()))
    state, _ = make(state, "grid a1")
    assert (state.phase, GAME.outcome(state)) == ("play", None), "the last turn is played to its end"

    state, events = make(state, "end")
    assert isinstance(events[-1], Scored)
    assert GAME.outcome(state) is not None
    assert GAME.to_act(state) == frozenset()
    with pytest.raises(GameOver):
        GAME.apply(state, 1, "draw")


REFUSED = {
    "placing before drawing": ({"phase": "draw"}, 0, "grid a1", "There is no drawn card to place; draw first."),
    "reserving before drawing": (
        {"phase": "draw"},
        0,
        "reserve",
        "There is no drawn card to put into the reserve; draw first.",
    ),
    "playing before drawing": (
        {"phase": "draw"},
        0,
        "play g1 a1",
        "A reserve card comes after the drawn one; draw first.",
    ),
    "ending before drawing": ({"phase": "draw"}, 0, "end", "The turn cannot end yet; draw first."),
    "drawing twice": (
        {"drawn": "r7"},
        0,
        "draw",
        "You have already drawn this turn; place red 7 or put it into your reserve first.",
    ),
    "ending before the drawn card is placed": (
        {"drawn": "r7"},
        0,
        "end",
        "The turn cannot end yet; place red 7 or put it into your reserve first.",
    ),
    "playing before the drawn card is placed": (
        {"drawn": "r7"},
        0,
        "play g1 a1",
        "A reserve card comes after the drawn one; place red 7 or put it into your reserve first.",
    ),
    "host cell": (
        {"drawn": "r7"},
        0,
        "grid b2",
        "The host stands on b2; red 7 can go to b1, c1, c2 or a3, or into your reserve.",
    ),
    "clash": (
        {"drawn": "y1"},
        0,
        "grid b3",
        (
            "Row 3 already has a 1 at a3; column b already has yellow at b2; "
            "yellow 1 can go to c1 or a3, or into your reserve."
        ),
    ),
    "reserve card without tokens": (
        {"tokens": (1, 1)},
        0,
        "play g1 c1",
        "A reserve card costs 2 tokens and you have 1; end your turn.",
    ),
    "reserve card without tokens on a wrong cell": (
        {"tokens": (1, 1)},
        0,
        "play g1 b2",
        "A reserve card costs 2 tokens and you have 1; the host stands on b2; end your turn.",
    ),
    "reserve card not held": (
        {"tokens": (2, 1)},
        0,
        "play y9 a1",
        "Yellow 9 is not in your reserve (green 1); play a reserve card or end your turn.",
    ),
    "reserve card not held, nothing to pay with": (
        {"tokens": (0, 1), "reserves": ((), ())},
        0,
        "play y9 a1",
        "Yellow 9 is not in your reserve (it is empty); a reserve card costs 2 tokens and you have 0; end your turn.",
    ),
    "reserve card on a wrong cell": (
        {"tokens": (2, 1)},
        0,
        "play g1 b3",
        "Row 3 already has a 1 at a3; green 1 can go to b1, c1, c2 or a3, or you end your turn.",
    ),
    "placing after placing": (
        {"tokens": (2, 1)},
        0,
        "grid a1",
        "There is no drawn card to place; play a reserve card or end your turn.",
    ),
    "another's turn": ({"drawn": "r7"}, 1, "reserve", "It is another player's turn; the board says whose."),
    "spot in refereed mode": (
        {"drawn": "r7"},
        1,
        "spot",
        "Nothing needs spotting in this game: wrong placements are refused at once.",
    ),
    "spot by the seat to move in refereed mode": (
        {"drawn": "r7"},
        0,
        "spot 1",
        "Nothing needs spotting in this game: wrong placements are refused at once.",
    ),
    "fine in refereed mode": (
        {"drawn": "r7"},
        1,
        "fine",
        "Nothing needs spotting in this game: wrong placements are refused at once.",
    ),
    "close by a player": (
        {"drawn": "r7"},
        0,
        "close",
        "A turn is closed by the table when the time for spotting has run out; say fine instead.",
    ),
    "close by the table": (
        {"drawn": "r7"},
        None,
        "close",
        "No turn is open for spotting, so there is nothing to close.",
    ),
    "draw by the table": (
        {"phase": "draw"},
        None,
        "draw",
        "Only the closing of a turn that is open for spotting is made by the table itself.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_moves_are_refused_in_one_sentence(case):
    facts, seat, text, sentence = REFUSED[case]
    state = arrange("b5 . . . y3 . r1 . .", host="b2", **({"reserves": (("g1",), ())} | facts))
    before = GAME.dump(state)
    with pytest.raises(RulesError) as caught:
        GAME.apply(state, seat, text)

    assert str(caught.value) == sentence
    assert isinstance(caught.value, NotYourTurn if seat == 1 else IllegalMove)
    assert GAME.dump(state) == before
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "text", ["grid", "grid d4", "grid a1 b2", "play r5", "play r0 a1", "play x5 a1", "spot 4", "spot x", "pass"]
)
def test_what_cannot_be_read_is_told_what_a_move_looks_like(text):
    with pytest.raises(InvalidMove, match=r"^A move looks like .*\.$"):
        GAME.parse(text)


def test_moves_read_and_write_themselves():
    for text in ("draw", "grid a1", "reserve", "play r5 b2", "end", "spot", "spot 2", "fine", "close"):
        assert GAME.parse(text) == GAME.public(text) == text


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"deck": ()}, "every card is in one place"),
        ({"tokens": (2, 1)}, "there are ten tokens"),
        ({"tokens": (-1, 3)}, "there are ten tokens"),
        ({"host": "a1"}, "the host stands on a card"),
        ({"phase": "place"}, "a drawn card waits"),
        ({"turn": 1}, "turns go round"),
        ({"phase": "over"}, "the game ends with the deck"),
        ({"waiting": (1,)}, "seats are awaited in phase open only"),
        ({"barred": (1,)}, "only spotters"),
    ],
)
def test_a_broken_law_is_noticed(change, law):
    state = GAME.setup(2, b"\1")
    state = replace(state, start=0, turn=0)
    GAME.check(state)
    with pytest.raises(InvariantError, match=law):
        GAME.check(replace(state, **change))


def test_a_clash_in_a_refereed_grid_is_noticed():
    state = GAME.setup(2, "seed")
    state, _ = make(state, "draw")
    centre = cell(state, "b2")[0]
    twin = next(card for card in state.deck if card[0] == centre[0])
    deck = (*tuple(card for card in state.deck if card != twin), state.drawn)
    wrong = replace(state, drawn=None, deck=deck, phase="play", stacks=(*state.stacks[:5], (twin,), *state.stacks[6:]))

    with pytest.raises(InvariantError, match="a referee lets no clash pass"):
        GAME.check(wrong)


@pytest.mark.parametrize("mistakes", ["refereed", "spotted"])
def test_a_preview_shows_what_the_move_will_do(mistakes):
    phases = set()
    for number in range(3):
        for state, _, _ in played_out(3, f"preview {number}", mistakes=mistakes):
            view = GAME.view(state, state.turn)
            for text in GAME.legal(state, state.turn):
                seen = GAME.preview(view, text)
                if text in ("draw", "end"):
                    assert seen == view
                    continue
                after = GAME.view(GAME.apply(state, state.turn, text)[0], state.turn)
                assert replace(seen, seq=after.seq) == after
                phases.add(seen.phase)
    assert phases == ({"play", "draw", "over"} if mistakes == "refereed" else {"play"})


def test_a_spectator_sees_what_players_see():
    state, _ = make(GAME.setup(3, "seed"), "draw")
    views = [GAME.view(state, seat) for seat in (None, 0, 1, 2)]

    assert len({GAME.dump(replace(view, seat=None)) for view in views}) == 1
    assert [GAME.private(view) for view in views] == [None, *state.reserves]
