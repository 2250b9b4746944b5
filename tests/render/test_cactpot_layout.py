from itertools import combinations

import pytest
from PIL import Image

from games.cactpot import GAME
from games.cactpot.tables import LINES, SPACES
from games.grid import CELLS
from render import panels
from render.brush import Brush
from render.cactpot import ground, layout, own, paint, themes
from render.cactpot.layout import Cell, Plate, ResultCard, SeatCard, Tray
from render.panels import Queue, Ticket
from render.samples import NAMES


def inside(inner, outer):
    return outer[0] <= inner[0] < inner[2] <= outer[2] and outer[1] <= inner[1] < inner[3] <= outer[3]


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def match(seats):
    """Every state of a match with X tokens, with the events that led to it."""
    state = GAME.setup(seats, f"layout {seats}", {"x_tokens": True})
    yield state, ()
    made = 0
    while GAME.to_act(state):
        seat = min(GAME.to_act(state))
        choice = GAME.legal(state, seat)
        state, events = GAME.apply(state, seat, choice[(7 * made + 1) % len(choice)])
        made += 1
        yield state, events


def contents(slots, kind):
    return [slot.content for slot in slots if isinstance(slot.content, kind)]


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_nothing_overlaps_and_nothing_sticks_out_at_any_time(seats):
    pictures = []
    for state, events in match(seats):
        pictures += [(layout.board(GAME.view(state, seat), NAMES), layout.SIZE) for seat in (None, *range(seats))]
        pictures += [(own.slots(GAME.view(state, seat), NAMES), own.SIZE) for seat in range(seats)]
        pictures += [(layout.scored(event, NAMES), layout.SIZE) for event in events if type(event).__name__ == "Scored"]
    assert len(pictures) > 100
    for slots, size in pictures:
        boxes = [slot.box for slot in slots]
        assert all(inside(box, (0, 0, *size)) for box in boxes)
        assert all(apart(one, other) for one, other in combinations(boxes, 2))


