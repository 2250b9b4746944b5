from __future__ import annotations

from typing import Any

import pytest


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": kind, **more}


def choice(name: str = "c", value: Any = "v") -> dict[str, Any]:
    return {"name": name, "value": value}


def command(*options: Any, **more: Any) -> dict[str, Any]:
    return {"name": "demo", "description": "d", "options": list(options), **more}


def codes(tree: Any) -> set[str]:
    if isinstance(tree, list):
        return {entry["code"] for entry in tree}
    return set().union(*[codes(value) for value in tree.values()])


LENGTH = "BASE_TYPE_BAD_LENGTH"
NAME = "APPLICATION_COMMAND_INVALID_NAME"
FAULTS = {
    "name 33": ([command(name="x" * 33)], LENGTH),
    "name 0": ([command(name="")], LENGTH),
    "upper case": ([command(name="Demo")], NAME),
    "blank in a name": ([command(name="de mo")], NAME),
    "sign in a name": ([command(name="de.mo")], NAME),
    "description 101": ([command(description="x" * 101)], LENGTH),
    "no description": ([command(description="")], LENGTH),
    "26 options": ([command(*[option(f"o{n}") for n in range(26)])], LENGTH),
    "26 subcommands": ([command(*[option(f"o{n}", 1) for n in range(26)])], LENGTH),
    "25 groups of 26": ([command(option("g", 2, options=[option(f"s{n}", 1) for n in range(26)]))], LENGTH),
    "option name": ([command(option("Bad Name"))], NAME),
    "option description 101": ([command(option(description="x" * 101))], LENGTH),
    "option twice": ([command(option(), option())], "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    "required after optional": (
        [command(option("a"), option("b", required=True))],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "subcommand beside an option": ([command(option("a", 1), option("b"))], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    "group in a group": (
        [command(option("a", 2, options=[option("b", 2, options=[option("c", 1)])]))],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "26 choices": ([command(option(choices=[choice(f"c{n}", f"v{n}") for n in range(26)]))], LENGTH),
    "choice name 101": ([command(option(choices=[choice("x" * 101)]))], LENGTH),
    "choice value 101": ([command(option(choices=[choice("c", "x" * 101)]))], LENGTH),
    "choice of a wrong type": ([command(option(kind=4, choices=[choice("c", "seven")]))], "NUMBER_TYPE_COERCE"),
    "choice twice": (
        [command(option(choices=[choice("c", "a"), choice("c", "b")]))],
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    "choices and autocomplete": (
        [command(option(choices=[choice()], autocomplete=True))],
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
    ),
    "autocomplete of a user": (
        [command(option(kind=6, autocomplete=True))],
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE",
    ),
    "8001 characters": (
        [
            command(
                *[
                    option(f"s{n}", 1, options=[option(f"o{m}", description="x" * 100) for m in range(4)])
                    for n in range(20)
                ]
            )
        ],
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "command twice": ([command(), command()], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_a_command_over_the_edge_is_refused(raw, name):
    body, fault = FAULTS[name]
    status, answer = await raw.send("PUT", raw.application, body)
    assert (status, answer["code"]) == (400, 50035)
    assert fault in codes(answer["errors"])
    assert raw.world.commands == []


async def test_commands_at_the_edge_are_registered_and_keep_their_ids(raw):
    widest = [option(f"o{n}", choices=[choice(f"c{m}", f"v{m}") for m in range(25)]) for n in range(25)]
    body = [command(*widest), command(name="x" * 32, description="y" * 100), command(name="größe-1_b")]
    status, first = await raw.send("PUT", raw.application, body)
    assert status == 200
    _, second = await raw.send("PUT", raw.application, body[:2])
    assert [item["id"] for item in second] == [item["id"] for item in first[:2]]
    _, listed = await raw.send("GET", raw.application)
    assert listed == second


async def test_a_hundred_and_one_commands_are_too_many(raw):
    body = [command(name=f"c{n}") for n in range(101)]
    status, answer = await raw.send("PUT", raw.application, body)
    assert (status, answer["code"]) == (400, 30032)


async def test_the_wrong_token_is_refused(raw):
    async with raw.session.get(
        raw.stage.base + "/api/v10/users/@me", headers={"Authorization": "Bot a.b.c"}
    ) as response:
        assert (response.status, (await response.json())["code"]) == (401, 0)


async def test_an_unknown_route_is_refused_and_remembered(raw):
    status, answer = await raw.send("GET", "/guilds/1/audit-logs")
    assert (status, answer["code"]) == (404, 0)
    assert raw.stage.api.desk.unimplemented == ["GET /guilds/1/audit-logs"]


async def test_broken_json_is_refused(raw):
    headers = {"Authorization": f"Bot {raw.world.token}", "Content-Type": "application/json"}
    url = raw.stage.base + "/api/v10" + raw.messages
    async with raw.session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
