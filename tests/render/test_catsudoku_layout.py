from itertools import combinations

import msgspec
import pytest

from games.catsudoku import GAME, turns
from games.catsudoku.tables import CARDS, GOALS, SETUPS, zones
from games.catsudoku.view import Scored
from games.grid import CELLS, PLACES
from render import fonts, panels
from render.catsudoku import cats, goals, layout, own
from render.catsudoku.layout import Dock, Ladder, ResultCard, SeatCard, Tile
from render.panels import Ticket
from render.samples import NAMES

OPTIONS = [(1, {}), (2, {"mistakes": "spotted"}), (3, {"scoring": "advanced"}), (4, {"mistakes": "spotted"}), (4, {})]


def inside(inner, outer):
    return outer[0] <= inner[0] < inner[2] <= outer[2] and outer[1] <= inner[1] < inner[3] <= outer[3]


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def contents(slots, kind):
    return [slot.content for slot in slots if isinstance(slot.content, kind)]


def game(seats, options):
    """Every state of a game in which anything legal is played, with what has just happened."""
    state = GAME.setup(seats, f"layout {seats}", options)
    yield state, ()
    made = 0
    while GAME.to_act(state):
        may = sorted(GAME.to_act(state))
        seat = may[made % len(may)]
        choice = GAME.legal(state, seat)
        state, events = GAME.apply(state, seat, choice[(7 * made + 1) % len(choice)])
        made += 1
        yield state, events


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_nothing_overlaps_and_nothing_sticks_out_at_any_time(seats, options):
    pictures = []
    for state, events in game(seats, options):
        view = GAME.view(state, None)
        pictures.append((layout.board(view, NAMES), layout.SIZE))
        for seat in range(seats):
            seen = msgspec.structs.replace(view, seat=seat)
            pictures.append((own.slots(seen, NAMES), own.size(seen)))
        pictures += [(layout.scored(event, NAMES), layout.SIZE) for event in events if isinstance(event, Scored)]
    assert len(pictures) > 60
    for slots, size in pictures:
        boxes = [slot.box for slot in slots]
        assert all(inside(box, (0, 0, *size)) for box in boxes)
        assert all(apart(one, other) for one, other in combinations(boxes, 2))


def test_a_board_shows_every_stack_the_host_and_who_changed_what():
    for state, _ in game(3, {}):
        view = GAME.view(state, None)
        if view.outcome:
            continue
        tiles = {tile.cell: tile for tile in contents(layout.board(view, NAMES), Tile)}
        assert {cell: tile.stack for cell, tile in tiles.items() if tile.stack} == {
            cell: view.stacks[PLACES[cell]] for cell in CELLS if view.stacks[PLACES[cell]]
        }
        assert [cell for cell, tile in tiles.items() if tile.host] == [view.host]
        changed = {cell: tile.last for cell, tile in tiles.items() if tile.last is not None}
        assert changed == ({view.last.cell: view.last.seat} if view.last and view.last.cell else {})
        dock = contents(layout.board(view, NAMES), Dock)[0]
        assert (dock.deck, dock.drawn, dock.pool) == (view.deck_left, view.drawn or "", view.pool)


def test_seat_cards_show_reserve_tokens_points_and_who_is_awaited():
    for state, _ in game(4, {"mistakes": "spotted"}):
        view = GAME.view(state, None)
        for card in contents(layout.board(view, NAMES), SeatCard):
            assert (card.reserve, card.tokens) == (view.reserves[card.seat], view.tokens[card.seat])
            assert card.points == view.score.totals[card.seat]
            assert card.active == (card.seat in view.awaited)
            watch = "barred" if card.seat in view.barred else "looking" if card.seat in view.waiting else ""
            assert card.watch == watch


def test_a_card_kept_or_given_back_is_marked_in_the_reserve():
    kinds = set()
    for seats, options in OPTIONS:
        for state, _ in game(seats, options):
            view = GAME.view(state, None)
            if view.last and view.last.kind in {"reserve", "caught"} and not view.outcome:
                kinds.add(view.last.kind)
                new = {card.seat: card.new for card in contents(layout.board(view, NAMES), SeatCard) if card.new}
                assert new == {view.last.seat: view.last.card}
    assert kinds == {"reserve", "caught"}


def test_marked_cells_are_pointed_out_and_no_others():
    view = GAME.view(GAME.setup(2, "marks", {}), None)
    tiles = contents(layout.board(view, NAMES, ("a1", "b2")), Tile)
    assert {tile.cell for tile in tiles if tile.mark} == {"a1", "b2"}


@pytest.mark.parametrize("seats", SETUPS)
def test_the_ticket_names_the_seat_and_calls_the_viewer_you(seats):
    state = GAME.setup(seats, "ticket", {})
    seat = state.turn
    watching = contents(layout.board(GAME.view(state, None), NAMES), Ticket)[0]
    playing = contents(layout.board(GAME.view(state, seat), NAMES), Ticket)[0]
    assert (watching.seats, watching.head, watching.line) == ((seat,), (NAMES[seat],), "draws a card")
    assert (playing.head, playing.line) == (("Your turn",), "Draw a card")
    assert playing.stub[0] == f"Turn 1 of {SETUPS[seats].deck // seats}"