def test_the_table_holds_the_grid_and_twenty_spaces_apart_from_each_other():
    boxes = [layout.PLATE, *map(layout.tray_box, SPACES)]
    assert len(boxes) == 21
    assert all(inside(box, layout.TABLE) for box in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert all(inside(layout.cell_box(cell), layout.PLATE) for cell in CELLS)


@pytest.mark.parametrize("space", SPACES)
def test_three_tokens_fit_into_a_space_without_touching(space):
    half = layout.token_size(space) / 2
    slots = [at for at, _ in layout.tray_slots(space)]
    assert all(inside((x - half, y - half, x + half, y + half), layout.tray_box(space)) for x, y in slots)
    for one, other in combinations(slots, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 2 * half


def test_stars_are_stacked_upwards_and_lines_run_to_the_right():
    assert [y for (_, y), _ in layout.tray_slots("star5")] == sorted(
        (y for (_, y), _ in layout.tray_slots("star5")), reverse=True
    )
    for space in (*LINES, "bingo2"):
        assert [x for (x, _), _ in layout.tray_slots(space)] == sorted(x for (x, _), _ in layout.tray_slots(space))


@pytest.mark.parametrize("row", "123")
def test_a_row_space_stands_level_with_its_row(row):
    _, y = layout.middle_of(layout.tray_box(f"row{row}"))
    assert y == layout.middle_of(layout.cell_box(f"a{row}"))[1]


@pytest.mark.parametrize("column", "abc")
def test_a_column_space_stands_over_its_column(column):
    x, _ = layout.middle_of(layout.tray_box(f"col{column}"))
    assert abs(x - layout.middle_of(layout.cell_box(f"{column}1"))[0]) <= 2


def test_sizes_can_be_read_on_a_phone():
    assert panels.NUMERAL.size >= 70
    assert own.CHIP_RADIUS >= layout.CHIP_RADIUS
    assert min(panels.STRONG.size, panels.PLAIN.size) >= 34
    assert min(layout.TOKEN, layout.STAR_TOKEN) >= 34
    scale = (panels.NUMERAL, panels.HEAD, panels.STRONG, panels.PLAIN, panels.SMALL, panels.NOTE)
    assert len({kind.size for kind in scale}) <= 4


def test_the_empty_table_is_lettered_large_but_for_the_kinds_of_lines():
    seen = []

    class Spy(Brush):
        def text(self, at, words, kind, paint, align="left"):
            seen.append((words, kind.size, width := super().text(at, words, kind, paint, align)))
            return width

    ground.paint_board(Spy(Image.new("RGB", layout.SIZE)), themes.DESERT)
    assert {words for words, size, _ in seen if size < panels.LABEL.size} == {"Big", "Straight", "Fifteen"}
    assert all(width < layout.TOKEN - 2 for words, _, width in seen if words in {"1.", "2.", "3."})
    assert sum(words == "1." and size >= panels.PLAIN.size for words, size, _ in seen) == len(LINES)


def test_a_board_shows_what_lies_where_and_who_moved_last():
    state = GAME.setup(2, "seen", {})
    first = min(GAME.to_act(state))
    chip = GAME.view(state, first).hand[0]
    state, _ = GAME.apply(state, first, f"place {chip} b2 up")
    slots = layout.board(GAME.view(state, None), NAMES)
    assert [(slot.box, slot.content) for slot in slots if isinstance(slot.content, Cell)] == [
        (layout.cell_box("b2"), Cell(chip=chip, last=first))
    ]
    cards = contents(slots, SeatCard)
    assert [card.seat for card in cards] == [0, 1]
    assert [card.active for card in cards] == [seat == 1 - first for seat in (0, 1)]
    assert [card.starter for card in cards] == [seat == first for seat in (0, 1)]
    assert contents(slots, Queue)[0].seats == GAME.view(state, None).queue


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_the_ticket_names_the_seat_to_move_and_calls_the_viewer_you(seats):
    state = GAME.setup(seats, "ticket", {})
    seat = min(GAME.to_act(state))
    watching = contents(layout.board(GAME.view(state, None), NAMES), Ticket)[0]
    playing = contents(layout.board(GAME.view(state, seat), NAMES), Ticket)[0]
    assert (watching.seats, watching.head, watching.line) == ((seat,), (NAMES[seat],), "places a chip face up")
    assert (playing.seats, playing.head, playing.line) == ((seat,), ("Your turn",), "Place a chip face up")
    assert watching.stub[0] == f"Game 1 of {GAME.view(state, None).games}"


def test_bets_stand_in_their_order_and_the_newest_is_marked():
    for state, _ in match(4):
        view = GAME.view(state, None)
        trays = {tray.space: tray for tray in contents(layout.board(view, NAMES), Tray)}
        assert {space: tray.seats for space, tray in trays.items() if tray.seats} == dict(view.bets)
        assert {space for space, tray in trays.items() if tray.closed} == set(view.closed)
        marked = [tray.space for tray in trays.values() if tray.last]
        assert marked == ([view.last.space] if view.last and view.last.space else [])


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_the_final_board_marks_what_the_scoring_paid(seats):
    *_, (state, events) = match(seats)
    event = next(event for event in events if type(event).__name__ == "Scored")
    final = layout.board(GAME.view(state, None), NAMES)
    result = layout.scored(event, NAMES)
    assert set(contents(final, Plate)[0].lines) == set(contents(result, Plate)[0].lines)
    won = [
        {tray.space: (tray.seats, tray.points) for tray in contents(slots, Tray) if tray.won}
        for slots in (final, result)
    ]
    assert won[0] == won[1]
    paid = {
        (tray.space, seat, place + 1, tray.points[place])
        for tray in contents(result, Tray)
        if tray.won
        for place, seat in enumerate(tray.seats)
    }
    assert paid == {(payout.space, payout.seat, payout.place, payout.points) for payout in event.payouts}


@pytest.mark.parametrize("total", [0, 9, 18, 20])
@pytest.mark.parametrize("score", [0, 9, 29, 48, 60])
def test_the_sums_on_a_result_card_stand_apart(total, score):
    written = {}

    class Spy(Brush):
        def text(self, at, words, kind, paint, align="left"):
            width = super().text(at, words, kind, paint, align)
            left = at[0] - {"left": 0, "middle": width / 2, "right": width}[align]
            written[words] = left, left + width
            return width

    box = layout.card_box(0, layout.RESULT_HEIGHT)
    card = ResultCard(0, "Ann", (), total, score, starter=False, winner=False)
    paint.PAINTERS[ResultCard](Spy(Image.new("RGB", layout.SIZE)), themes.DESERT, box, card)
    pill = panels.score((box[2] - 16, 0), score).box
    assert written["match"][1] + 8 <= pill[0]
    assert written[f"+{total}"][1] + 16 <= written["match"][0]


def test_a_tied_match_shows_all_winners():
    *_, (state, _) = match(2)
    view = GAME.view(state, None)
    tied = type(view)(**{name: getattr(view, name) for name in view.__struct_fields__} | {"scores": (9, 9)})
    slots = layout.board(tied, NAMES)
    ticket = contents(slots, Ticket)[0]
    assert (ticket.seats, ticket.head, ticket.line) == ((0, 1), NAMES[:2], "share the win with 9 points")
    assert all(card.winner for card in contents(slots, SeatCard))


def test_a_spectator_has_no_hand():
    view = GAME.view(GAME.setup(2, "none", {}), None)
    with pytest.raises(ValueError, match="spectator"):
        own.slots(view, NAMES)


def test_the_ticket_counts_the_bets_of_the_seat_to_move():
    lines = []
    for state, _ in match(4):
        view = GAME.view(state, None)
        if view.phase == "bet" and view.game_no == 1 and view.to_act[0] == view.starter:
            lines.append(contents(layout.board(view, NAMES), Ticket)[0].line)
            shown = GAME.preview(GAME.view(state, view.starter), GAME.legal(state, view.starter)[0])
            lines.append(contents(layout.board(shown, NAMES), Ticket)[0].line)
    assert lines == [f"{verb} bet {number} of 3" for number in (1, 2, 3) for verb in ("places", "Place")]


def test_the_final_cards_give_places_and_no_supplies():
    *_, (state, _) = match(3)
    view = GAME.view(state, None)
    cards = contents(layout.board(view, NAMES), SeatCard)
    order = sorted(cards, key=lambda card: -card.score)
    assert order[0].place == "1st place"
    assert [card.place for card in order] == sorted(card.place for card in order)
