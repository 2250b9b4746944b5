import io
import random
from itertools import count

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

import render
from render import cards, replay
from render.gif import Gif

PALETTE = bytes(random.Random(1).randbytes(3 * 255))


def boards():
    """Pictures of one game that share size and palette, as those of a match do."""
    return [cards.draw("cactpot", sample) for sample in render.load("cactpot").samples() if sample.kind != "hand"]


@pytest.fixture(scope="module")
def pngs():
    return boards()


def picture(size, rng, palette=PALETTE):
    image = Image.frombytes("P", size, bytes(rng.randrange(len(palette) // 3) for _ in range(size[0] * size[1])))
    image.putpalette(palette)
    return image


def touched(image, box, rng):
    other = image.copy()
    other.paste(picture((box[2] - box[0], box[3] - box[1]), rng), box)
    return other


def batched(channels):
    return zip(*[iter(channels)] * 3, strict=True)


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def decoded(data):
    with Image.open(io.BytesIO(data)) as film:
        frames = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
    return [frame for frame, _ in frames], [ms for _, ms in frames]


def gif(frames, durations, palette=PALETTE):
    film = Gif(frames[0].size, palette)
    for frame, ms in zip(frames, durations, strict=True):
        film.add(frame, ms)
    assert len(film) == len(film.file())
    return film.file()


# -- the file ----------------------------------------------------------------------------------------------------------


def test_decoded_frames_are_the_frames_given():
    rng = random.Random(2)
    frames = [picture((61, 37), rng)]
    for _ in range(8):
        left, top = rng.randrange(50), rng.randrange(30)
        frames.append(touched(frames[-1], (left, top, rng.randrange(left + 1, 62), rng.randrange(top + 1, 38)), rng))
    frames += [frames[0], frames[0].copy(), frames[3]]
    durations = [10 * rng.randrange(1, 500) for _ in frames]

    shown, times = decoded(gif(frames, durations))
    assert [frame.tobytes() for frame in shown] == [frame.convert("RGB").tobytes() for frame in frames]
    assert times == durations


@pytest.mark.parametrize("colours", [1, 2, 16, 255])
def test_a_palette_of_any_size_keeps_its_colours(colours):
    rng, palette = random.Random(3), PALETTE[: 3 * colours]
    frames = [picture((9, 9), rng, palette) for _ in range(3)]
    shown, _ = decoded(gif(frames, [10, 20, 30], palette))
    assert [frame.tobytes() for frame in shown] == [frame.convert("RGB").tobytes() for frame in frames]


def test_the_animation_begins_again_for_ever():
    with Image.open(io.BytesIO(gif([picture((4, 4), random.Random(4))] * 2, [10, 10]))) as film:
        assert (film.format, film.info["version"], film.info["loop"]) == ("GIF", b"GIF89a", 0)


def test_a_small_change_takes_few_bytes():
    rng = random.Random(5)
    first = picture((300, 300), rng)
    one = len(gif([first], [10]))
    assert len(gif([first, touched(first, (40, 50, 60, 70), rng)], [10, 10])) < one + 800
    assert len(gif([first, first], [10, 10])) < one + 30


@pytest.mark.parametrize("palette", [b"", bytes(4), bytes(3 * 256)])
def test_a_palette_that_does_not_fit_is_refused(palette):
    with pytest.raises(ValueError, match="1 to 255 colours"):
        Gif((4, 4), palette)


@pytest.mark.parametrize("frame", [Image.new("P", (4, 5)), Image.new("RGB", (4, 4))])
def test_a_frame_that_does_not_fit_is_refused(frame):
    with pytest.raises(ValueError, match="does not fit"):
        Gif((4, 4), PALETTE).add(frame, 10)


# -- the film ----------------------------------------------------------------------------------------------------------


def test_frames_are_the_pictures_at_half_size_in_the_colours_of_the_theme(pngs):
    durations = [replay.MOVE] * (len(pngs) - 1) + [replay.END]
    shown, times = decoded(replay.animation(pngs, durations))
    assert times == durations
    for frame, data in zip(shown, pngs, strict=True):
        with Image.open(io.BytesIO(data)) as full:
            small = full.convert("RGB").reduce(2)
            assert frame.size == (600, 450)
            assert frame.tobytes() == small.quantize(palette=full, dither=Image.Dither.NONE).convert("RGB").tobytes()
            assert {colour for _, colour in frame.getcolors()} <= set(batched(full.getpalette()))
        error = ImageStat.Stat(ImageChops.difference(frame, small)).rms
        assert max(error) < 3.5, "out of 255"


def test_a_flat_area_keeps_its_colour_exactly(pngs):
    shown, _ = decoded(replay.animation(pngs[:1], [replay.END]))
    with Image.open(io.BytesIO(pngs[0])) as full:
        wide = full.convert("RGB")
    flat = 0
    for x in range(0, 1200, 10):
        for y in range(0, 900, 10):
            colours = wide.crop((x, y, x + 2, y + 2)).getcolors()
            if len(colours) == 1:
                flat += 1
                assert shown[0].getpixel((x // 2, y // 2)) == colours[0][1]
    assert flat > 5000


def test_equal_pictures_make_equal_bytes(pngs):
    assert replay.animation(pngs[:4], [10] * 4) == replay.animation(pngs[:4], [10] * 4)


def test_a_film_is_made_one_frame_a_step(pngs):
    asked = []

    def draw(number):
        asked.append(number)
        return pngs[number]

    film = replay.filming(draw, [replay.MOVE] * 3)
    for step in range(3):
        assert asked == list(range(step))
        assert next(film) is None
    assert next(film) == replay.animation(pngs[:3], [replay.MOVE] * 3)
    assert list(film) == []
    assert asked == [0, 1, 2]


# -- too long for the limit --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match():
    """Two dozen frames with two scorings."""
    rng = random.Random(6)
    frames = [picture((120, 90), rng)]
    for _ in range(23):
        left, top = rng.randrange(80), rng.randrange(60)
        frames.append(touched(frames[-1], (left, top, left + 40, top + 30), rng))
    durations = [replay.MOVE] * 24
    durations[9] = durations[17] = replay.SCORING
    durations[23] = replay.END
    return [png(frame) for frame in frames], durations


def test_what_is_too_big_gets_smaller_and_then_loses_moves_but_no_time(match):
    frames, durations = match
    made = [replay.animation(frames, durations, 10**9)]
    while len(made) < 2 or made[-1] != made[-2]:  # ask for a byte less than it took, until nothing helps any more
        made.append(replay.animation(frames, durations, len(made[-1]) - 1))
    made.pop()

    shapes = [(len(shown), shown[0].size) for shown, _ in map(decoded, made)]
    assert shapes == [
        (24, (60, 45)),
        (24, (40, 30)),
        (15, (40, 30)),
        (9, (40, 30)),
        (6, (40, 30)),
    ]
    for data in made:
        _, times = decoded(data)
        assert sum(times) == sum(durations)


def test_scorings_the_deal_and_the_end_are_never_left_out(match):
    _, durations = match
    for cut in replay.CUTS:
        chosen = [number for number, _ in replay.kept(durations, cut.every)]
        assert {0, 9, 17, 23} <= set(chosen)
        assert chosen == sorted(set(chosen))


def test_a_cut_that_gets_too_big_is_given_up_early(match):
    frames, durations = match
    asked = []
    film = replay.filming(lambda number: asked.append(number) or frames[number], durations, 10_000)
    steps = next(step for step, data in zip(count(), film, strict=False) if data)
    assert steps == len(asked) < 24 * len(replay.CUTS) // 2


# -- what cannot be filmed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frames", "durations", "why"),
    [
        ([], [], "needs a frame"),
        ([png(picture((8, 8), random.Random(7)))], [10, 10], "1 frames have 2 durations"),
        ([png(Image.new("RGB", (8, 8)))], [10], "palette picture"),
        ([png(picture((8, 8), random.Random(8))), png(picture((6, 8), random.Random(8)))], [10, 10], "does not fit"),
        (
            [png(picture((8, 8), random.Random(9))), png(picture((8, 8), random.Random(9), PALETTE[::-1]))],
            [10, 10],
            "another palette",
        ),
    ],
)
def test_what_is_no_film_is_refused(frames, durations, why):
    with pytest.raises(ValueError, match=why):
        replay.animation(frames, durations)
