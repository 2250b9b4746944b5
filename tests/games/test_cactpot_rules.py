"""Who does what when, and what a player is told who tries something else."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

import games
from games.cactpot import GAME, words
from games.cactpot.state import allowed, free
from games.cactpot.tables import LINES
from games.cactpot.view import Bet, Closed, Dealt, Last, Placed, Scored, StarSet
from games.core import IllegalMove, InvariantError
from games.phrases import either

# The rows of "Order of turns": seats count from the starter, 1 is the starter.
PLACEMENTS = {
    4: "1 up, 2 up, 3 up, 4 up, 4 down, 3 down, 2 down, 1 down",
    3: "1 up, 2 up, 3 up, 3 down, 2 down, 1 down, 1 down, 2 down",
    2: "1 up, 2 both, 2 both, 1 both, 1 both, 2 both, 2 both, 1 down",
}
BETS = {
    4: "1 2 3 4 4 3 2 1 1 2 3 4",
    3: "1 2 3 3 2 1 1 2 3",
    2: "1 2 2 1 1 2 2 1",
}


def walk(state, pick):
    """Play to the end of the match; `pick` chooses among the legal moves."""
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        after, events = GAME.apply(state, seat, pick(GAME.legal(state, seat)))
        yield seat, state, events, after
        state = after


def one_game(seats, seed, pick):
    """Play the first game; give the starter and (seat from the starter, faces there were) of each turn."""
    state = GAME.setup(seats, seed)
    starter = GAME.view(state, None).starter
    turns = []
    for seat, before, events, _ in walk(state, pick):
        view = GAME.view(before, seat)
        turns.append(((seat - starter) % seats + 1, view.faces))
        if any(isinstance(event, Scored) for event in events):
            return starter, turns
    raise AssertionError


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_follow_the_order_table_whoever_starts(seats):
    starters = set()
    for seed in range(12):
        starter, turns = one_game(seats, str(seed), lambda legal: legal[0])
        starters.add(starter)
        rows = [row.split() for row in PLACEMENTS[seats].split(", ")]
        for (seat, faces), (number, face) in zip(turns[:8], rows, strict=True):
            assert seat == int(number)
            assert faces == (face,) if face != "both" else faces
        assert " ".join(str(seat) for seat, _ in turns[8:]) == BETS[seats]

    assert starters == set(range(seats)), "the first starter is drawn"


@pytest.mark.parametrize("first", ["up", "down"])
def test_two_players_place_one_chip_of_each_face_in_the_order_they_like(first):
    second = {"up": "down", "down": "up"}[first]
    _, turns = one_game(2, "seed", lambda legal: next((m for m in legal if m.endswith(first)), legal[0]))

    both = ("up", "down")
    assert [faces for _, faces in turns[:8]] == [("up",), both, (second,), both, (second,), both, (second,), ("down",)]


@pytest.mark.parametrize(
    ("seats", "chips", "cactuars", "tokens", "count"),
    [(2, (4, 4), 2, 4, 3), (3, (3, 3, 2), 2, 3, 3), (4, (2, 2, 2, 2), 1, 3, 2)],
)
def test_set_up_follows_the_table(seats, chips, cactuars, tokens, count):
    state = GAME.setup(seats, "seed")
    view = GAME.view(state, None)
    from_starter = tuple(view.hand_sizes[(view.starter + turn) % seats] for turn in range(seats))

    assert from_starter == chips
    assert view.cactuars == (cactuars,) * seats
    assert view.tokens == (tokens,) * seats
    assert (view.game_no, view.games) == (1, count)
    assert GAME.opening(state) == (Dealt(1, view.starter, view.hand_sizes),)


@pytest.mark.parametrize(("seats", "count", "marker"), [(2, 3, 1), (3, 3, 1), (4, 2, 2)])
def test_the_marker_moves_and_every_game_is_dealt_anew(seats, count, marker):
    state = GAME.setup(seats, "seed")
    dealt, hands, used = list(GAME.opening(state)), [state.hands], [state.chance.used]
    scored = []
    for _, _, events, after in walk(state, lambda legal: legal[len(legal) // 2]):
        scored += [event for event in events if isinstance(event, Scored)]
        for event in events:
            if isinstance(event, Dealt):
                assert [type(e) for e in events] == [Bet, Scored, Dealt]
                dealt.append(event)
                hands.append(after.hands)
                used.append(after.chance.used)
        final = after

    assert [event.game_no for event in dealt] == list(range(1, count + 1))
    assert [event.starter for event in dealt] == [(dealt[0].starter + game * marker) % seats for game in range(count)]
    assert len(set(hands)) == count
    assert used == sorted(set(used))
    assert [event.game_no for event in scored] == list(range(1, count + 1))
    assert scored[-1].scores == GAME.outcome(final).scores == GAME.view(final, None).scores
    assert scored[-1].scores == tuple(map(sum, zip(*(event.totals for event in scored), strict=True)))


def test_the_star_chip_goes_to_the_last_empty_cell_and_stays_unknown():
    state = GAME.setup(3, "seed")
    for _, _, events, after in walk(state, lambda legal: legal[-1]):
        stars = [event for event in events if isinstance(event, StarSet)]
        if stars:
            view = GAME.view(after, None)
            assert [type(event) for event in events] == [Placed, StarSet]
            assert stars[0].cell == view.star
            assert {view.star, *view.up, *view.down} == {f"{column}{row}" for column in "abc" for row in "123"}
            assert str(after.star) not in msgspec.json.encode(view.up).decode()
            break


def test_a_legal_cell_always_remains():
    """Every set of face-up and face-down cells that the turns can lead to is tried."""
    assert PLACEMENTS.keys() == {2, 3, 4}
    for turns in PLACEMENTS.values():
        reached = {(frozenset(), frozenset(), None)}
        for turn in [row.split()[1] for row in turns.split(", ")]:
            following = set()
            for up, down, owed in reached:
                choice = (owed,) if owed else ("up", "down") if turn == "both" else (turn,)
                for face in choice:
                    cells = allowed(up, free(up | down), choice, face)
                    assert cells
                    other = {"up": "down", "down": "up"}[face] if len(choice) == 2 else None
                    for cell in cells:
                        placed = (up | {cell}, down, other) if face == "up" else (up, down | {cell}, other)
                        assert not any(set(line) <= placed[0] for line in LINES.values())
                        following.add(placed)
            reached = following
        assert {len(up) + len(down) for up, down, _ in reached} == {8}


@dataclass
class Position:
    """A position reached by moves from chosen hands; seat 0 starts."""

    hands: tuple[tuple[int, ...], ...]
    star: int
    moves: str = ""
    x_tokens: bool = False

    def state(self):
        seats = len(self.hands)
        state = next(s for n in range(99) if not (s := GAME.setup(seats, str(n), {"x_tokens": self.x_tokens})).starter)
        state = msgspec.structs.replace(state, hands=self.hands, star=self.star)
        for move in filter(None, self.moves.split(", ")):
            (seat,) = GAME.to_act(state)
            state, _ = GAME.apply(state, seat, move)
            GAME.check(state)
        return state


FOUR = ((1, 2), (3, 4), (5, 6), (7, 8))
TWO = ((1, 2, 3, 4), (5, 6, 7, 8))
FOUR_PLACED = (
    "place 1 a1 up, place 3 b1 up, place 5 c2 up, place 7 b3 up, "
    "place 8 a2 down, place 6 b2 down, place 4 a3 down, place 2 c1 down"
)
SPACES = (
    "row 1, row 2, row 3, column a, column b, column c, falling diagonal, rising diagonal, bingo 0-1, bingo 2, "
    "bingo 3-8, star 1, star 2, star 3, star 4, star 5, star 6, star 7, star 8, star 9"
)


def but(*without):
    return either(space for space in SPACES.split(", ") if space not in without)


DEAD_END = "place 1 a1 up, place 5 c1 up, place 6 c2 down, place 2 a3 up, place 3 b3 down"

REFUSALS = {
    "chip of somebody else": (
        Position(FOUR, 9),
        "place 3 a1 up",
        "You do not hold chip 3; you hold 1 and 2.",
    ),
    "chip placed before": (
        Position(FOUR, 9, "place 1 a1 up, place 3 b1 up, place 5 c2 up, place 7 b3 up, place 8 a2 down"),
        "place 5 b2 down",
        "You do not hold chip 5; you hold 6.",
    ),
    "taken cell, face down": (
        Position(FOUR, 9, FOUR_PLACED.rsplit(", ", 1)[0]),
        "place 2 b2 down",
        "b2 is taken; free cells are c1 and c3.",
    ),
    "taken cell, face up": (
        Position(FOUR, 9, "place 1 a1 up, place 3 b1 up"),
        "place 5 b1 up",
        "b1 is taken; cells for a face-up chip are a2, b2, c2, a3, b3 and c3.",
    ),
    "third in a row": (
        Position(FOUR, 9, "place 1 a3 up, place 3 c3 up"),
        "place 5 b3 up",
        "A face-up chip on b3 would make three in a row in row 3 (a3 b3 c3); place it on a1, b1, c1, a2, b2 or c2.",
    ),
    "third in a row, face down would do": (
        Position(TWO, 9, "place 1 a1 up, place 5 b1 up, place 6 a2 down"),
        "place 2 c1 up",
        (
            "A face-up chip on c1 would make three in a row in row 1 (a1 b1 c1); "
            "place it face down, or on b2, c2, a3, b3 or c3."
        ),
    ),
    "no cell left for the chip face up": (
        Position(TWO, 9, DEAD_END),
        "place 7 c3 down",
        "A face-down chip on c3 would leave no cell for your face-up chip; place it face up, or on b1, a2 or b2.",
    ),
    "face down in a turn for face up": (
        Position(FOUR, 9),
        "place 1 a1 down",
        "This chip goes face up; face-down chips are not placed in this turn.",
    ),
    "face up in a turn for face down": (
        Position(FOUR, 9, "place 1 a1 up, place 3 b1 up, place 5 c2 up, place 7 b3 up"),
        "place 8 a2 up",
        "This chip goes face down, under your cactuar; face-up chips are not placed in this turn.",
    ),
    "second face-down chip of a turn": (
        Position(TWO, 9, "place 1 a1 up, place 5 b1 down"),
        "place 6 c1 down",
        "The face-down chip of this turn is placed already; this one goes face up.",
    ),
    "second face-up chip of a turn": (
        Position(TWO, 9, "place 1 a1 up, place 5 b1 up"),
        "place 6 c2 up",
        "The face-up chip of this turn is placed already; this one goes face down, under your cactuar.",
    ),
    "second face-down chip of a turn, no cactuar left": (
        Position(TWO, 9, f"{DEAD_END}, place 7 b1 down"),
        "place 8 a2 down",
        "The face-down chip of this turn is placed already, under your last cactuar; this one goes face up.",
    ),
    "first chip of two players": (
        Position(TWO, 9),
        "place 1 a1 down",
        "This chip goes face up; face-down chips are not placed in this turn.",
    ),
    "last chip of two players": (
        Position(TWO, 9, f"{DEAD_END}, place 7 b1 down, place 8 c3 up"),
        "place 4 b2 up",
        "This chip goes face down, under your cactuar; face-up chips are not placed in this turn.",
    ),
    "last cell left for a chip face up": (
        Position(TWO, 9, f"{DEAD_END}, place 7 b1 down"),
        "place 8 b1 up",
        "b1 is taken; the only cell for a face-up chip is c3.",
    ),
    "everything at once": (
        Position(FOUR, 9, "place 1 a1 up, place 3 b1 up"),
        "place 8 b1 down",
        (
            "You do not hold chip 8; you hold 5 and 6. b1 is taken; free cells are c1, a2, b2, c2, a3, b3 and c3. "
            "This chip goes face up; face-down chips are not placed in this turn."
        ),
    ),
    "bet before the bets": (
        Position(FOUR, 9),
        "bet row1",
        "Bets begin once eight chips lie; place a chip now, such as 1 on a1, face up.",
    ),
    "chip after the chips": (
        Position(FOUR, 9, FOUR_PLACED),
        "place 2 c3 down",
        f"All chips are placed; you can bet on {but()}.",
    ),
    "fourth bet on a space": (
        Position(FOUR, 9, f"{FOUR_PLACED}, bet row1, bet row1, bet row1"),
        "bet row1",
        f"Three bets already lie on row 1; you can bet on {but('row 1')}.",
    ),
    "own second bet on a space": (
        Position(FOUR, 9, f"{FOUR_PLACED}, bet row1, bet row2, bet row3, bet star4"),
        "bet star4",
        f"You already bet on star 4; you can bet on {but('star 4')}.",
    ),
    "full space with an own bet": (
        Position(FOUR, 9, f"{FOUR_PLACED}, bet row2, bet row1, bet row1, bet row1"),
        "bet row1",
        f"You already bet on row 1 and three bets already lie there; you can bet on {but('row 1')}.",
    ),
    "space with an X": (
        Position(FOUR, 9, FOUR_PLACED, x_tokens=True),
        "bet star3",
        (
            f"Star 3 carries an X: it cannot pay; "
            f"you can bet on {but('column b', 'star 1', 'star 3', 'star 5', 'star 7')}."
        ),
    ),
}


@pytest.mark.parametrize(("position", "move", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_a_refused_move_is_told_why_and_what_is_possible(position, move, sentence):
    state = position.state()
    (seat,) = GAME.to_act(state)
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, seat, move)

    assert str(refused.value) == sentence


def test_nobody_else_may_move():
    state = Position(FOUR, 9).state()

    assert GAME.refusal(state, 1, "place 3 a1 up") == "It is not your turn; the board says who is next."
    assert GAME.refusal(state, None, "bet row1").startswith("Only players move")
    with pytest.raises(IllegalMove, match="Only players move"):
        GAME.apply(state, None, "bet row1")


def test_public_text_hides_only_chips_placed_face_down():
    assert GAME.public("place 7 b2 down") == "place ? b2 down"
    assert GAME.public("place 7 b2 up") == "place 7 b2 up"
    assert GAME.public("bet bingo0-1") == "bet bingo0-1"


def test_a_face_down_chip_is_known_to_its_owner_alone():
    state = Position(FOUR, 9, FOUR_PLACED).state()
    owner, other, spectator = (GAME.view(state, seat) for seat in (1, 0, None))

    assert owner.own_down == {"a3": 4}
    assert other.own_down == {"c1": 2}
    assert spectator.own_down == {}
    assert owner.down == other.down == spectator.down == {"a2": 3, "b2": 2, "a3": 1, "c1": 0}
    assert GAME.private(owner) == ((), {"a3": 4})
    assert GAME.private(spectator) is None


def test_the_last_change_is_marked():
    assert GAME.view(Position(FOUR, 9).state(), None).last is None
    assert GAME.view(Position(FOUR, 9, "place 1 a1 up").state(), None).last == Last(0, cell="a1")
    assert GAME.view(Position(FOUR, 9, f"{FOUR_PLACED}, bet row1").state(), None).last == Last(0, space="row1")


def test_a_preview_shows_the_chip_and_leaves_the_turn():
    state = Position(FOUR, 9, FOUR_PLACED.rsplit(", ", 1)[0]).state()
    view = GAME.view(state, 0)
    shown = GAME.preview(view, "place 2 c3 down")

    assert shown.own_down == {"c3": 2}
    assert shown.down["c3"] == 0
    assert (shown.star, shown.hand, shown.cactuars[0], shown.hand_sizes[0]) == ("c1", (), 0, 0)
    assert (shown.to_act, shown.seq, shown.phase) == (view.to_act, view.seq, view.phase)
    assert GAME.view(state, 0) == view


def test_a_preview_is_what_everybody_will_see():
    """Apart from whose turn it is, a previewed placement or bet is the view that follows the move."""
    for seat, before, events, after in walk(GAME.setup(2, "seed"), lambda legal: legal[len(legal) // 3]):
        if any(isinstance(event, Scored | Closed) for event in events):
            continue
        move = next(m for m in GAME.legal(before, seat) if GAME.make(before, seat, m)[0] == after)
        view = GAME.view(after, seat)
        shown = GAME.preview(GAME.view(before, seat), move)
        turn = {name: getattr(view, name) for name in ("to_act", "seq", "phase", "faces", "queue")}

        assert msgspec.structs.replace(shown, **turn) == view


def test_a_preview_of_the_last_bet_scores_nothing():
    bets = "row1, row1, row1, row2, row3, row2, row2, row3, star1, star1, star2".replace(", ", ", bet ")
    state = Position(FOUR, 9, f"{FOUR_PLACED}, bet {bets}").state()
    shown = GAME.preview(GAME.view(state, 3), "bet star9")

    assert shown.bets["star9"] == (3,)
    assert words.turn(shown, "ABCD") == words.turn(GAME.view(state, 3), "ABCD") == "D, place bet 3 of 3."
    assert shown.scores == (0, 0, 0, 0)
    assert shown.game_no == 1
    assert len(shown.up) == 4


def test_a_spectator_has_no_preview():
    with pytest.raises(ValueError, match="spectator"):
        GAME.preview(GAME.view(Position(FOUR, 9).state(), None), "bet row1")


def finished(results):
    state = list(walk(GAME.setup(2, "seed"), lambda legal: legal[0]))[-1][-1]
    return msgspec.structs.replace(state, results=results)


def test_most_points_over_all_games_win():
    outcome = GAME.outcome(finished(((5, 0), (0, 3), (1, 2))))

    assert (outcome.scores, outcome.ranks, outcome.won, outcome.reason) == ((6, 5), (1, 2), (0,), "points")


def test_equal_points_share_the_win():
    state = finished(((5, 0), (0, 3), (1, 3)))
    outcome = GAME.outcome(state)

    assert (outcome.scores, outcome.ranks, outcome.won, outcome.reason) == ((6, 6), (1, 1), (0, 1), "tie")
    assert games.words("cactpot").turn(GAME.view(state, None), ["Ann", "Bob"]) == (
        "Ann and Bob share the win with 6 points each."
    )


def test_after_the_match_all_chips_lie_face_up():
    state = finished(((5, 0), (0, 3), (1, 2)))
    view = GAME.view(state, None)

    assert sorted(view.up.values()) == list(range(1, 10))
    assert view.up[view.star] == state.star
    assert (view.down, view.to_act, view.queue, view.phase) == ({}, (), (), "over")


@pytest.mark.parametrize(
    "change",
    [
        {"star": 1},
        {"hands": ((2, 1), (3, 4), (5, 6), (7, 8))},
        {"seq": 1},
        {"bets": ((0, "row1"),)},
        {"starter": 4},
        {"closed": ("row1",)},
        {"results": ((0, 0),)},
    ],
    ids=str,
)
def test_a_state_that_cannot_be_is_found_out(change):
    state = Position(FOUR, 9).state()
    with pytest.raises(InvariantError):
        GAME.check(msgspec.structs.replace(state, **change))


def test_the_sentence_of_a_broken_law_holds_no_chip():
    state = msgspec.structs.replace(Position(FOUR, 9).state(), star=1)
    with pytest.raises(InvariantError, match=r"^seq 0: every chip is in one place$"):
        GAME.check(state)
