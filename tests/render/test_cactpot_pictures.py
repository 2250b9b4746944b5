import io
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from PIL import Image

import render
from games.cactpot import GAME
from render import brush, canvas, cards, panels, theme
from render.samples import NAMES, ODD_NAMES

SAMPLES = render.load("cactpot").samples()
PICTURES = [(sample, bold) for sample in SAMPLES for bold in (False, True)]
SIZES = {"board": (1200, 900), "scored": (1200, 900), "hand": (800, 600)}
TITLES = [f"{sample.title}{', contrast' if bold else ''}" for sample, bold in PICTURES]


@pytest.fixture(scope="module")
def drawn():
    """Every sample picture, drawn one after the other, beginning with empty caches."""
    canvas.clear()
    return [cards.draw("cactpot", sample, contrast=bold) for sample, bold in PICTURES]


def test_every_picture_is_a_whole_png_of_its_size_and_at_most_100_kilobytes(drawn):
    for (sample, _), data in zip(PICTURES, drawn, strict=True):
        Image.open(io.BytesIO(data)).verify()
        image = Image.open(io.BytesIO(data))
        image.load()
        assert (image.mode, image.size) == ("P", SIZES[sample.kind])
        assert len(data) <= 100 * 1024


def test_samples_all_differ(drawn):
    assert len(set(drawn)) == len(PICTURES)


def test_warm_pictures_are_the_same_bytes_in_any_order(drawn):
    for (sample, bold), data in reversed(list(zip(PICTURES, drawn, strict=True))):
        assert cards.draw("cactpot", sample, contrast=bold) == data


def test_a_picture_does_not_depend_on_those_drawn_before(drawn):
    for (sample, bold), data in list(zip(PICTURES, drawn, strict=True))[::7]:
        canvas.clear()
        assert cards.draw("cactpot", sample, contrast=bold) == data


def test_threads_draw_the_same_bytes(drawn):
    canvas.clear()
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda picture: cards.draw("cactpot", picture[0], contrast=picture[1]), PICTURES))
    assert again == drawn


def test_the_cache_keeps_to_its_bound_and_pictures_do_not_change(drawn, monkeypatch):
    canvas.clear()
    monkeypatch.setattr(canvas._sprites, "limit", 3 << 20)
    for (sample, bold), data in zip(PICTURES, drawn, strict=True):
        assert cards.draw("cactpot", sample, contrast=bold) == data
        assert canvas.cached_bytes() <= 3 << 20
    canvas.clear()


def test_a_board_shows_nothing_of_the_hand():
    pictures = render.load("cactpot")
    for sample in SAMPLES:
        if sample.kind == "board" and sample.of.phase != "over":
            for seat in range(sample.of.seats):
                if seat not in sample.of.to_act:
                    seen = msgspec.structs.replace(sample.of, seat=seat, hand=(1, 2), own_down={})
                    bare = msgspec.structs.replace(sample.of, seat=None, hand=(), own_down={})
                    assert pictures.board(seen, NAMES) == pictures.board(bare, NAMES)


def test_own_hidden_numbers_show_on_the_own_board_only():
    state = GAME.setup(2, "own", {})
    while not GAME.view(state, None).down:
        seat = min(GAME.to_act(state))
        choice = GAME.legal(state, seat)
        state, _ = GAME.apply(state, seat, next((text for text in choice if text.endswith("down")), choice[0]))
    pictures = render.load("cactpot")
    owner = next(iter(GAME.view(state, None).down.values()))
    other = 1 - owner
    watching = GAME.view(state, None)
    assert pictures.board(GAME.view(state, owner), NAMES) != pictures.board(watching, NAMES)
    unmoved = msgspec.structs.replace(GAME.view(state, other), seat=None)
    assert pictures.board(unmoved, NAMES) == pictures.board(watching, NAMES)


@pytest.mark.parametrize("name", [*NAMES, *ODD_NAMES, "", "\u202e\u200b", "\n", "🏳️‍🌈" * 30, "\x00" * 9])
def test_every_name_can_be_drawn_in_every_picture(name):
    for sample in SAMPLES:
        names = (name,) * 4
        named = msgspec.structs.replace(sample, names=names)
        assert Image.open(io.BytesIO(cards.draw("cactpot", named))).size == SIZES[sample.kind]


def ground_under(image, mask, left, top):
    """The commonest colour where a text is about to be written."""
    box = (max(0, left), max(0, top), min(image.width, left + mask.width), min(image.height, top + mask.height))
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    return max(image.crop(box).getcolors((box[2] - box[0]) * (box[3] - box[1])))[1]


@pytest.mark.parametrize("bold", [False, True])
def test_every_text_is_large_enough_and_stands_out_from_its_ground(bold, monkeypatch):
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
    for sample in SAMPLES:
        cards.draw("cactpot", sample, contrast=bold)
    canvas.clear()
    assert len(seen) > 300
    assert [entry for entry in seen if entry[2] < 4.5] == []
    names = {name for sample in SAMPLES for name in sample.names}
    assert min(kind.size for words, kind, _ in seen if words in names) >= 26
    letters = {seat.letter for seat in theme.SEATS}
    small = {words for words, kind, _ in seen if kind.size < panels.SMALL.size and words not in letters}
    assert small == set()


def test_the_contact_sheet_shows_every_sample(tmp_path, capsys):
    path = tmp_path / "sheet.png"
    assert cards.main([str(path)]) == 0
    assert f"{4 * len(SAMPLES)} pictures" in capsys.readouterr().out
    with Image.open(path) as sheet:
        assert sheet.width > 1600
        assert sheet.height > 300 * len(SAMPLES)


def test_the_contact_sheet_wants_to_know_where_to_go(capsys):
    assert cards.main([]) == 2
    assert "usage" in capsys.readouterr().err
