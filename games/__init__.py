"""The rules of every game, pure: no Discord, no disk, no clock, no pictures, no `random`.

`games.load(slug)` gives the game's rules, `games.words(slug)` its sentences; `games.slugs()` lists what there is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from games.core import Game, Words

_SLUGS = ("cactpot", "casinopolis")


def slugs() -> tuple[str, ...]:
    """Name every game, in the order lobbies offer them."""
    return _SLUGS


def load(slug: str) -> Game[Any, Any]:
    """Give the rules of the game called `slug`.

    Raises:
        KeyError: there is no such game.
    """
    return cast("Game[Any, Any]", _package(slug).GAME)


def words(slug: str) -> Words[Any]:
    """Give the sentences of the game called `slug`.

    Raises:
        KeyError: there is no such game.
    """
    _package(slug)
    return cast("Words[Any]", import_module(f"games.{slug}.words"))


def _package(slug: str) -> Any:  # noqa: ANN401 - a module has no narrower type than its own attributes
    if slug not in _SLUGS:
        raise KeyError(slug)
    return import_module(f"games.{slug}")
