"""A cache bounded by bytes that threads may share: the least recently used entry goes first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


class ByteCache(Generic[T]):
    """Keeps made things until they weigh more than `limit` bytes together.

    Args:
        limit: bytes kept at most; a single larger thing is made and given, but not kept.
        weigh: gives the bytes of a thing.
    """

    def __init__(self, limit: int, weigh: Callable[[T], int]) -> None:
        self.limit = limit
        self.held = 0
        self._weigh = weigh
        self._things: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Give the thing of `key`, made by `make` the first time; `make` runs outside the lock."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key]
        made = make()
        weight = self._weigh(made)
        with self._lock:
            # another thread may have been quicker: its thing is the same, so the first one stays
            if key not in self._things and weight <= self.limit:
                self._things[key] = made
                self.held += weight
                while self.held > self.limit:
                    _, dropped = self._things.popitem(last=False)
                    self.held -= self._weigh(dropped)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()
            self.held = 0

    def __len__(self) -> int:
        """Count the things kept."""
        return len(self._things)
