from math import pi

import msgspec
import pytest
from PIL import Image, ImageStat

from render import canvas, png
from render.brush import Brush, Fade, Pattern, Tint, piece
from render.cache import ByteCache
from render.fonts import Type
from render.theme import Theme

THEME = Theme("canvas-test", {"ground": "#204060", "mark": "#F0E0A0"}, (("ground", "mark", 20),))
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


@pytest.fixture
def ground():
    canvas.clear()
    yield canvas.Ground("plain", THEME, (60, 40), lambda brush, theme: brush.rect((0, 0, 60, 40), theme["ground"]))
    canvas.clear()


def disc(brush):
    brush.disc(25, 20, 9.5, THEME["mark"])


def test_column_0_holds_the_filter_bytes(ground):
    rows = canvas.Frame(ground).rows()
    assert len(rows) == 61 * 40
    assert set(rows[::61]) == {0}


def test_a_sprite_that_paints_nothing_changes_nothing(ground):
    frame = canvas.Frame(ground)
    before = frame.rows()
    frame.put((5, 5, 50, 30), "nothing", lambda _: None)
    assert frame.rows() == before


def test_a_sprite_is_painted_once_and_shown_again(ground):
    painted = []
    frames = [canvas.Frame(ground) for _ in range(2)]
    for frame in frames:
        frame.put((10, 5, 40, 35), "disc", lambda brush: (painted.append(1), disc(brush)))
    assert len(painted) == 1
    assert frames[0].png() == frames[1].png()


def test_a_frame_does_not_remember_the_one_before(ground):
    clean = canvas.Frame(ground).png()
    canvas.Frame(ground).put((10, 5, 40, 35), "disc", disc)
    assert canvas.Frame(ground).png() == clean


def over(brush):
    brush.disc(25, 20, 4, THEME["ground"])


def test_a_sprite_lies_on_those_put_before_it(ground):
    box = (10, 5, 40, 35)
    alone, both = canvas.Frame(ground), canvas.Frame(ground)
    alone.put(box, "over", over)
    both.put(box, "disc", disc)
    both.put(box, "over", over)
    colour = {frame: frame.rows()[20 * 61 + 1 + 25 + 7] for frame in (alone, both)}
    assert colour[alone] != colour[both]
    for frame in (canvas.Frame(ground), canvas.Frame(ground)):
        frame.put((45, 5, 55, 15), "elsewhere", lambda _: None)
        frame.put(box, "over", over)
        assert frame.png() == alone.png()


@pytest.fixture
def tall():
    canvas.clear()
    size = (60, 4 * png.STRIP)
    yield canvas.Ground("tall", THEME, size, lambda brush, theme: brush.rect((0, 0, *size), theme["ground"]))
    canvas.clear()


def test_only_strips_on_which_something_else_lies_are_packed_again(tall, monkeypatch):
    packed = []
    pack = png.pack
    monkeypatch.setattr(png, "pack", lambda rows, level: (packed.append(len(rows)), pack(rows, level))[1])
    boxes = [(10, 5, 40, 35), (10, png.STRIP - 5, 40, png.STRIP + 25), (10, 3 * png.STRIP, 40, 3 * png.STRIP + 30)]
    for box, wanted in zip((None, *boxes, boxes[0]), (4, 1, 2, 1, 0), strict=True):
        frame = canvas.Frame(tall)
        if box:
            frame.put(box, "disc", lambda brush, box=box: brush.disc(25, box[1] + 15, 9.5, THEME["mark"]))
        packed.clear()
        data = frame.png()
        assert len(packed) == wanted, box
        assert data == png.encode(frame.rows(), tall.size, THEME.plte)


class Number(msgspec.Struct, frozen=True):
    value: int


class Pair(msgspec.Struct, frozen=True):
    first: int
    second: int


