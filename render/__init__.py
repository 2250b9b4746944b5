"""Pictures of what a seat may see, drawn from views and public events, never from a state.

`render.load(slug)` gives the module that draws the game called `slug`.

A game's pictures are a theme (its colours), a ground (what never changes), a layout (a pure function from a view to
slots: boxes with their contents) and a table of painters (a content to its box). `canvas.compose` makes a PNG of them;
`brush` has the shapes, `signs` and `panels` what all games share, `fonts` the text.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

import games
from games.core import Event, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from render.samples import Sample

V_contra = TypeVar("V_contra", bound=View, contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)


class Pictures(Protocol[V_contra, E_contra]):
    """The module of a game: each function gives a whole PNG file. `names` has one plain name a seat, any script."""

    def board(self, view: V_contra, names: Sequence[str], *, contrast: bool = False) -> bytes:
        """Draw the table as the viewer sees it; own hidden pieces only when the view is a seat's."""

    def hand(self, view: V_contra, names: Sequence[str], *, contrast: bool = False) -> bytes:
        """Draw what only the viewer knows, about 800 px wide."""

    def scored(self, event: E_contra, names: Sequence[str], *, contrast: bool = False) -> bytes:
        """Draw a scored table with the reason for every point."""

    def samples(self) -> Sequence[Sample]:
        """Give views and events that show what the pictures can look like."""

    def warming(self) -> Iterator[None]:
        """Paint ahead what most boards will show, a few milliseconds' work a step; not for high contrast."""


def load(slug: str) -> Pictures[View, Event]:
    """Give the pictures of the game called `slug`.

    Raises:
        KeyError: there is no such game.
    """
    if slug not in games.slugs():
        raise KeyError(slug)
    return cast("Pictures[View, Event]", import_module(f"render.{slug}"))


def warming(slug: str) -> Iterator[None]:
    """Make the first boards of a game as quick as later ones: paint ahead what they will show.

    Whoever drives it can draw other pictures between two steps, in the same thread or in another one. A step takes some
    milliseconds, those that draw a sample picture some dozens; everything goes into the bounded caches. Stopping
    early, or never starting, costs nothing but time later.

    Raises:
        KeyError: there is no such game.
    """
    pictures = load(slug)
    # one of each kind opens the fonts and paints the grounds; sprites of other names would only take up room
    for sample in {sample.kind: sample for sample in pictures.samples()}.values():
        draw(pictures, sample)
        yield
    yield from pictures.warming()


def draw(pictures: Pictures[View, Event], sample: Sample, *, contrast: bool = False) -> bytes:
    """Draw a sample as its game draws it."""
    if sample.kind == "scored":
        return pictures.scored(sample.of, sample.names, contrast=contrast)  # type: ignore[arg-type]
    if sample.kind == "ghost":
        return pictures.board(sample.of, sample.names, contrast=contrast, ghost=True)  # type: ignore[arg-type,call-arg]
    function = pictures.hand if sample.kind == "hand" else pictures.board
    return function(sample.of, sample.names, contrast=contrast)  # type: ignore[arg-type]
