"""How every game holds its laws against a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import InvariantError

if TYPE_CHECKING:
    from collections.abc import Iterable


def uphold(laws: Iterable[tuple[str, bool]], seq: int) -> None:
    """Hold laws, each with whether it holds, against the state after `seq` moves.

    Raises:
        InvariantError: some are broken; the message names all of them and nothing of the state.
    """
    broken = [law for law, holds in laws if not holds]
    if broken:
        msg = f"seq {seq}: {'; '.join(broken)}"
        raise InvariantError(msg)