def test_of_a_split_content_only_the_changed_part_is_painted_anew(ground):
    painted = []

    def parts(box, pair):
        left, top, right, bottom = box
        middle = (left + right) // 2
        return [
            canvas.Slot((left, top, middle, bottom), Number(pair.first)),
            canvas.Slot((middle, top, right, bottom), Number(pair.second)),
        ]

    def number(brush, theme, box, content):
        painted.append(content.value)
        brush.rect((box[0], box[1], box[0] + content.value, box[3]), theme["mark"])

    painters = {Pair: canvas.Split(parts), Number: number}
    first = canvas.compose(ground, [canvas.Slot((10, 5, 40, 35), Pair(3, 4))], painters)
    canvas.compose(ground, [canvas.Slot((10, 5, 40, 35), Pair(3, 9))], painters)
    assert painted == [3, 4, 9]
    assert canvas.compose(ground, [canvas.Slot((10, 5, 40, 35), Pair(3, 4))], painters) == first
    assert painted == [3, 4, 9]


def test_what_is_prepared_is_not_painted_again(ground):
    painted = []
    painters = {Number: lambda brush, theme, box, content: painted.append(content.value)}
    slots = [canvas.Slot((10 * n, 5, 10 * n + 9, 35), Number(n)) for n in range(3)]
    assert len(list(canvas.prepare(ground, slots, painters))) == 3
    canvas.compose(ground, slots, painters)
    assert painted == [0, 1, 2]


SHAPES = {
    "disc": lambda brush: brush.disc(30.5, 20, 12.25, Fade(WHITE, BLACK, 4)),
    "rounded": lambda brush: brush.rounded((8, 4, 50, 36), 9, WHITE),
    "tinted": lambda brush: brush.rounded((8, 4, 50, 36), 9, Tint(WHITE, 0.5)),
    "frame": lambda brush: brush.frame((8, 4, 50, 36), 9, 3, WHITE),
    "polygon": lambda brush: brush.polygon([(10, 5), (50, 20.5), (12, 35)], WHITE, 3),
    "stroke": lambda brush: brush.stroke([(5, 5), (30, 30), (55, 10)], 5, WHITE),
    "ring": lambda brush: brush.ring(30, 20, 15, 4, WHITE),
    "shadow": lambda brush: brush.shadow((15, 12, 45, 28), 6, 8, Tint(WHITE, 0.5)),
    "text": lambda brush: brush.text((30, 20), "Ag7", Type(22, bold=True), WHITE, "middle"),
}


@pytest.mark.parametrize("paint", SHAPES.values(), ids=SHAPES)
def test_a_piece_painted_alone_is_a_piece_of_the_whole(paint):
    whole = Image.new("RGB", (60, 40))
    paint(Brush(whole))
    part = Image.new("RGB", (30, 20))
    paint(Brush(part, 20, 10))
    assert part.tobytes() == whole.crop((20, 10, 50, 30)).tobytes()
    assert whole.getbbox()


def test_edges_are_soft_and_areas_right():
    image = Image.new("RGB", (60, 60))
    Brush(image).disc(30, 30, 20, WHITE)
    grey = image.convert("L")
    assert len(grey.getcolors()) > 8
    assert ImageStat.Stat(grey).sum[0] / 255 == pytest.approx(pi * 20**2, rel=0.02)


def test_text_is_centred_on_its_capitals():
    image = Image.new("RGB", (100, 60))
    Brush(image).text((50, 30), "H", Type(40, bold=True), WHITE, "middle")
    left, top, right, bottom = image.getbbox()
    assert (left + right) / 2 == pytest.approx(50, abs=1.5)
    assert (top + bottom) / 2 == pytest.approx(30, abs=1)


def test_text_ends_where_it_is_told_to():
    image = Image.new("RGB", (100, 60))
    width = Brush(image).text((90, 30), "+12", Type(30), WHITE, "right")
    left, _, right, _ = image.getbbox()
    assert right <= 90
    assert left >= 90 - width


