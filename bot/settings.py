"""Typed settings from the environment and `.env`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

import games
from bot.errors import Stop

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)
_LOOPBACK = re.compile(r"http://(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?/?", re.ASCII)


class Settings(BaseSettings):
    """What an operator may set; `.env.example` lists the same names."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True)

    discord_token: SecretStr = SecretStr("")
    """The bot's token from Discord's developer portal."""
    database: Path = Field(default_factory=lambda: Path("data/slowplay.sqlite"))
    """The SQLite file that holds every game; its folder is made when it is missing."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    catsudoku_deck: Path | None = None
    """A deck file for Cat Sudoku in place of the house deck; games/catsudoku/deck.toml shows the form."""
    casinopolis_deck: Path | None = None
    """A deck file for Casinopolis in place of the house deck; games/casinopolis/deck.toml shows the form."""
    discord_api: str | None = None
    """The address of a Discord on this machine, for trying and for tests: http://127.0.0.1:PORT."""

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("discord_api")
    @classmethod
    def _only_this_machine(cls, value: str | None) -> str | None:
        # The token travels to this address, so it must not be able to leave the machine.
        if value is not None and not _LOOPBACK.fullmatch(value):
            raise ValueError("takes http://127.0.0.1:PORT")
        return value.rstrip("/") if value else value


def load() -> Settings:
    """Read the settings.

    Raises:
        Stop: a setting has a wrong value; the message names it and never shows the value.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper()
        raise Stop(
            f"{name}: {first['msg'].removeprefix('Value error, ')}; mend it in .env or in the environment"
        ) from None


def decks(settings: Settings) -> dict[str, object]:
    """Read the deck files that replace house decks, as set-up option `deck` by game.

    Raises:
        Stop: one cannot be read or is wrong; the message has file, line and reason.
    """
    found: dict[str, object] = {}
    for slug in games.slugs():
        path: Path | None = getattr(settings, f"{slug}_deck", None)
        if path is not None:
            try:
                found[slug] = games.load(slug).read_deck(path.read_text("utf-8"))
            except (OSError, ValueError) as error:
                raise Stop(f"{slug.upper()}_DECK {path}: {error}; mend the file or leave the setting out") from None
    return found


def token(settings: Settings) -> str:
    """Give the token when it has the shape of one: three parts with dots between.

    Raises:
        Stop: it is missing or cannot be a token.
    """
    value = settings.discord_token.get_secret_value().strip()
    if not value:
        raise Stop("DISCORD_TOKEN is not set; copy .env.example to .env and put the bot's token there")
    if not _TOKEN.fullmatch(value):
        raise Stop(
            "DISCORD_TOKEN is no bot token (three parts with dots between); copy it again from Bot > Reset Token"
        )
    return value