@pytest.mark.parametrize(
    ("options", "head", "line"),
    [({}, NAMES[1], "draws a card"), ({"mistakes": "spotted"}, "Your turn", "End your turn")],
)
def test_the_ticket_of_a_preview_says_what_comes_after_the_move(options, head, line):
    state = msgspec.structs.replace(GAME.setup(2, "ticket", options), start=0, turn=0)
    state, _ = GAME.apply(state, 0, "draw")
    view = GAME.view(state, 0)
    ticket = contents(layout.board(GAME.preview(view, "reserve"), NAMES), Ticket)[0]
    assert (ticket.head, ticket.line) == ((head,), line)


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_turns_are_counted_from_first_to_last(seats, options):
    seen = []
    for state, _ in game(seats, options):
        view = GAME.view(state, None)
        if not view.outcome:
            seen.append(contents(layout.board(view, NAMES), Ticket)[0].stub[0])
    total = SETUPS[seats].deck // seats
    assert list(dict.fromkeys(seen)) == [f"Turn {turn} of {total}" for turn in range(1, total + 1)]


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_the_end_shows_where_every_point_comes_from(seats, options):
    *_, (state, events) = game(seats, options)
    event = next(event for event in events if isinstance(event, Scored))
    slots = layout.scored(event, NAMES)
    assert [slot.content for slot in layout.board(GAME.view(state, None), NAMES)] == [slot.content for slot in slots]
    shown = dict.fromkeys(range(seats), 0)
    for tile in contents(slots, Tile):
        assert tile.shade == (not tile.points)
        for seat, points in tile.points:
            assert tile.cell in event.zones[seat]
            shown[seat] += sum(map(int, points.split("+")[1:]))
    for card in contents(slots, ResultCard):
        assert shown[card.seat] == card.sheet.zone
        assert card.sheet.zone + card.sheet.reserve + card.sheet.bonus == card.sheet.total
        assert card.winner == (card.seat in event.outcome.won)
    assert contents(slots, Ladder) == ([Ladder(event.outcome.scores[0], over=True)] if seats == 1 else [])


def test_maps_of_the_own_reserve_show_what_the_rules_allow():
    for state, _ in game(2, {}):
        view = GAME.view(state, state.turn)
        entries = contents(own.slots(view, NAMES), own.Entry)
        drawn = [view.drawn] if view.drawn else []
        assert [entry.card for entry in entries] == [*drawn, *view.reserves[state.turn]]
        assert [entry.drawn for entry in entries] == [True] * len(drawn) + [False] * (len(entries) - len(drawn))
        for entry in entries:
            assert list(entry.cells) == turns.cells(view, entry.card)
            assert set(entry.earning) == {cell for cell in entry.cells if turns.goal_met(view, entry.card, cell)}


def test_a_spectator_has_no_reserve():
    with pytest.raises(ValueError, match="spectator"):
        own.slots(GAME.view(GAME.setup(2, "none", {}), None), NAMES)


@pytest.mark.parametrize("cards", range(1, 25))
@pytest.mark.parametrize("area", [(400, 130), (278, 105), (278, 57)])
def test_small_cards_fit_into_their_area_and_show_their_numbers(cards, area):
    fan = layout.fan(cards, *area)
    rows = -(-cards // fan.columns)
    width = (min(cards, fan.columns) - 1) * fan.step + fan.size
    height = rows * fan.size + (rows - 1) * layout.ROW
    assert width <= area[0]
    assert height <= area[1]
    if cards <= 8:
        assert fan.size >= 34
        assert fan.step >= fan.size * 0.75
    if cards <= 5:
        assert fan.size >= layout.CLEAR
        assert fan.step >= fan.size, "no card covers another one's goal"


@pytest.mark.parametrize("cards", range(1, 12))
def test_a_stack_stays_in_its_tile_and_keeps_off_the_next(cards):
    for cell in CELLS:
        box = layout.tile_box(cell)
        left, top, right, bottom = layout.card_box(box, cards)
        assert right - left == bottom - top == layout.CARD
        assert inside((left, top, right, bottom + layout.EDGE * layout.edges(cards)), box)


def test_higher_stacks_show_more_edges_up_to_four():
    assert [layout.edges(cards) for cards in range(8)] == [0, 0, 1, 2, 3, 4, 4, 4]


@pytest.mark.parametrize("seats", SETUPS)
@pytest.mark.parametrize("start", range(4))
def test_signs_of_zones_stand_apart_on_the_edge_of_their_zone(seats, start):
    if start >= seats:
        return
    spots = [layout.zone_sign(cells) for cells in zones(seats, start)]
    assert len(set(spots)) == seats
    for (x, y), cells in zip(spots, zones(seats, start), strict=True):
        left, top, right, bottom = layout.zone_box(cells)
        assert left - 8 <= x <= right + 8
        assert top - 8 <= y <= bottom + 8
        assert min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) <= 4


def test_every_goal_has_a_sign_and_words_that_fit_beside_its_card():
    assert set(goals._SIGNS) == set(GOALS)
    for goal in GOALS:
        for card in CARDS:
            words = goals.words(goal, card)
            assert fonts.fit(words, panels.PLAIN, own._LARGE.width - 78) == words


def test_goal_words_name_the_neighbouring_numbers():
    assert goals.words("covers_plus_minus_1", "r5") == "on a 4 or 6"
    assert goals.words("beside_neighbour_number", "y9") == "beside an 8"
    assert goals.words("beside_neighbour_number", "y1") == "beside a 2"
    assert goals.words("covers_same_colour", "g7") == "on another green"


def test_there_are_nine_different_cats():
    assert list(cats.CATS) == list(range(1, 10))
    assert len({tuple(layer) for layer in cats.CATS.values()}) == 9


def test_sizes_can_be_read_on_a_phone():
    assert layout.CARD * 0.47 >= 70
    assert own._SMALL.card >= 100
    assert min(layout.MINI_SIZES) * 0.7 >= panels.SMALL.size
