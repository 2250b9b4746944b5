import io
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import msgspec
import pytest
from PIL import Image

import games
import render
from render import brush, canvas, cards, panels, theme
from render.cache import ByteCache
from render.samples import NAMES, ODD_NAMES

SIZES = {"board": (1200, 900), "ghost": (1200, 900), "scored": (1200, 900), "hand": (800, 0)}
"""Width, and least height: hands, and boards with more to show than a table, are as high as they need to be."""


@pytest.fixture(scope="module", params=games.slugs())
def slug(request):
    return request.param


@pytest.fixture(scope="module")
def samples(slug):
    return render.load(slug).samples()


@pytest.fixture(scope="module")
def pictures(samples):
    """Every sample, in plain and in high contrast."""
    return [(sample, bold) for sample in samples for bold in (False, True)]


@pytest.fixture(scope="module")
def drawn(slug, pictures):
    """Every picture, drawn one after the other, beginning with empty caches."""
    canvas.clear()
    return [cards.draw(slug, sample, contrast=bold) for sample, bold in pictures]


def test_every_picture_is_a_whole_png_of_its_size_and_at_most_110_kilobytes(pictures, drawn):
    for (sample, _), data in zip(pictures, drawn, strict=True):
        Image.open(io.BytesIO(data)).verify()
        image = Image.open(io.BytesIO(data))
        image.load()
        width, least = SIZES[sample.kind]
        assert (image.mode, image.width) == ("P", width)
        assert image.height >= least
        assert len(data) <= 110 * 1024


def test_samples_all_differ(pictures, drawn):
    assert len(set(drawn)) == len(pictures)


def test_warm_pictures_are_the_same_bytes_in_any_order(slug, pictures, drawn):
    for (sample, bold), data in reversed(list(zip(pictures, drawn, strict=True))):
        assert cards.draw(slug, sample, contrast=bold) == data


def test_a_picture_does_not_depend_on_those_drawn_before(slug, pictures, drawn):
    for (sample, bold), data in list(zip(pictures, drawn, strict=True))[::7]:
        canvas.clear()
        assert cards.draw(slug, sample, contrast=bold) == data


def test_threads_draw_the_same_bytes(slug, pictures, drawn):
    canvas.clear()
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda picture: cards.draw(slug, picture[0], contrast=picture[1]), pictures[::2]))
    assert again == drawn[::2]


def test_the_cache_keeps_to_its_bound_and_pictures_do_not_change(slug, pictures, drawn, monkeypatch):
    canvas.clear()
    monkeypatch.setattr(canvas._sprites, "limit", 3 << 20)
    for (sample, bold), data in list(zip(pictures, drawn, strict=True))[::3]:
        assert cards.draw(slug, sample, contrast=bold) == data
        assert canvas.cached_bytes() <= 3 << 20
    canvas.clear()


@pytest.mark.parametrize("name", [*NAMES, *ODD_NAMES, "", "\u202e\u200b", "\n", "🏳️‍🌈" * 30, "\x00" * 9])
def test_every_name_can_be_drawn_in_every_picture(slug, samples, name):
    for sample in samples[::2]:
        names = (name,) * 4
        named = msgspec.structs.replace(sample, names=names)
        assert Image.open(io.BytesIO(cards.draw(slug, named))).width == SIZES[sample.kind][0]


def ground_under(image, mask, left, top):
    """The commonest colour where a text is about to be written."""
    box = (max(0, left), max(0, top), min(image.width, left + mask.width), min(image.height, top + mask.height))
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    return max(image.crop(box).getcolors((box[2] - box[0]) * (box[3] - box[1])))[1]


@pytest.mark.parametrize("bold", [False, True])
def test_every_text_is_large_enough_and_stands_out_from_its_ground(slug, samples, bold, monkeypatch):
    seen = []
    write = brush.Brush.text

    def text(self, at, words, kind, paint, align="left"):
        through = self._through

        def spy(mask, left, top, colour):
            ground = ground_under(self.image, mask, left - self._left, top - self._top)
            if ground is not None and words.strip():
                seen.append((words, kind, theme.contrast(colour, ground)))
            through(mask, left, top, colour)

        self._through = spy
        try:
            return write(self, at, words, kind, paint, align)
        finally:
            del self._through

    monkeypatch.setattr(brush.Brush, "text", text)
    canvas.clear()
    for sample in samples:
        cards.draw(slug, sample, contrast=bold)
    canvas.clear()
    assert len(seen) > 300
    assert [entry for entry in seen if entry[2] < 4.5] == []
    names = {name for sample in samples for name in sample.names}
    assert min(kind.size for words, kind, _ in seen if words in names) >= 26
    letters = {seat.letter for seat in theme.SEATS}
    small = {words for words, kind, _ in seen if kind.size < panels.SMALL.size and words not in letters}
    assert small == set()


def test_warming_leaves_less_to_paint_and_the_same_pictures(slug, samples, monkeypatch):
    made = []
    get = ByteCache.get
    monkeypatch.setattr(ByteCache, "get", lambda self, key, make: get(self, key, lambda: (made.append(1), make())[1]))
    pictures, counts = [], []
    for steps in (0, 80):
        canvas.clear()
        list(islice(render.warming(slug), steps))
        assert canvas.cached_bytes() <= canvas.SPRITE_BYTES
        made.clear()
        pictures.append(cards.draw(slug, samples[2]))
        counts.append(len(made))
    assert pictures[0] == pictures[1]
    assert counts[1] < counts[0] / 2
    canvas.clear()


def test_the_contact_sheet_shows_every_sample(tmp_path, capsys):
    count = sum(len(render.load(slug).samples()) for slug in games.slugs())
    path = tmp_path / "sheet.png"
    assert cards.main([str(path)]) == 0
    assert f"{4 * count} pictures" in capsys.readouterr().out
    with Image.open(path) as sheet:
        assert sheet.width > 1600
        assert sheet.height > 300 * count


def test_the_contact_sheet_wants_to_know_where_to_go(capsys):
    assert cards.main([]) == 2
    assert "usage" in capsys.readouterr().err
