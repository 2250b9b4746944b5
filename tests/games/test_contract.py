"""What every game must do, whatever its rules. A game joins by being in `games.slugs()` and in `hidden.HIDDEN`."""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import combining, east_asian_width

import msgspec
import pytest
from hidden import HIDDEN
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import games
from games.core import Event, Game, GameOver, IllegalMove, InvalidMove, NotYourTurn, OptionError, Scoring, View, ranks

SLUGS = games.slugs()
NAMES = [
    "WideName" * 4,
    "Ωμέγα_\N{MATHEMATICAL SCRIPT CAPITAL X}*~|`<@1>" + "ю" * 17,
    "日本語の名前" * 5 + "日本",
    "🦔👍🏽e\u0301" * 6 + "aa",
]
FEW = settings(max_examples=20, deadline=None, derandomize=True)
"""An example is a whole game."""

each_game = pytest.mark.parametrize("slug", SLUGS)


class Step(NamedTuple):
    """One move of a game and the states around it."""

    state: object
    seat: int | None
    text: str
    after: object
    events: tuple[Event, ...]


@st.composite
def tables(draw, slug):
    """A set-up and the choices that will be made in it, as bytes that shrink well."""
    meta = games.load(slug).meta
    options = {option.name: draw(st.sampled_from([value for value, _ in option.choices])) for option in meta.options}
    seats, seed = draw(st.sampled_from(meta.seats)), draw(st.binary(min_size=1, max_size=16))
    try:
        games.load(slug).setup(seats, seed, options)
    except OptionError:
        reject()  # some options need company
    return seats, seed, options


choices = st.binary(min_size=1, max_size=80)


def moves(game, state):
    seats = [*sorted(game.to_act(state)), None]
    return [(seat, text) for seat in seats for text in game.legal(state, seat)]


def play(slug, table, chosen):
    """Play a game to its end; choices are taken round and round."""
    game = games.load(slug)
    state = game.setup(*table)
    turn = 0
    while game.outcome(state) is None:
        possible = moves(game, state)
        assert possible, "nobody can move, yet the game is not over"
        pick = chosen[turn % len(chosen)] * 7 + turn // len(chosen)
        seat, text = possible[pick % len(possible)]
        after, events = game.apply(state, seat, text)
        yield Step(state, seat, text, after, events)
        state, turn = after, turn + 1
        assert turn < 2000, "the game does not end"


@cache
def corpus(slug):
    """Many move texts of a game, to try where they are not legal."""
    texts = set()
    for seats in games.load(slug).meta.seats:
        for step in play(slug, (seats, b"corpus", {}), random.Random(seats).randbytes(60)):
            texts.update(text for _, text in moves(games.load(slug), step.state))
    return sorted(texts)


def viewers(state_or_seats):
    return (None, *range(state_or_seats))


@each_game
@FEW
@given(data=st.data())
def test_random_games_keep_every_law(slug, data):
    game = games.load(slug)
    table = data.draw(tables(slug))
    state = game.setup(*table)
    game.check(state)
    for step in play(slug, table, data.draw(choices)):
        game.check(step.after)
        assert game.load_state(game.dump(step.after)) == step.after
        assert game.load_events(game.dump_events(step.events)) == step.events
        assert game.view(step.after, None).seq == game.view(step.state, None).seq + 1
        state = step.after

    outcome = game.outcome(state)
    assert game.to_act(state) == frozenset()
    assert [game.legal(state, seat) for seat in viewers(table[0])] == [[]] * (table[0] + 1)
    first = {seat for seat, rank in enumerate(outcome.ranks) if rank == 1}
    assert set(outcome.won) in (set(), first, set(range(table[0])))
    assert all(rank >= best for rank, best in zip(outcome.ranks, ranks(outcome.scores), strict=True))
    with pytest.raises(GameOver):
        game.apply(state, 0, corpus(slug)[0])


@each_game
@settings(FEW, max_examples=6)
@given(data=st.data())
def test_a_move_is_legal_exactly_when_it_can_be_made(slug, data):
    game = games.load(slug)
    seats, *rest = data.draw(tables(slug))
    for step in play(slug, (seats, *rest), data.draw(choices)):
        before = game.dump(step.state)
        to_act = game.to_act(step.state)
        assert to_act <= set(range(seats))
        for seat in viewers(seats):
            legal = game.legal(step.state, seat)
            assert legal == sorted(set(legal))
            if seat is not None:
                assert bool(legal) == (seat in to_act)
            for text in legal:
                assert game.parse(text) == text
                assert len(text) <= 40
            for text in few(legal):
                game.make(step.state, seat, text)
            for text in _some(slug, step.text):
                if text not in legal:
                    expected = IllegalMove if seat is None or seat in to_act else NotYourTurn
                    with pytest.raises(expected, match=r"^\S.*\.$") as refused:
                        game.apply(step.state, seat, text)
                    assert str(refused.value) == game.refusal(step.state, seat, text)
        assert game.dump(step.state) == before


