import pytest
from PIL import Image

from games.catsudoku.tables import COLOURS
from render.cactpot import themes as cactpot
from render.catsudoku import themes as catsudoku
from render.theme import SEATS, Theme, contrast, mix, rgb

THEMES = [cactpot.DESERT, cactpot.PLAIN_VIEW, catsudoku.NIGHT, catsudoku.PLAIN_VIEW]
TEXTS = [
    (theme, *pair) for theme in THEMES for pair in (catsudoku if theme.name.startswith("festival") else cactpot).TEXT_ON
]


def found(theme, colours):
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    return [theme.palette[index] for index in theme.index(image).tobytes()]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_named_colours_and_ramps_are_found_exactly(theme):
    assert found(theme, theme.palette) == list(theme.palette)
    named = [theme[name] for name in theme.names()]
    assert found(theme, named) == named


@pytest.mark.parametrize(
    ("theme", "text", "ground"), TEXTS, ids=lambda value: value if isinstance(value, str) else value.name
)
def test_text_can_be_read_on_its_ground(theme, text, ground):
    assert contrast(theme[text], theme[ground]) >= 4.5


def test_seats_differ_in_letter_shape_and_colour():
    for part in ("letter", "shape", "colour"):
        assert len({getattr(seat, part) for seat in SEATS}) == len(SEATS)


def test_colours_that_would_be_mistaken_are_refused():
    with pytest.raises(ValueError, match=r"near.*cannot be told"):
        _ = Theme("t", {"one": "#203040", "near": "#213141"}).palette


def test_too_many_colours_are_refused():
    crowd = {f"c{number}": f"#{number * 63000 + 999:06x}" for number in range(260)}
    with pytest.raises(ValueError, match="256"):
        _ = Theme("t", crowd).palette


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [("#000000", "#FFFFFF", 21.0), ("#777777", "#777777", 1.0), ("#767676", "#FFFFFF", 4.54)],
)
def test_contrast_follows_its_definition(first, second, ratio):
    assert contrast(rgb(first), rgb(second)) == pytest.approx(ratio, abs=0.01)


def test_mixing_runs_from_one_colour_to_the_other():
    assert [mix((0, 10, 20), (100, 110, 20), share) for share in (0, 0.5, 1)] == [
        (0, 10, 20),
        (50, 60, 20),
        (100, 110, 20),
    ]


@pytest.mark.parametrize("letter", COLOURS)
@pytest.mark.parametrize("theme", [catsudoku.NIGHT, catsudoku.PLAIN_VIEW], ids=lambda theme: theme.name)
def test_patterns_of_card_colours_can_be_seen(theme, letter):
    assert contrast(theme[letter], theme[f"{letter}_mark"]) > 3


def test_card_colours_have_different_patterns():
    assert len({kind for kind, _ in catsudoku.PATTERNS.values()}) == len(COLOURS)
