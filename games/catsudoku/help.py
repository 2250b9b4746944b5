"""The rules of Cat Sudoku in our own words, as players read them."""

from __future__ import annotations

HELP = """\
## Cat Sudoku: Summer Festival
Cats in five colours, numbered 1 to 9, take their places on a grid of three by three. Everybody has a part of the \
grid, the own zone, and wants many cards there, few left in the reserve, and the most tokens. At the start one card \
lies in the centre with the host (the lantern) on it, and everybody has a reserve, open to all: three cards, two with \
three or four players.

**Where a card may go.** Never onto the card with the host. Otherwise on any cell, empty or not, if no \
*other* visible card of its row or column has the same number or the same colour. Cards already covered do not count, \
nor does the one it covers.

**Your turn.**
1. Draw a card. Put it into the grid, where the host moves onto it, or into your reserve.
2. As often as you can and like: pay two tokens and play a card of your reserve into the grid, the one just put there \
too. Then end your turn; when nothing can be played it ends by itself, but not with spotted mistakes.

**Tokens.** There are ten; each player begins with one. A card placed as its goal asks earns a token, if one is left \
in the supply; it can be spent at once. The goals of the house deck; the host counts where it was before the card:
- 1 in a corner
- 2 in the middle of a side that is in neither the row nor the column of the host
- 3 on a lower number
- 4 opposite the host, through the centre
- 5 on the next lower or higher number, a 4 or 6
- 6 as exactly the third card of its stack
- 7 on a card of its own colour
- 8 on a higher number, a 9
- 9 beside (left, right, above or below) the next lower or higher number, an 8

**The end** comes with the turn in which the last card is drawn; all have had equally many turns.
- Zones, from the start player on: alone the middle column; two players the left and right column; three the left, \
middle and right column; four the left column, top row, right column, bottom row.
- Basic: one point for every card in your zone, covered ones too.
- Advanced: 2 points for a stack of exactly two cards, 5 for exactly three, nothing for others; and your tallest \
stack gives a point a card besides.
- Every card in your reserve: minus 3. Most tokens: plus 2, for all who tie (alone: with at least one).
- Most points win; tokens break a tie, then the win is shared. Alone, points earn a title: 2 Keen Kitten, 6 Feline \
Fanatic, 10 Meow Maestro, 14 Temple Treasures, 18 Sudoku Sensei.

**Spotted mistakes** (an option, not alone). Nobody checks numbers and colours but you. While a turn is open the \
others may *spot* a mistake in it. If its newest card still visible that was wrong when placed is there: the spotter \
takes a token, the card goes back to its player's reserve, a token it earned goes back, and the turn is over. Spotting \
wrongly costs a token; who then has none may not spot until after their own next turn. A turn is over when all others \
called it *fine*, or the time for spotting has passed.

**To play** press *Take turn* under the board, or use the commands under `/catsudoku`, where a card is called by its \
colour's letter and its number: `r5` is red 5.
"""
