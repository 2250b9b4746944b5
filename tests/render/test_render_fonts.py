import shutil

import pytest

from render import charmap, fonts
from render.fonts import BOLD, EMOJI, REGULAR, Type
from render.samples import NAMES, ODD_NAMES

TEXT = Type(34, bold=True)
SCRIPTS = {
    "Zoë Łukasz Đặng": "Inter-Regular.ttf",
    "Ольга Ελένη": "Inter-Regular.ttf",
    "田中さくらカナ": "WenQuanYiMicroHei.ttc",
    "김민수": "WenQuanYiMicroHei.ttc",
    "شهرزاد": "NotoSansArabic-Regular.ttf",
    "שלום": "NotoSansHebrew-Regular.ttf",
    "สมชาย": "NotoSansThai-Regular.ttf",
    "अर्जुन": "NotoSansDevanagari-Regular.ttf",
    "🎲🦊": "NotoEmoji-Regular.ttf",
    "⚀⚅": "WenQuanYiMicroHei.ttc",
    "\N{MATHEMATICAL BOLD FRAKTUR CAPITAL A}\N{MATHEMATICAL BOLD FRAKTUR SMALL L}": "NotoSansMath-Regular.ttf",
}


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A copy of the font folder that a test may damage."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    for face in fonts.FACES:
        (folder / face.file).symlink_to(fonts.FOLDER / face.file)
    fonts.clear()
    monkeypatch.setattr(fonts, "FOLDER", folder)
    yield folder
    fonts.clear()


@pytest.mark.parametrize(("text", "file"), SCRIPTS.items())
def test_every_script_is_set_in_one_font_that_has_it(text, file):
    assert [(run.text, run.face.file) for run in fonts.runs(text)] == [(text, file)]


def test_bold_text_keeps_its_fallback_fonts():
    assert [run.face for run in fonts.runs("Mina 🎲", bold=True)] == [BOLD, EMOJI]


def test_a_character_that_no_font_has_becomes_a_box():
    assert "".join(run.text for run in fonts.runs("a\U00013000b")) == "a□b"


def test_a_family_of_joined_emoji_is_one_sign():
    family = "👩‍👩‍👧‍👦"
    assert [run.text for run in fonts.runs(family)] == [family]
    assert fonts.measure(family, TEXT) < 2 * fonts.measure("👩", TEXT)


def test_the_space_after_an_emoji_is_a_text_space():
    assert [(run.text, run.face) for run in fonts.runs("🎲 a")] == [("🎲", EMOJI), (" a", REGULAR)]


def test_an_emoji_sign_asks_for_the_emoji_font():
    assert fonts.runs("♥️")[0].face == EMOJI
    assert fonts.runs("♥")[0].face != EMOJI


def test_runs_of_a_right_to_left_name_stand_from_left_to_right():
    assert [run.text for run in fonts.runs("שלום🎲")] == ["🎲", "שלום"]


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("\u202eevil\u202c\u2066x\u2069", "evilx"),
        ("a\x00\x1b[31mb\u200b", "a[31mb"),
        ("  two \t\n words ", "two words"),
        ("e\u0301", "é"),
        ("\U000f0000\ue000", ""),
        ("x" * 200, "x" * 80),
    ],
)
def test_names_are_cleaned_into_one_plain_line(dirty, clean):
    assert fonts.clean(dirty) == clean


def test_piled_up_marks_are_thinned_out():
    assert len(fonts.clean("q" + "\u0337\u0323\u030d" * 20)) == 1 + 3


@pytest.mark.parametrize("name", [*NAMES, *ODD_NAMES, "W" * 80, "田" * 80, "🎲" * 80, "ش" * 80])
@pytest.mark.parametrize("width", [60, 150, 400])
def test_a_fitted_name_is_no_wider_than_its_place(name, width):
    clean = fonts.clean(name)
    fitted = fonts.fit(clean, TEXT, width)
    assert fonts.measure(fitted, TEXT) <= width
    assert fitted == clean or (fitted.endswith("…") and clean.startswith(fitted[:-1].rstrip()))


def test_a_name_is_cut_no_shorter_than_needed():
    fitted = fonts.fit("x" * 80, TEXT, 300)
    assert fonts.measure(fitted[:-1] + "x…", TEXT) > 300


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_set_line_stays_within_its_height_and_shows_something(name):
    line = fonts.mask(fonts.clean(name), TEXT)
    assert line.image.getextrema()[1] > 128
    assert -1.1 * TEXT.size - 1 <= line.top
    assert line.top + line.image.height <= 0.35 * TEXT.size + 1


@pytest.mark.parametrize("width", [60, 150, 400, 5000])
def test_a_broken_text_keeps_its_words_in_lines_that_fit(width):
    text = "1 for each road that passes all three types of casino."
    lines = fonts.wrap(text, TEXT, width, 99)
    assert all(fonts.measure(line, TEXT) <= width for line in lines)
    if width > 100:
        assert " ".join(lines) == text
    assert len(fonts.wrap(text, TEXT, 5000, 3)) == 1


def test_a_text_too_long_for_its_lines_ends_in_an_ellipsis():
    lines = fonts.wrap("one two three four five six seven eight", TEXT, 150, 2)
    assert len(lines) == 2
    assert lines[0] == "one two"
    assert lines[1].endswith("…")


def test_an_empty_line_can_be_set():
    assert fonts.mask("", TEXT).width == 0


def test_all_bundled_fonts_can_be_opened():
    fonts.check_fonts()


def test_a_missing_font_is_named(own_folder):
    (own_folder / "NotoEmoji-Regular.ttf").unlink()
    with pytest.raises(fonts.MissingFont, match=r"NotoEmoji-Regular\.ttf"):
        fonts.check_fonts()


def test_a_damaged_font_is_named(own_folder):
    broken = own_folder / "Inter-Bold.ttf"
    whole = shutil.copyfile(broken, own_folder / "copy.ttf").read_bytes()
    broken.unlink()
    broken.write_bytes(whole[:500])
    with pytest.raises(fonts.MissingFont, match=r"Inter-Bold\.ttf"):
        fonts.check_fonts()


def test_every_font_has_its_licence_beside_it():
    table = (fonts.FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [line for line in table.splitlines() if line.startswith("|")]
    for face in fonts.FACES:
        licence = next(row.split("|")[-2].strip() for row in rows if face.file in row)
        assert (fonts.FOLDER / licence).is_file()


@pytest.mark.parametrize("data", [b"", b"not a font at all, but long enough to look like one", bytes(64)])
def test_what_is_no_font_is_refused(data):
    with pytest.raises(ValueError, match="font file"):
        charmap.read(data)


def test_a_character_map_knows_its_borders():
    known = charmap.CharMap([(10, 12), (13, 13), (20, 25)])
    assert [code for code in range(30) if code in known] == [10, 11, 12, 13, 20, 21, 22, 23, 24, 25]
