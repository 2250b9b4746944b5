"""The whole command tree against Discord's limits (documentation: Application Commands), and the ids of all buttons."""

from __future__ import annotations

import re
from itertools import combinations

import discord
import pytest
from plays import PLAYS
from simstage import buttons, parts

import games
from bot.buttons import Button, Select
from bot.client import COGS, PERMISSIONS

SUB, GROUP = 1, 2
NAME = re.compile(r"[-_\w]{1,32}")


@pytest.fixture
def registered(stage):
    """Give the commands as Discord got them."""
    (request,) = [r for r in stage.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    return request.json


def nodes(commands):
    """Yield every command, group, subcommand and option with its path."""
    for command in commands:
        path = [command["name"]]
        yield path, command
        for option_path, option in nodes(command.get("options") or []):
            yield path + option_path, option


def leaves(commands):
    for path, node in nodes(commands):
        kinds = {option["type"] for option in node.get("options") or []}
        if (node.get("type", 1) == SUB or len(path) == 1) and not kinds & {SUB, GROUP}:
            yield path, node


def test_every_name_description_and_count_is_within_the_limits(registered):
    assert 1 <= len(registered) <= 100
    assert len({command["name"] for command in registered}) == len(registered)
    for path, node in nodes(registered):
        options = node.get("options") or []
        assert NAME.fullmatch(node["name"]), path
        assert node["name"] == node["name"].lower(), path
        assert 3 <= len(node["description"]) <= 100, f"{path} says what it does"
        assert len(options) <= 25, path
        assert len({option["name"] for option in options}) == len(options), path
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True), f"{path}: required options come first"
        kinds = {option["type"] for option in options}
        assert not kinds & {SUB, GROUP} or kinds <= {SUB, GROUP}, f"{path}: subcommands and options do not mix"
        assert len(path) <= 4


def test_choices_and_autocomplete_are_within_the_limits(registered):
    for path, node in nodes(registered):
        choices = node.get("choices") or []
        assert len(choices) <= 25, path
        assert not (choices and node.get("autocomplete")), path
        for choice in choices:
            assert 1 <= len(choice["name"]) <= 100, path
            assert not isinstance(choice["value"], str) or len(choice["value"]) <= 100, path
        assert len({choice["name"] for choice in choices}) == len(choices), path
        assert len({choice["value"] for choice in choices}) == len(choices), path


def test_no_command_is_longer_than_discord_takes(registered):
    def length(node):
        own = len(node["name"]) + len(node["description"])
        own += sum(len(c["name"]) + len(str(c["value"])) for c in node.get("choices") or [])
        return own + sum(map(length, node.get("options") or []))

    # Discord documents 8,000 characters; half of it leaves room for three games' worth of growth.
    assert all(length(command) <= 4000 for command in registered)


def test_what_people_can_use_is_all_there(registered):
    paths = {" ".join(path) for path, _ in leaves(registered)}
    common = (
        *("join", "leave", "start", "board", "hand", "status", "rules", "history", "mine", "end", "verify", "replay"),
        *("robot", "resign", "undo", "substitute", "nudge", "pause", "mute", "settings", "stats", "leaderboard"),
    )

    assert {path for path in paths if path.startswith("game ")} == {f"game {name}" for name in common}
    for slug in games.slugs():
        assert f"{slug} new" in paths
        game = games.load(slug)
        state = game.setup(game.meta.seats[0], "x")
        assert PLAYS[slug].command(game.legal(state, min(game.to_act(state)))[0])[0] in paths


def test_every_option_of_a_game_can_be_chosen_when_its_table_opens(registered):
    for slug in games.slugs():
        (new,) = [leaf for path, leaf in leaves(registered) if path == [slug, "new"]]
        given = {option["name"] for option in new["options"]}
        assert {option.name for option in games.load(slug).meta.options} <= given
        assert "thread" in given


def test_only_what_works_there_is_offered_in_direct_messages(stage):
    offered = set(stage.ann.user.available_commands())

    assert {"game hand", "game mine", "game rules"} <= offered
    for command in sorted(offered):
        assert command.split()[0] in {"game", *games.slugs()}


async def test_a_command_for_channels_used_in_direct_messages_is_answered_with_a_sentence(stage):
    offered = sorted(set(stage.ann.user.available_commands()) - {"game hand", "game mine", "game rules"})
    for command in offered:
        needed = {"newcomer": stage.ben} if command == "game substitute" else REQUIRED.get(command, {})
        said = await stage.dm(stage.ann, command, **needed)
        assert said.result.acknowledged, command
        assert said.ephemeral, command
        assert "went wrong" not in said.text, command
        assert said.text, command


REQUIRED = {
    "cactpot place": {"chip": 1, "space": "a1"},
    "cactpot bet": {"on": "row1"},
    "catsudoku grid": {"space": "a1"},
    "catsudoku play": {"card": "r5", "space": "a1"},
    "casinopolis place": {"card": 1, "at": "C4"},
    "casinopolis preview": {"card": 1, "at": "C4"},
}


def test_everybody_may_use_every_command(registered):
    assert all(command.get("default_member_permissions") is None for command in registered)


def test_the_bot_asks_for_seven_permissions_and_no_more():
    assert PERMISSIONS.value == discord.Permissions.none().value | sum(
        1 << bit
        for bit in (
            10,  # view channel
            11,  # send messages
            14,  # embed links
            15,  # attach files
            16,  # read message history
            35,  # create public threads
            38,  # send messages in threads
        )
    )


def test_the_bot_wants_to_know_of_servers_only(stage):
    assert [name for name, wanted in stage.bot.intents if wanted] == ["guilds"]


def test_every_game_has_a_cog():
    assert {f"cogs.{slug}" for slug in games.slugs()} <= set(COGS)


# -- ids ---------------------------------------------------------------------------------------------------------------

TEMPLATES = {kind: kind.__discord_ui_compiled_template__ for kind in (Button, Select)}


@pytest.mark.parametrize("slug", games.slugs())
async def test_every_id_in_use_belongs_to_one_template_and_has_a_route(stage, slug):
    await stage.start(slug=slug)
    who, _ = await stage.to_act()
    messages = [*stage.public(), (await stage.click(who, stage.board(), "Take turn")).message]
    found = {part["custom_id"] for message in messages for part in parts(message) if part.get("custom_id")}
    found |= set(buttons(stage.board()).values())

    assert len(found) > 5
    for custom_id in found:
        (match,) = [m for template in TEMPLATES.values() if (m := template.fullmatch(custom_id))]
        assert match["action"] in stage.bot.routes
        assert match["game"] == "1"


def test_no_id_fits_two_templates():
    samples = ["b:turn:1:0:", "s:pick:1:0:chip~", "b:confirm:1:0:chip=0~cell=b2", "s:x:1:2:b:turn:1:0:", "b:s:1:1:s:"]
    for one, other in combinations(TEMPLATES.values(), 2):
        assert not any(one.fullmatch(each) and other.fullmatch(each) for each in samples)
    assert {template.pattern[0] for template in TEMPLATES.values()} == {"b", "s"}, "told apart by the first letter"


def test_every_route_has_one_owner(stage):
    assert set(stage.bot.routes) == {
        *("join", "leave", "start", "robot", "rules", "hand", "text", "history", "back", "rematch"),
        *("accept", "withdraw", "resign", "end", "keep"),
        *("turn", "pick", "confirm", "do", "offer", "tweak"),
    }
