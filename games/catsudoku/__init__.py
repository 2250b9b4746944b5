"""Cat Sudoku: Summer Festival: cards into a 3x3 sudoku, tokens for good places, a zone of it for each player."""

from games.catsudoku.rules import CatSudoku
from games.catsudoku.scoring import score

__all__ = ["GAME", "score"]

GAME = CatSudoku()
