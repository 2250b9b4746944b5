"""Settings: shapes, wrong values, and that no secret is ever shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import settings
from bot.errors import Stop

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
NAMES = ("DISCORD_TOKEN", "DATABASE", "LOG_LEVEL", "DISCORD_API")


@pytest.fixture(autouse=True)
def clean(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_nothing_set_gives_usable_defaults():
    chosen = settings.load()

    assert (chosen.database, chosen.log_level, chosen.discord_api) == (Path("data/slowplay.sqlite"), "INFO", None)


def test_the_environment_wins_over_the_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("DATABASE=file.sqlite\nLOG_LEVEL=debug\nUNKNOWN=1\n")
    monkeypatch.setenv("DATABASE", "environment.sqlite")
    chosen = settings.load()

    assert (chosen.database, chosen.log_level) == (Path("environment.sqlite"), "DEBUG")


def test_a_line_left_empty_means_the_default(tmp_path):
    (tmp_path / ".env").write_text("DATABASE=\nLOG_LEVEL=\nDISCORD_API=\nDISCORD_TOKEN=\n")

    assert settings.load() == settings.Settings()
    assert settings.load().log_level == "INFO"


def test_a_token_in_three_parts_is_taken(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", f"  {TOKEN}\n")

    assert settings.token(settings.load()) == TOKEN


@pytest.mark.parametrize(
    "wrong",
    [
        "hunter2-is-my-password",
        "a.b.c",
        TOKEN.replace(".", ","),
        TOKEN.rsplit(".", 1)[0],
        TOKEN + ".more",
        "Bot " + TOKEN,
        f'"{TOKEN} {TOKEN}"',
        TOKEN[:40] + "é" + TOKEN[41:],
    ],
)
def test_what_cannot_be_a_token_is_refused_in_one_line_that_does_not_show_it(monkeypatch, wrong):
    monkeypatch.setenv("DISCORD_TOKEN", wrong)
    with pytest.raises(Stop) as stop:
        settings.token(settings.load())

    text = str(stop.value)
    assert text.startswith("DISCORD_TOKEN ")
    assert "\n" not in text
    assert not any(part in text for part in wrong.split(".") if len(part) > 3)


def test_a_missing_token_is_said_to_be_missing():
    with pytest.raises(Stop, match="DISCORD_TOKEN is not set"):
        settings.token(settings.load())


def test_printing_the_settings_shows_no_token(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    chosen = settings.load()

    for shown in (repr(chosen), str(chosen), chosen.model_dump_json()):
        assert TOKEN not in shown
        assert TOKEN[-10:] not in shown


@pytest.mark.parametrize(
    ("name", "value"),
    [("LOG_LEVEL", "chatty-s3cret"), ("DISCORD_API", "http://evil.example:80/s3cret"), ("DISCORD_API", "s3cret")],
)
def test_a_wrong_value_is_named_but_never_echoed(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(Stop) as stop:
        settings.load()

    text = str(stop.value)
    assert text.startswith(f"{name}: ")
    assert "s3cret" not in text
    assert "evil" not in text
    assert "\n" not in text


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:9", "http://127.0.0.1/"]
)
def test_discord_may_be_on_this_machine(monkeypatch, address):
    monkeypatch.setenv("DISCORD_API", address)

    assert settings.load().discord_api == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com",
        "http://127.0.0.1.evil.example:80",
        "http://evil.example@127.0.0.2",
        "http://127.0.0.1@evil.example",
        "http://localhost:80@evil.example",
        "http://0.0.0.0:1",
        "http://127.0.0.1:80/path",
        "ftp://127.0.0.1",
        "//127.0.0.1:80",
        "127.0.0.1:80",
        "http://127.0.0.1:80?to=evil.example",
        "http://127.0.0.1:80#evil",
        "http://127.0.0.1:notaport",
    ],
)
def test_the_token_can_be_sent_nowhere_else(monkeypatch, address):
    monkeypatch.setenv("DISCORD_API", address)
    with pytest.raises(Stop, match=r"DISCORD_API: takes http://127\.0\.0\.1:PORT"):
        settings.load()