@each_game
@FEW
@given(data=st.data())
def test_the_log_replays_to_the_same_bytes(slug, data):
    game = games.load(slug)
    table, chosen = data.draw(tables(slug)), data.draw(choices)
    steps = list(play(slug, table, chosen))
    state = game.setup(*table)
    for step in steps:
        state, events = game.apply(game.load_state(game.dump(state)), step.seat, step.text)
        assert game.dump_events(events) == game.dump_events(step.events)

    assert game.dump(state) == game.dump(steps[-1].after)
    assert game.dump(game.setup(*table)) == game.dump(steps[0].state)


@each_game
def test_another_seed_gives_another_game(slug):
    game = games.load(slug)
    seats = game.meta.seats[0]

    assert len({game.dump(game.setup(seats, seed)) for seed in ("a", "b", b"\0", b"\0\0")}) == 4
    assert game.setup(seats, "a") == game.setup(seats, b"a")


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_views_are_plain_data_for_every_seat(slug, data):
    game = games.load(slug)
    seats, *rest = data.draw(tables(slug))
    for step in play(slug, (seats, *rest), data.draw(choices)):
        for seat in viewers(seats):
            view = game.view(step.after, seat)
            assert isinstance(view, View)
            assert (view.seats, view.seat) == (seats, seat)
            assert view.to_act == tuple(sorted(game.to_act(step.after)))
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
            assert json.loads(json.dumps(msgspec.to_builtins(view))) == msgspec.json.decode(msgspec.json.encode(view))
        assert game.private(game.view(step.after, None)) is None


