from itertools import combinations

import pytest

from games.casinopolis import GAME
from games.casinopolis.blocks import BLOCKS, around
from games.casinopolis.map import footprint, spots
from games.casinopolis.view import Scored
from render import fonts
from render.casinopolis import layout, own, sheet, tiles, window
from render.casinopolis.chart import Chart
from render.casinopolis.layout import Deck, Plate, Rule, Sums, Verdict
from render.casinopolis.marks import marks
from render.casinopolis.samples import samples
from render.panels import STRONG, Ticket
from render.samples import NAMES


def inside(inner, outer):
    return outer[0] <= inner[0] < inner[2] <= outer[2] and outer[1] <= inner[1] < inner[3] <= outer[3]


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def game(seats, seed="layout"):
    """Every state of a game, with the events that led to it."""
    state = GAME.setup(seats, f"{seed} {seats}", {})
    yield state, ()
    made = 0
    while GAME.to_act(state):
        seat = min(GAME.to_act(state))
        choice = GAME.legal(state, seat)
        state, events = GAME.apply(state, seat, choice[(37 * made + 5) % len(choice)])
        made += 1
        yield state, events


def of(kind):
    return [sample.of for sample in samples() if sample.kind == kind]


def contents(page, kind):
    return [slot.content for slot in page.slots if isinstance(slot.content, kind)]


