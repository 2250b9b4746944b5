import msgspec

import render
from games.cactpot import GAME
from render.samples import NAMES


def test_a_board_shows_nothing_of_the_hand():
    pictures = render.load("cactpot")
    for sample in pictures.samples():
        if sample.kind == "board" and sample.of.phase != "over":
            for seat in range(sample.of.seats):
                if seat not in sample.of.to_act:
                    seen = msgspec.structs.replace(sample.of, seat=seat, hand=(1, 2), own_down={})
                    bare = msgspec.structs.replace(sample.of, seat=None, hand=(), own_down={})
                    assert pictures.board(seen, NAMES) == pictures.board(bare, NAMES)


def test_own_hidden_numbers_show_on_the_own_board_only():
    state = GAME.setup(2, "own", {})
    while not GAME.view(state, None).down:
        seat = min(GAME.to_act(state))
        choice = GAME.legal(state, seat)
        state, _ = GAME.apply(state, seat, next((text for text in choice if text.endswith("down")), choice[0]))
    pictures = render.load("cactpot")
    owner = next(iter(GAME.view(state, None).down.values()))
    other = 1 - owner
    watching = GAME.view(state, None)
    assert pictures.board(GAME.view(state, owner), NAMES) != pictures.board(watching, NAMES)
    unmoved = msgspec.structs.replace(GAME.view(state, other), seat=None)
    assert pictures.board(unmoved, NAMES) == pictures.board(watching, NAMES)