def test_an_inlay_keeps_its_corners():
    image = Image.new("RGB", (60, 40))
    Brush(image).inlay((10, 5, 50, 35), 10, lambda inner: inner.rect((0, 0, 60, 40), WHITE))
    assert image.getbbox() == (10, 5, 50, 35)
    assert image.getpixel((10, 5)) == BLACK
    assert image.getpixel((30, 20)) == WHITE


def test_a_ready_picture_is_laid_in_its_place_wholly_or_in_part():
    ready = Image.new("RGB", (4, 4), WHITE)
    image = Image.new("RGB", (20, 10))
    Brush(image, 100, 50).picture((105, 52), ready)
    Brush(image, 100, 50).picture((112, 52), ready, 0.5)
    assert image.getbbox() == (5, 2, 16, 6)
    assert image.getpixel((6, 3)) == WHITE
    assert image.getpixel((13, 3)) == (128, 128, 128)


def test_parts_are_made_once_and_forgotten_with_the_rest(ground):
    made = []

    def make():
        made.append(1)
        return Image.new("RGB", (10, 10))

    held = canvas.cached_bytes()
    assert canvas.part(("canvas-test", "a part"), make) is canvas.part(("canvas-test", "a part"), make)
    assert canvas.cached_bytes() - held == 300
    canvas.clear()
    canvas.part(("canvas-test", "a part"), make)
    assert len(made) == 2


def test_a_piece_is_painted_once_for_each_ground_and_exactly():
    canvas.clear()
    painted = []

    @piece(0.6)
    def knob(brush, theme, at, size, colour):
        painted.append(at)
        brush.disc(*at, size / 2, theme[colour])

    image = Image.linear_gradient("L").resize((60, 90)).convert("RGB")
    plain = image.copy()
    for at in ((20, 20.5), (40, 20.5), (20, 60.5), (40, 60.5)):
        knob(Brush(image), THEME, at, 15, "mark")
        Brush(plain).disc(*at, 7.5, THEME["mark"])
    assert len(painted) == 2
    assert image.tobytes() == plain.tobytes()
    canvas.clear()


def test_patterns_show_both_of_their_colours():
    for kind in ("stripes", "dots", "waves", "checks", "leaves"):
        image = Image.new("RGB", (60, 40))
        Brush(image).rect((0, 0, 60, 40), Pattern((200, 0, 0), (0, 200, 0), kind, 10))
        colours = {colour for _, colour in image.getcolors(60 * 40)}
        assert {(200, 0, 0), (0, 200, 0)} <= colours


def test_the_cache_never_holds_more_than_its_limit():
    cache = ByteCache(100, len)
    for number in range(50):
        cache.get(number, lambda: b"x" * 30)
        assert cache.held <= 100
    assert len(cache) == 3


def test_the_least_recently_used_goes_first():
    cache = ByteCache(90, len)
    made = []

    def want(key):
        cache.get(key, lambda: made.append(key) or bytes(30))

    for key in "abcabadabc":
        want(key)
    assert "".join(made) == "abcdc"


def test_what_is_larger_than_the_cache_is_given_but_not_kept():
    cache = ByteCache(10, len)
    assert cache.get("big", lambda: bytes(11)) == bytes(11)
    assert (len(cache), cache.held) == (0, 0)


def test_a_cleared_cache_makes_things_again():
    cache = ByteCache(10, len)
    cache.get("a", lambda: b"old")
    cache.clear()
    assert cache.get("a", lambda: b"new") == b"new"
    assert cache.held == 3


def test_a_stamp_is_painted_once_and_shown_in_many_places():
    canvas.clear()
    painted = []

    def paint(inner):
        painted.append(1)
        inner.rect((0, 0, 20, 20), WHITE)

    image = Image.new("RGB", (60, 40))
    brush = Brush(image, 100, 50)
    for left in (102, 130):
        brush.stamp((left, 54, left + 20, 74), 6, "white", paint)
    assert len(painted) == 1
    assert image.getpixel((12, 14)) == image.getpixel((40, 14)) == WHITE
    assert image.getpixel((2, 4)) == image.getpixel((30, 4)) == BLACK
    canvas.clear()