def pages(seats):
    for state, events in game(seats):
        yield layout.board(GAME.view(state, None), NAMES), layout.WIDTH
        for seat in range(seats):
            yield own.page(GAME.view(state, seat), NAMES), own.WIDTH
        seat = min(GAME.to_act(state), default=None)
        if seat is not None:
            view = GAME.view(state, seat)
            yield layout.board(GAME.preview(view, GAME.legal(state, seat)[-1]), NAMES, ghost=True), layout.WIDTH
        for event in events:
            if isinstance(event, Scored):
                yield layout.scored(event, NAMES), layout.WIDTH


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_nothing_overlaps_and_nothing_sticks_out_at_any_time(seats):
    seen = list(pages(seats))
    seen += [(layout.board(view, NAMES), layout.WIDTH) for view in of("board")]
    seen += [(sheet.page(GAME.cards), sheet.WIDTH)]
    assert len(seen) > 40
    for page, width in seen:
        boxes = [slot.box for slot in page.slots]
        assert all(inside(box, (0, 0, width, page.height)) for box in boxes)
        assert all(apart(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_every_spot_a_card_may_lie_on_can_be_named_from_the_map(seats):
    for state, _ in game(seats):
        view = GAME.view(state, None)
        if view.phase == "place":
            shown = contents(layout.board(view, NAMES), Chart)[0].window
            assert all(map(shown.holds, spots({(col, row) for col, row, _ in view.blocks})))


def test_every_block_lies_within_its_frame_clear_of_the_coordinates():
    for view in [*of("board"), *of("ghost")]:
        page = layout.board(view, NAMES)
        slot = next(slot for slot in page.slots if isinstance(slot.content, Chart))
        left, top, right, bottom = slot.box
        clear = (left + window.BAND_X, top + window.BAND_Y, right - window.BAND_X, bottom - window.BAND_Y)
        assert {(col, row) for col, row, _ in slot.content.tiles} == {(col, row) for col, row, _ in view.blocks}
        assert all(inside(slot.content.window.box((col, row)), clear) for col, row, _ in slot.content.tiles)


def test_blocks_are_three_by_two():
    shown = window.fill(window.Extent(-3, 5, 6, 4), (8, 114, 966, 714))
    left, top, right, bottom = shown.box((0, 6))
    assert 2 * (right - left) == 3 * (bottom - top)
    assert shown.box((1, 7))[:2] == (right, bottom)


def test_maps_of_usual_size_are_legible_and_larger_ones_have_a_cut_out_round_the_newest_card():
    whole = cut = 0
    for view in of("board"):
        if view.phase == "over":
            continue
        charts = contents(layout.board(view, NAMES), Chart)
        if len(charts) == 1:
            assert charts[0].window.unit >= window.LEGIBLE
            whole += 1
        else:
            small, large = charts
            assert small.window.unit < window.LEGIBLE <= large.window.unit
            assert all(map(large.window.holds, footprint(view.laid[-1].spot)))
            seen = [(small.part.col, small.part.row), (small.part.cols, small.part.rows)]
            assert seen == [(large.window.col, large.window.row), (large.window.cols, large.window.rows)]
            cut += 1
    assert whole >= 7
    assert cut == 3


@pytest.mark.parametrize("far", [(-28, 0), (28, 28), (0, -28), (13, -17)])
def test_a_map_may_lie_anywhere(far):
    extent = window.extent([far, (far[0] + 1, far[1] + 1)])
    shown = window.fill(extent, (8, 114, 966, 714))
    assert all(map(shown.holds, footprint(far)))
    assert shown.unit == window.LARGEST


def test_a_road_joins_both_ways_or_not_at_all():
    for view in of("board"):
        blocks = {(col, row): text for col, row, text in view.blocks}
        lying = tiles.lay(blocks, dict.fromkeys(blocks, 0))
        joined = 0
        for cell, tile in lying.items():
            for side, other in enumerate(around(cell)):
                assert tile.joins[side] == (other in lying and lying[other].joins[side ^ 2])
                joined += tile.joins[side]
                assert not tile.joins[side] or side in BLOCKS[tile.text].edges
        assert joined % 2 == 0


def test_tiles_know_their_casino_their_card_the_strip_and_jackpots():
    blocks = {
        (0, 0): "E:we:lemon",
        (1, 0): "E:we:lemon",
        (0, 1): "M",
        (1, 1): "R",
        (2, 0): "E:we:lemon",
        (3, 0): "M",
    }
    owners = dict.fromkeys([(0, 0), (1, 0), (0, 1), (1, 1)], "first") | dict.fromkeys([(2, 0), (3, 0)], "second")
    strip = {(0, 0), (1, 0), (2, 0)}
    lying = tiles.lay(blocks, owners, strip=strip, jackpots=strip, lit={(0, 0), (1, 0), (2, 0)})
    middle = lying[1, 0]
    assert middle.sides == (False, True, False, True)
    assert middle.joins == (False, True, False, True)
    assert middle.seams == (True, True, False, False)
    assert {cell for cell, tile in lying.items() if tile.strip and tile.jackpot and tile.lit} == strip
    assert {cell for cell, tile in lying.items() if tile.dim} == {(0, 1), (1, 1), (3, 0)}


def test_every_line_of_the_final_score_is_marked_in_a_corner_of_its_own():
    for event in of("scored"):
        score = event.score
        made = marks(score)
        count = {
            kind: [mark for mark in made if mark.kind == kind] for kind in ("casino", "jackpot", "road", "chip", "loss")
        }
        assert sorted(mark.value for mark in count["casino"]) == sorted(filter(None, score.casinos.values()))
        assert sum(mark.value for mark in count["jackpot"]) == score.jackpots
        assert sum(mark.value for mark in count["road"]) == -score.roads
        for chips, hits in enumerate(score.hits, start=1):
            plus, minus = ([mark for mark in count[kind] if mark.value == chips] for kind in ("chip", "loss"))
            assert len(plus) - len(minus) == hits
        if len(event.blocks) < 50:
            assert len({(mark.cell, mark.place) for mark in made}) == len(made)
        assert {mark.cell for mark in made} <= {(col, row) for col, row, _ in event.blocks}


def test_the_lines_beside_the_map_add_up_to_the_total():
    for view in of("board"):
        sums = contents(layout.board(view, NAMES), Sums)[0]
        assert sum(sums.lines) == sums.total == view.score.total


def test_a_preview_shows_what_the_card_changes_and_that_it_is_not_laid():
    for view in of("ghost"):
        page = layout.board(view, NAMES, ghost=True)
        sums, chart, ticket = (contents(page, kind)[0] for kind in (Sums, Chart, Ticket))
        assert chart.last.ghost
        assert int(chart.last.note.replace("\u2212", "-")) == sum(sums.lines) - sum(sums.before)
        assert ticket.stub[0] == "Preview"
        laid = layout.board(view, NAMES)
        assert contents(laid, Sums)[0].before == ()
        assert not contents(laid, Chart)[0].last.ghost


def test_seats_stand_in_the_order_of_the_coming_turns():
    for seats in (2, 3, 4):
        for state, _ in game(seats):
            view = GAME.view(state, None)
            plates = contents(layout.board(view, NAMES), Plate)
            assert sorted(plate.seat for plate in plates) == list(range(seats))
            if view.phase == "place":
                coming = list(dict.fromkeys(view.queue))
                assert [plate.seat for plate in plates][: len(coming)] == coming
                assert [plate.more for plate in plates].count(True) == len(coming) - 1
                assert [plate.cards for plate in plates] == [view.hand_sizes[plate.seat] for plate in plates]


def test_conditions_show_their_chips_whole_sentences_hits_and_points():
    for view in of("board"):
        rules = contents(layout.board(view, NAMES), Rule)
        assert [rule.chips for rule in rules] == [1, 2, 3]
        assert tuple(rule.hits * rule.chips for rule in rules) == tuple(rule.points for rule in rules)
        by_number = {card.number: card for card in view.cards}
        for rule, number in zip(rules, view.conditions, strict=True):
            assert " ".join(rule.lines) == by_number[number].text


def test_the_deck_shows_its_open_card_until_it_is_used_up():
    for view in of("board"):
        decks = contents(layout.board(view, NAMES), Deck)
        assert [(deck.number, deck.left) for deck in decks] == ([(view.top, view.deck_left)] if view.top else [])


def test_the_end_says_by_how_much():
    for event in of("scored"):
        page = layout.scored(event, NAMES)
        assert contents(page, Verdict)[0].beyond == event.score.total - event.target
        assert contents(page, Ticket)[0].stub[0] == ("Won" if event.won else "Missed")


def test_titles_of_full_length_stay_clear_of_the_sums():
    width = fonts.measure("W" * 12 + "m" * 12, STRONG)
    assert 122 + width + 260 < layout.WIDTH