def few(legal, most=12):
    """All moves where there are few, else some from everywhere in the list."""
    return legal[:: -(-len(legal) // most)] if legal else []


def _some(slug, number):
    return random.Random(number).sample(corpus(slug), 16)


def shown(slug, state, seat):
    """Everything a seat or a spectator is ever shown of a state."""
    game, words = games.load(slug), games.words(slug)
    view = game.view(state, seat)
    legal = game.legal(state, seat)
    names = NAMES[: view.seats]
    return {
        "view": view,
        "private": game.private(view),
        "legal": legal,
        "alt": words.alt(view, names),
        "board": words.board(view, names),
        "turn": words.turn(view, names),
        "hand": words.hand(view, names),
        "kept": words.hand(view, names, now=False),
        "moves": [words.move(view, text) for text in legal],
        "previews": [game.preview(view, text) for text in few(legal)],
        "refusals": [game.refusal(state, seat, text) for text in _some(slug, view.seq) if text not in legal],
    }


@each_game
@settings(FEW, max_examples=5)
@given(data=st.data())
def test_nothing_shown_to_a_seat_depends_on_what_it_cannot_know(slug, data):
    game, (resample, reveals, _) = games.load(slug), HIDDEN[slug]
    seats, *rest = data.draw(tables(slug))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for step in play(slug, (seats, *rest), data.draw(choices)):
        for seat in viewers(seats):
            other = resample(step.state, seat, rng)
            game.check(other)
            assert shown(slug, other, seat) == shown(slug, step.state, seat)

            public = game.public(step.text)
            same = [text for text in game.legal(other, step.seat) if game.public(text) == public]
            if same and seat != step.seat:
                _, events = game.apply(other, step.seat, same[0])
                assert _without(events, reveals) == _without(step.events, reveals)


def _without(events, reveals):
    return [event for event in events if not isinstance(event, reveals)]


@each_game
def test_resampling_really_changes_what_is_hidden(slug):
    game, resample = games.load(slug), HIDDEN[slug].resample
    state = game.setup(game.meta.seats[-1], "seed")
    rng = random.Random(1)

    assert len({game.dump(resample(state, 0, rng)) for _ in range(20)}) > 10


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_words_keep_their_limits_for_any_names(slug, data):
    game, words = games.load(slug), games.words(slug)
    seats, *rest = data.draw(tables(slug))
    names = NAMES[:seats]
    assert words.WIDTH <= 60
    assert all(words.tell(event, names) for event in game.opening(game.setup(seats, *rest)))
    for step in play(slug, (seats, *rest), data.draw(choices)):
        lines = [words.tell(event, names) for event in step.events]
        assert any(lines)
        for seat in viewers(seats):
            view = game.view(step.after, seat)
            lines += [words.turn(view, names)]
            assert 0 < len(words.alt(view, names)) <= 1000
            assert max(columns(line) for line in words.board(view, names).splitlines()) <= words.WIDTH
            assert 0 < len(words.hand(view, names)) <= 1500
            assert 0 < len(words.hand(view, names, now=False)) <= 1500
            labels = [words.move(view, text) for text in game.legal(step.after, seat)]
            assert len(set(labels)) == len(labels)
            assert all(0 < len(label) <= 80 for label in labels)
        assert not any("\n" in line for line in lines)
        assert all(len(line) <= 600 for line in lines)


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_the_game_waits_for_somebody_until_it_is_over(slug, data):
    game = games.load(slug)
    for step in play(slug, data.draw(tables(slug)), data.draw(choices)):
        assert frozenset() < game.awaited(step.state) <= game.to_act(step.state)
    assert game.awaited(step.after) == frozenset()


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_what_is_kept_of_a_hand_stays_true_until_the_hand_changes(slug, data):
    game, words = games.load(slug), games.words(slug)
    table = data.draw(tables(slug))
    names = NAMES[: table[0]]
    for step in play(slug, table, data.draw(choices)):
        if game.outcome(step.after) is not None:
            break
        for seat in range(table[0]):
            before, after = game.view(step.state, seat), game.view(step.after, seat)
            if game.private(before) == game.private(after):
                for say in (words.hand, words.brief):
                    assert say(before, names, now=False) == say(after, names, now=False)


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_moves_offered_under_the_board_are_few_and_can_be_made(slug, data):
    game, words = games.load(slug), games.words(slug)
    for step in play(slug, data.draw(tables(slug)), data.draw(choices)):
        offered = words.offers(game.view(step.state, None))
        possible = [text for seat in game.to_act(step.state) for text in game.legal(step.state, seat)]
        assert len(offered) <= 2
        assert all(0 < len(label) <= 80 and text in possible for label, text in offered)
    assert not words.offers(game.view(step.after, None))


@each_game
@settings(FEW, max_examples=10)
@given(data=st.data())
def test_a_scoring_is_told_to_everybody_stands_and_ends_every_game(slug, data):
    game, words = games.load(slug), games.words(slug)
    seats, *rest = data.draw(tables(slug))
    names = NAMES[:seats]
    for step in play(slug, (seats, *rest), data.draw(choices)):
        scorings = [event for event in step.events if isinstance(event, Scoring)]
        for event in scorings:
            said = words.scored(event, names)
            assert len(said) <= 1500
            assert all(name in said for name in names)
            assert game.reveals(step.text, step.events)
    assert len(scorings) == 1, "the last move scores"


def columns(text):
    return sum(1 + (east_asian_width(character) in "WF") for character in text if not combining(character))


@each_game
def test_help_fits_into_a_message(slug):
    assert 500 < len(games.words(slug).HELP) <= 3500
    assert "|-" not in games.words(slug).HELP, "chat clients draw no tables"


@each_game
@pytest.mark.parametrize("text", ["", " ", "x", "place", "move 1 2", "\u0000", "é" * 500, "1 2 3 4 5 6"])
def test_an_unreadable_move_is_told_what_a_move_looks_like(slug, text):
    game = games.load(slug)
    state = game.setup(game.meta.seats[0], "seed")

    with pytest.raises(InvalidMove, match="looks like"):
        game.apply(state, 0, text)


@each_game
@given(text=st.text(max_size=30))
@settings(FEW, max_examples=100)
def test_any_text_is_either_read_or_refused(slug, text):
    game = games.load(slug)
    try:
        move = game.parse(text)
    except InvalidMove:
        return
    assert game.parse(move) == move


@each_game
def test_capitals_and_surplus_spaces_do_not_matter(slug):
    game = games.load(slug)
    for text in corpus(slug):
        assert game.parse(f"  {text.upper().replace(' ', '   ')} ") == text


@each_game
def test_set_up_refuses_what_it_does_not_know(slug):
    game = games.load(slug)
    seats = game.meta.seats[0]
    with pytest.raises(OptionError, match="seats takes"):
        game.setup(max(game.meta.seats) + 1, "seed")
    with pytest.raises(OptionError, match="no option nonsense"):
        game.setup(seats, "seed", {"nonsense": True})
    for option in game.meta.options:
        with pytest.raises(OptionError, match=f"{option.name} takes"):
            game.setup(seats, "seed", {option.name: 7})


@each_game
def test_a_deck_file_becomes_an_option_of_the_set_up_where_there_are_decks(slug):
    game, house = games.load(slug), files(f"games.{slug}") / "deck.toml"
    seats = game.meta.seats[0]
    assert type(game).setup is Game.setup
    if house.is_file():
        deck = json.loads(json.dumps(game.read_deck(house.read_text("utf-8"))))
        assert game.dump(game.setup(seats, "seed", {"deck": deck})) == game.dump(game.setup(seats, "seed"))
        with pytest.raises(ValueError, match=r"^line 2: .* TOML$"):
            game.read_deck("\nno deck")
    else:
        with pytest.raises(ValueError, match="has no deck"):
            game.read_deck("")
    with pytest.raises(OptionError, match=r"^deck (takes|is no option)"):
        game.setup(seats, "seed", {"deck": 7})


@each_game
def test_a_damaged_state_is_not_loaded(slug):
    game = games.load(slug)
    data = game.dump(game.setup(game.meta.seats[0], "seed"))
    for damaged in (data[:-2], b"{}", b"[]", data.replace(b'"seats":', b'"seats":"x","was":')):
        with pytest.raises(msgspec.DecodeError):
            game.load_state(damaged)


def test_an_unknown_game_is_an_error():
    for find in (games.load, games.words):
        with pytest.raises(KeyError):
            find("chess")
