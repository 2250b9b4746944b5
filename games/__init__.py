"""The rules of every game, pure: no Discord, no disk, no clock, no pictures, no `random`.

`games.load(slug)` gives the game's rules, `games.words(slug)` its sentences, `games.robot(slug)` plays its seats;
`games.slugs()` lists what there is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from games.cactpot import robot as cactpot_robot
    from games.cactpot import words as cactpot_words
    from games.cactpot.view import CactpotView
    from games.casinopolis import robot as casinopolis_robot
    from games.casinopolis import words as casinopolis_words
    from games.casinopolis.view import CasinoView
    from games.catsudoku import robot as catsudoku_robot
    from games.catsudoku import words as catsudoku_words
    from games.catsudoku.view import CatView
    from games.core import Game, Robot, Words

    # Modules are imported by name at run time; here mypy holds each against its protocol.
    _WORDS: tuple[Words[CactpotView], Words[CatView], Words[CasinoView]]
    _WORDS = (cactpot_words, catsudoku_words, casinopolis_words)
    _ROBOTS: tuple[Robot[CactpotView], Robot[CatView], Robot[CasinoView]]
    _ROBOTS = (cactpot_robot, catsudoku_robot, casinopolis_robot)

_SLUGS = ("cactpot", "catsudoku", "casinopolis")


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
    return cast("Words[Any]", _package(slug, "words"))


def robot(slug: str) -> Robot[Any]:
    """Give the robot of the game called `slug`; `games.robots` has it in several strengths.

    Raises:
        KeyError: there is no such game.
    """
    return cast("Robot[Any]", _package(slug, "robot"))


def _package(slug: str, *module: str) -> Any:  # noqa: ANN401 - a module has no narrower type than its own attributes
    if slug not in _SLUGS:
        raise KeyError(slug)
    return import_module(".".join(("games", slug, *module)))
