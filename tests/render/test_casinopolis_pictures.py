import io
from itertools import combinations

import msgspec
import pytest
from PIL import Image, ImageChops

import render
from games.casinopolis import GAME
from games.casinopolis.blocks import ICONS, TYPES
from render.casinopolis import themes, tiles
from render.casinopolis.samples import samples
from render.casinopolis.tiles import Tile
from render.samples import NAMES
from render.theme import contrast

PICTURES = render.load("casinopolis")
THEMES = [themes.NEON, themes.PLAIN_VIEW]


def test_a_board_shows_nothing_of_any_hand():
    for sample in samples():
        if sample.kind == "board" and sample.of.phase != "over":
            bare = msgspec.structs.replace(sample.of, seat=None, hand=())
            for seat in range(sample.of.seats):
                if seat not in sample.of.to_act:
                    seen = msgspec.structs.replace(sample.of, seat=seat, hand=(1, 2))
                    assert PICTURES.board(seen, NAMES) == PICTURES.board(bare, NAMES)


def test_a_hand_shows_own_cards_and_nothing_of_others():
    view = GAME.view(GAME.setup(3, "hands", {}), 1)
    other = next(number for number in range(1, 19) if number not in view.hand and number != view.top)
    changed = msgspec.structs.replace(view, hand=(other,))
    assert PICTURES.hand(changed, NAMES) != PICTURES.hand(view, NAMES)
    with pytest.raises(ValueError, match="spectator"):
        PICTURES.hand(msgspec.structs.replace(view, seat=None, hand=()), NAMES)


def test_the_board_of_a_finished_game_is_the_scored_picture():
    view = next(sample.of for sample in samples() if sample.kind == "board" and sample.of.phase == "over")
    event = next(sample.of for sample in samples() if sample.title == "scored, won")
    same = msgspec.structs.replace(view, seats=event.seats)
    assert (same.laid[-1].number, same.target) == (event.laid[-1].number, event.target)
    assert PICTURES.board(same, NAMES) == PICTURES.scored(event, NAMES)


def test_a_preview_differs_from_a_laid_card():
    view = next(sample.of for sample in samples() if sample.kind == "ghost")
    assert PICTURES.board(view, NAMES, ghost=True) != PICTURES.board(view, NAMES)


@pytest.mark.parametrize("bold", [False, True])
def test_the_sheet_shows_all_cards(bold):
    (data,) = PICTURES.sheets(contrast=bold)
    image = Image.open(io.BytesIO(data))
    image.load()
    assert image.width == 1200
    assert image.height > 9 * 180


def marked(theme, tile, colour, unit=28):
    """Where a tile shows a colour, roughly, as black and white."""
    image = theme.index(tiles.draw(theme, tile, unit)).convert("RGB")
    flat = Image.new("RGB", image.size, theme[colour])
    return ImageChops.difference(image, flat).convert("L").point(lambda value: 0 if value > 12 else 255)


def share(mask):
    return mask.histogram()[255] / (mask.width * mask.height)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_casinos_are_told_apart_by_pattern_too(theme):
    masks = [marked(theme, Tile(kind, bare=True), f"{themes.STYLES[kind]}_mark") for kind in TYPES]
    for mask in masks:
        assert 0.15 < share(mask) < 0.6
    for one, other in combinations(masks, 2):
        assert share(ImageChops.difference(one, other)) > 0.2


def test_patterns_stand_out_in_high_contrast():
    for style in themes.STYLES.values():
        assert contrast(themes.PLAIN_VIEW[style], themes.PLAIN_VIEW[f"{style}_mark"]) > 3


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_icons_have_different_silhouettes(theme):
    masks = [marked(theme, Tile(f"E:ns:{icon}"), "white") for icon in ICONS]
    for one, other in combinations(masks, 2):
        assert share(ImageChops.difference(one, other)) > 0.03


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_casino_that_goes_on_has_no_edge_there(theme):
    closed = tiles.draw(theme, Tile("R"), 28)
    open_east = tiles.draw(theme, Tile("R", sides=(False, True, False, False), seams=(False,) * 4), 28)
    right = (closed.width - 2, 20, closed.width, closed.height - 20)
    inner = {theme["roman"], theme["roman_mark"]}
    assert not {colour for _, colour in closed.crop(right).getcolors()} & inner
    assert {colour for _, colour in open_east.crop(right).getcolors()} & inner


def test_a_road_that_goes_on_reaches_the_edge_and_one_that_ends_has_a_barrier():
    theme = themes.NEON
    at = (28 * 3 - 1, 28)
    over = tiles.draw(theme, Tile("M:we:plum", joins=(False, True, False, True)), 28)
    ends = tiles.draw(theme, Tile("M:we:plum"), 28)
    assert over.getpixel((at[0], at[1] + 6)) == theme["asphalt"]
    assert ends.getpixel((at[0], at[1] + 6)) != theme["asphalt"]
    colours = {colour for _, colour in ends.getcolors(100_000)}
    assert theme["barrier"] in colours
    assert theme["barrier"] not in {colour for _, colour in over.getcolors(100_000)}


def test_the_strip_and_jackpots_look_different():
    theme = themes.NEON
    plain = tiles.draw(theme, Tile("M:we:plum"), 28)
    assert tiles.draw(theme, Tile("M:we:plum", strip=True), 28) != plain
    assert theme["gold"] in {
        colour for _, colour in tiles.draw(theme, Tile("M:we:plum", jackpot=True), 28).getcolors(100_000)
    }


@pytest.mark.parametrize("unit", [1, 2, 5, 8, 13, 42])
def test_tiles_can_be_drawn_at_any_size(unit):
    for text in ("E", "M:ne:clover", "R:we:horseshoe"):
        for theme in THEMES:
            assert tiles.draw(theme, Tile(text, strip=True, lit=True), unit).size == (3 * unit, 2 * unit)
