"""Playing Casinopolis: the deal, passing and drawing, where cards may go, refusals, coordinates, previews, the end."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.casinopolis import GAME, HOUSE, score_map
from games.casinopolis import state as facts
from games.casinopolis.blocks import around, lie
from games.casinopolis.deck import HOUSE_DECK, admit, card
from games.casinopolis.map import column, footprint, label, read_label, row_number, spots
from games.casinopolis.moves import read_spot
from games.casinopolis.view import Drawn, Laid, Passed, Placed, Scored, TurnedUp
from games.core import GameOver, IllegalMove, InvalidMove, NotYourTurn


def play(state, rng):
    """Play blindly to the end; gives each state with the events that led to it."""
    while not GAME.outcome(state):
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)))
        yield state, events


# -- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "left"), [(1, 11), (2, 10), (3, 9), (4, 8)])
def test_the_starter_gets_three_cards_and_others_one(seats, left):
    state = GAME.setup(seats, "deal")
    sizes = [len(hand) for hand in state.hands]

    assert len(state.conditions) == 3
    assert sizes[state.starter] == 3
    assert sorted(sizes) == [1] * (seats - 1) + [3]
    assert len(state.deck) == left
    assert state.laid == (Laid(None, state.laid[0].number, (0, 0), turned=False),)
    assert facts.target(state.conditions) == sum(state.conditions) == GAME.view(state, None).target
    assert GAME.to_act(state) == {state.starter}


def test_every_seat_starts_sometimes_and_targets_spread():
    states = [GAME.setup(4, f"start {number}") for number in range(60)]

    assert {state.starter for state in states} == {0, 1, 2, 3}
    assert all(6 <= facts.target(state.conditions) <= 51 for state in states)


# -- passing and drawing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (1, [[3]] * 12 + [[2], [1], [0]]),
        (2, [[3, 1], [1, 3]] * 5 + [[3, 1], [0, 3], [2, 0], [0, 1], [0, 0]]),
        (3, [[3, 1, 1], [1, 3, 1], [1, 1, 3]] * 3 + [[3, 1, 1], [0, 3, 1], [0, 0, 3], [2, 0, 0], [0, 1, 0], [0, 0, 0]]),
        (
            4,
            [[3, 1, 1, 1], [1, 3, 1, 1], [1, 1, 3, 1], [1, 1, 1, 3]] * 2
            + [[3, 1, 1, 1], [0, 3, 1, 1], [0, 0, 3, 1], [0, 0, 0, 3], [2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]],
        ),
    ],
)
def test_hands_shrink_near_the_end(seats, sizes):
    state = GAME.setup(seats, "sizes")
    seen = [GAME.view(state, None).hand_sizes]
    seen += [GAME.view(after, None).hand_sizes for after, _ in play(state, random.Random(1))]
    from_starter = [[row[(state.starter + seat) % seats] for seat in range(seats)] for row in seen]

    assert from_starter == sizes


def test_the_rest_goes_to_the_left_and_the_top_is_drawn():
    state = GAME.setup(3, "pass")
    seat = state.starter
    left = (seat + 1) % 3
    number, *rest = state.hands[seat]
    after, events = GAME.apply(state, seat, f"place {number} 2,0")

    assert after.hands[left] == tuple(sorted((*state.hands[left], *rest)))
    assert after.hands[seat] == state.deck[:1]
    assert after.hands[(seat + 2) % 3] == state.hands[(seat + 2) % 3]
    assert GAME.to_act(after) == {left}
    assert [type(event) for event in events] == [Placed, Passed, Drawn, TurnedUp]
    assert events[1:] == (Passed(seat, left, 2), Drawn(seat, state.deck[0]), TurnedUp(state.deck[1], 8))


def test_alone_the_hand_stays_and_is_filled_up():
    state = GAME.setup(1, "alone")
    number, *rest = state.hands[0]
    after, events = GAME.apply(state, 0, f"place {number} 2,0")

    assert after.hands[0] == tuple(sorted((*rest, state.deck[0])))
    assert [type(event) for event in events] == [Placed, Drawn, TurnedUp]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_fifteen_cards_make_a_map_and_nobody_is_left_with_any(seats):
    *_, (state, events) = play(GAME.setup(seats, "whole"), random.Random(2))

    assert len(state.laid) == 15
    assert not state.deck
    assert not any(state.hands)
    assert state.seq == 14
    assert isinstance(events[-1], Scored)


# -- where cards may go ----------------------------------------------------------------------------------------------


def allowed(cells, spot):
    """The placement rule word by word: covers a block, or an edge of the card meets an edge of a block."""
    mine = set(footprint(spot))
    return bool(mine & cells) or any(beside in cells for cell in mine for beside in around(cell))


def test_legal_placements_are_those_of_the_rule():
    rng = random.Random(3)
    for number in range(12):
        state = GAME.setup(1 + number % 4, f"legal {number}")
        for after, _ in play(state, rng):
            (seat,) = GAME.to_act(after) or (None,)
            if seat is None or rng.random() < 0.5:
                continue
            cells = set(facts.blocks(after.cards, after.laid))
            cols, rows = zip(*cells, strict=True)
            expected = {
                f"place {held} {col},{row}{way}"
                for col in range(min(cols) - 4, max(cols) + 5)
                for row in range(min(rows) - 4, max(rows) + 5)
                if allowed(cells, (col, row))
                for held in after.hands[seat]
                for way in ("", " turned")
            }
            assert set(GAME.legal(after, seat)) == expected


def test_around_one_card_there_are_twenty_one_spots():
    around_first = spots(footprint((0, 0)))

    assert len(around_first) == 21
    assert (2, 2) not in around_first, "corner to corner"
    assert {(0, 0), (2, 1), (-2, -1), (1, 1)} <= around_first


def test_a_later_card_covers_an_earlier_one():
    laid = (Laid(None, 1, (0, 0), turned=False), Laid(0, 18, (1, 1), turned=True))
    one, other = card(HOUSE, 1).blocks, lie(card(HOUSE, 18).blocks, turned=True)

    assert facts.blocks(HOUSE, laid) == {
        **dict(zip(((0, 0), (1, 0), (0, 1)), one, strict=False)),
        **dict(zip(((1, 1), (2, 1), (1, 2), (2, 2)), other, strict=True)),
    }


def test_a_turned_card_is_turned_by_half():
    assert lie(("E:ns:cherry", "M", "E:ne:lemon", "R:we:clover"), turned=True) == (
        "R:we:clover",
        "E:sw:lemon",
        "M",
        "E:ns:cherry",
    )
    for one in HOUSE:
        assert lie(lie(one.blocks, turned=True), turned=True) == one.blocks


def test_a_map_can_grow_in_a_straight_line():
    state = GAME.setup(1, "line")
    for step in range(1, 15):
        state, _ = GAME.apply(state, 0, f"place {state.hands[0][0]} {-2 * step},0")
        GAME.check(state)

    assert min(GAME.view(state, None).blocks)[0] == -28
    assert GAME.outcome(state) is not None


# -- coordinates -----------------------------------------------------------------------------------------------------


def test_the_map_starts_at_m13():
    assert label((0, 0)) == "M13"
    assert label((1, -2)) == "N11"
    assert [column(col) for col in (-13, -12, 13, 14)] == ["ZZ", "A", "Z", "AA"]
    assert [row_number(row) for row in (-13, -12, 0)] == [99, 1, 13]


def test_labels_and_cells_are_the_same_thing_wherever_a_game_can_reach():
    cells = [(col, row) for col in range(-30, 31) for row in range(-30, 31)]

    assert len({label(cell) for cell in cells}) == len(cells)
    for cell in cells:
        assert read_label(label(cell)) == cell
        assert read_label(f" {label(cell).lower()} ") == cell


@pytest.mark.parametrize("text", ["C4", "c4", "C 4", " c  4 ", "-10,-9"])
def test_a_spot_is_read_however_it_is_written(text):
    assert read_spot(text) == (-10, -9)
    assert label((-10, -9)) == "C4"


@pytest.mark.parametrize(
    "text", ["", "4C", "C", "4", "C0", "C100", "AAA4", "C4 5", "C-4", "ä4", "1,2,3", "1, 2", "1;2"]
)
def test_what_is_no_spot_is_not_read(text):
    assert read_spot(text) is None


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("place 7 M13", "place 7 0,0"),
        ("place 7 m 13 turned", "place 7 0,0 turned"),
        ("PLACE 17 0,-2 TURNED", "place 17 0,-2 turned"),
        ("place 7 -0,00", "place 7 0,0"),
    ],
)
def test_a_move_has_one_text(text, move):
    assert GAME.parse(text) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("place 7", "give a card, the spot"),
        ("lay 7 M13", "give a card, the spot"),
        ("place seven M13", "a card is called by its number"),
        ("place 0 M13", "a card is called by its number"),
        ("place 7 13M", "a spot is a column and a row"),
        ("place 7 turned", "a spot is a column and a row"),
        ("place 7 M13 sideways", "a spot is a column and a row"),
        ("place 7 1000,0", "a spot is a column and a row"),
    ],
)
def test_an_unreadable_move_is_told_what_is_wrong(text, reason):
    with pytest.raises(InvalidMove, match="looks like") as caught:
        GAME.parse(text)

    assert reason in str(caught.value)


# -- refusals --------------------------------------------------------------------------------------------------------


@pytest.fixture
def first():
    """A solo game at its start: the map is one card on M13 to N14."""
    return msgspec.structs.replace(GAME.setup(1, "refused"), hands=((4, 5, 6),))


def refused(state, seat, text):
    before = GAME.dump(state)
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, seat, text)
    assert GAME.dump(state) == before
    return str(caught.value)


def test_every_reason_is_given(first):
    assert refused(first, 0, "place 9 M13") == "You do not hold card 9; you hold 4, 5 and 6."
    assert refused(first, 0, "place 4 O15") == (
        "A card on O15 meets the map only at a corner; it must cover a block or share an edge with one, "
        "as on O13, N14, O14, M15 or N15."
    )
    said = refused(first, 0, "place 9 Z40")
    assert said.startswith("You do not hold card 9; you hold 4, 5 and 6. A card on Z40 does not meet the map; it must")


def test_a_spot_that_touches_by_a_corner_is_told_from_one_that_touches_nothing(first):
    for spot in ("2,2", "-2,2", "2,-2", "-2,-2"):
        assert "meets the map only at a corner" in refused(first, 0, f"place 4 {spot}")
    for spot in ("3,0", "0,3", "3,3", "-28,28"):
        assert "does not meet the map" in refused(first, 0, f"place 4 {spot}")


def test_the_nearest_possible_spots_are_named(first):
    said = refused(first, 0, "place 4 2,2")
    named = said[said.index(" as on ") + 7 : -1].replace(" or ", ", ").split(", ")

    assert len(named) == 5
    assert {"O14", "N15"} <= set(named)
    for name in named:
        GAME.apply(first, 0, f"place 4 {name}")


def test_others_wait_for_their_turn():
    state = GAME.setup(2, "wait")
    other = 1 - state.starter
    with pytest.raises(NotYourTurn):
        GAME.apply(state, other, f"place {state.hands[other][0]} 0,0")
    with pytest.raises(IllegalMove):
        GAME.apply(state, None, f"place {state.hands[state.starter][0]} 0,0")


def test_nothing_moves_after_the_end():
    *_, (state, _) = play(GAME.setup(1, "over"), random.Random(1))
    with pytest.raises(GameOver):
        GAME.apply(state, 0, "place 7 0,0")
    assert "over" in GAME.refusal(state, 0, "place 7 0,0")


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_views_hide_partners_hands_and_the_deck_below_its_top():
    state = GAME.setup(4, "hidden")
    for seat in (None, 0, 1, 2, 3):
        view = msgspec.to_builtins(GAME.view(state, seat))
        own = () if seat is None else state.hands[seat]
        assert view["hand"] == own
        assert view["top"] == state.deck[0]
        assert "hands" not in view
        assert "deck" not in view
        assert len(view["cards"]) == 18, "the list of all cards is no secret"


def test_a_view_tells_the_running_score():
    for state, events in play(GAME.setup(2, "running"), random.Random(4)):
        view = GAME.view(state, None)
        blocks = {(col, row): text for col, row, text in view.blocks}
        placed = events[0]

        assert view.score == score_map(blocks, [card(HOUSE, number).condition for number in view.conditions])
        assert placed.total == view.score.total
        assert list(view.blocks) == sorted(view.blocks, key=lambda block: (block[1], block[0]))
        assert view.laid[-1] == Laid(placed.seat, placed.number, placed.spot, placed.turned)


def test_a_preview_shows_what_the_move_then_does():
    rng = random.Random(5)
    state = GAME.setup(2, "preview")
    while not GAME.outcome(state):
        (seat,) = GAME.to_act(state)
        text = rng.choice(GAME.legal(state, seat))
        before = GAME.view(state, seat)
        shown = GAME.preview(before, text)
        state, events = GAME.apply(state, seat, text)
        after = GAME.view(state, seat)

        assert (shown.blocks, shown.score, shown.laid) == (after.blocks, after.score, after.laid)
        assert shown.score.total - before.score.total == events[0].gain
        assert len(shown.hand) == len(before.hand) - 1
        assert (shown.to_act, shown.seq, shown.top) == (before.to_act, before.seq, before.top)


def test_a_preview_takes_own_cards_only_but_at_any_time():
    state = GAME.setup(2, "peek")
    waiting = 1 - state.starter
    view = GAME.view(state, waiting)
    (own,) = view.hand

    assert GAME.preview(view, f"place {own} 2,0").hand == ()
    with pytest.raises(IllegalMove, match="You do not hold card"):
        GAME.preview(view, f"place {state.hands[state.starter][0]} 2,0")
    with pytest.raises(IllegalMove, match="only at a corner"):
        GAME.preview(view, f"place {own} 2,2")
    with pytest.raises(IllegalMove, match="your hand is empty"):
        GAME.preview(GAME.view(state, None), f"place {own} 2,0")


def test_the_queue_lists_the_coming_turns():
    state = GAME.setup(3, "queue")
    assert GAME.view(state, None).queue == tuple((state.starter + turn) % 3 for turn in range(14))
    for after, _ in play(state, random.Random(6)):
        view = GAME.view(after, None)
        assert len(view.queue) == 14 - after.seq
        assert view.to_act == view.queue[:1]
        assert view.phase == ("place" if view.queue else "over")


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 3])
def test_all_win_when_the_total_reaches_the_target(seats):
    *_, (before, _), (state, _) = play(GAME.setup(seats, "end"), random.Random(7))
    outcome, total = GAME.outcome(state), GAME.view(state, None).score.total

    assert GAME.outcome(before) is None
    assert outcome.scores == (total,) * seats
    assert (outcome.won, outcome.reason) == ((), "lost")
    assert outcome.ranks == (1,) * seats


def test_the_target_itself_is_enough():
    keys = ("number", "blocks", "title", "text")
    cards = admit([{key: one[key] for key in keys} | {"count": "casinos", "where": ["medieval"]} for one in HOUSE_DECK])
    rng = random.Random(8)
    ends = {}
    while not {-1, 0, 1} <= set(ends):
        order = rng.sample(range(1, 19), 18)
        laid = tuple(
            Laid(place - 1 if place else None, number, (place // 2, place % 2), turned=rng.random() < 0.5)
            for place, number in enumerate(order[3:])
        )
        state = facts.State(1, 0, cards, tuple(order[:3]), (), ((),), laid, seq=14)
        margin = GAME.view(state, None).score.total - sum(order[:3])
        ends[margin] = GAME.outcome(state)

    for margin, outcome in ends.items():
        assert (outcome.won, outcome.reason) == (((0,), "won") if margin >= 0 else ((), "lost"))


def test_the_scored_event_holds_what_a_last_picture_needs():
    *_, (state, events) = play(GAME.setup(2, "picture"), random.Random(9))
    view, scored = GAME.view(state, None), events[-1]

    assert (scored.blocks, scored.laid, scored.score) == (view.blocks, view.laid, view.score)
    assert [one.number for one in scored.cards] == list(view.conditions)
    assert (scored.target, scored.won) == (view.target, False)
