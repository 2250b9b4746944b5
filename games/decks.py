"""Deck files: TOML that people write by hand, so a fault in one is told with its line."""

from __future__ import annotations

import re
import tomllib
from typing import Any


class DeckError(ValueError):
    """A deck file is wrong; `line` counts from 1, `reason` says what is wrong there and what would be right."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Source:
    """A deck file's text beside what it says (`tables`), to find the line of a fault: TOML readers do not keep it.

    Raises:
        DeckError: the text is not TOML.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            reason, _, place = str(error).rpartition(" (at ")
            line = re.match(r"line (\d+)", place)
            raise DeckError(int(line[1]) if line else self._end, f"{reason or error}: this is not TOML") from None

    def fault(self, reason: str, table: str | None = None, key: str | None = None, number: int = 1) -> DeckError:
        """Make the error with the line where `key` stands in the `number`th table called `table`; where there is none,
        the line of the table, and where there is no such table, the last line."""
        start = self._header(table, number) if table else 0
        if start is None:
            return DeckError(self._end, reason)
        if key is not None:
            entry = re.compile(rf"(?:\s*|.*[{{,.]\s*)[\"']?{re.escape(key)}[\"']?\s*=")
            beyond = self._header(table, number + 1) if table else None
            for index, line in enumerate(self.lines[start:beyond], start):
                if entry.match(line):
                    return DeckError(index + 1, reason)
        return DeckError(start + 1, reason)

    def _header(self, table: str | None, number: int) -> int | None:
        """Find where the `number`th table of a name begins: `[name]`, `[[name]]`, `name =` or `name.key =`."""
        name = re.escape(table or "")
        header = re.compile(rf"\s*\[{{1,2}}\s*{name}\s*\]|\s*{name}\s*[.=]")
        found = [index for index, line in enumerate(self.lines) if header.match(line)]
        return found[number - 1] if number <= len(found) else None

    @property
    def _end(self) -> int:
        return max(len(self.lines), 1)
