"""What must hold of the project as a whole: arrows between the folders, locks, settings, README, image."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

import games
from bot.__main__ import _COMMANDS
from bot.client import PERMISSIONS
from bot.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))

MAY_IMPORT = {
    "games": {"msgspec"},
    "render": {"games", "msgspec", "PIL", "zlib_ng"},
    "bot": {"games", "render", "aiohttp", "aiosqlite", "discord", "msgspec", "pydantic", "pydantic_settings", "yarl"},
    "cogs": {"games", "bot", "discord", "msgspec"},
    "playground": {"aiohttp", "msgspec"},
}
"""Beside itself and the standard library; for games only these parts of it:"""
PURE = {
    "__future__",
    "abc",
    "collections",
    "copy",
    "functools",
    "hashlib",
    "importlib",
    "itertools",
    "math",
    "operator",
    "re",
    "textwrap",
    "tomllib",
    "typing",
    "unicodedata",
}
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "id", "hash"}
"""Built-ins that reach out of the rules, or differ from run to run."""
MACHINE = re.compile(rb"/(?:work|root|home|opt|Users)/|\.pyenv|pypi\.(?:org|python)|pythonhosted|index-url[ =]+http")
COMMAND = re.compile(r"python -m bot (\w+)")


def read(name: str) -> str:
    return ROOT.joinpath(name).read_text("utf-8")


def modules(package: str) -> list[Path]:
    return sorted(ROOT.joinpath(package).rglob("*.py"))


def imported(package: str, source: str) -> Iterator[str]:
    """Give the top-level package of every import, also of those by name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield package if node.level else (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "import_module":
            yield module_named(node.args[0])


def module_named(name: ast.expr) -> str:
    """Give the top-level package that an expression for a module's name begins with; '?' when that is open."""
    match name:
        case ast.JoinedStr(values=[first, *_]):
            return module_named(first)
        case ast.Call(func=ast.Attribute(attr="join"), args=[ast.Tuple(elts=[first, *_])]):
            return module_named(first)
        case ast.Constant(value=str(text)):
            return text.partition(".")[0]
    return "?"


def pinned(lock: str) -> dict[str, list[str]]:
    """Give the hashes of every pinned version by the name of its distribution."""
    found: dict[str, list[str]] = {}
    for line in read(lock).splitlines():
        if start := re.match(r"([a-z0-9-]+)==\S+", line):
            name = start[1]
            found[name] = []
        elif digest := re.search(r"--hash=sha256:([0-9a-f]{64})\b", line):
            found[name].append(digest[1])
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.sub(r"[._]+", "-", re.match(r"[\w.-]+", line)[0]).lower() for line in requirements}


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this is no git checkout")
    return [path for name in done.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


# -- arrows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_folder_imports_only_what_its_arrows_point_to(package):
    allowed = MAY_IMPORT[package] | {package} | (PURE if package == "games" else set(sys.stdlib_module_names))
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(package)
        for name in imported(package, path.read_text("utf-8"))
        if name not in allowed
    ]
    assert modules(package)
    assert wrong == []


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_every_arrow_is_used(package):
    used = {name for path in modules(package) for name in imported(package, path.read_text("utf-8"))}

    assert MAY_IMPORT[package] | (PURE if package == "games" else set()) <= used


def test_only_the_store_touches_the_database_library():
    """A cursor that dies outside its connection's thread spoils the next use of its statement."""
    users = [path.name for path in modules("bot") if "aiosqlite" in imported("bot", path.read_text("utf-8"))]

    assert users == ["store.py"]


def test_the_rules_call_nothing_that_reaches_out_of_them():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}"
        for path in modules("games")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_NAMES
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import random", "random"),
        ("def f():\n    from os.path import join", "os"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import discord", "discord"),
        ("import importlib\nimportlib.import_module('bot.tables')", "bot"),
        ("from importlib import import_module\nimport_module(f'cogs.{slug}')", "cogs"),
        ("from importlib import import_module\nimport_module('.'.join(('bot', *parts)))", "bot"),
        ("from importlib import import_module\nimport_module('.'.join(parts))", "?"),
        ("from importlib import import_module\nimport_module(name)", "?"),
    ],
)
def test_no_import_hides_from_the_walk(source, name):
    assert name in set(imported("games", source))


def test_relative_imports_stay_in_their_folder():
    assert list(imported("playground", "from .server import Stage")) == ["playground"]


# -- what is installed -------------------------------------------------------------------------------------------------


def test_locks_pin_every_dependency_with_hashes():
    run, everything = pinned("requirements.lock"), pinned("requirements-dev.lock")

    assert names(PROJECT["project"]["dependencies"]) <= set(run)
    assert names(PROJECT["project"]["optional-dependencies"]["test"]) <= set(everything)
    for lock in (run, everything):
        assert [name for name, hashes in lock.items() if not hashes] == []
    assert {name: everything.get(name) for name in run} == run
    assert len(run["pillow"]) > 20, "hashes for one platform only"


def test_simcord_comes_without_its_preview():
    assert not {"av", "linkify-it-py", "playwright"} & set(pinned("requirements-dev.lock"))
    assert "simcord[pytest]==" in read("pyproject.toml")


def test_discord_py_still_has_the_inner_addresses_that_the_loopback_needs():
    assert discord.version_info[:2] == (2, 7)
    assert Route.BASE.startswith("https://discord.com/api/v")
    assert DiscordWebSocket.DEFAULT_GATEWAY.host == "gateway.discord.gg"


def test_no_tracked_file_names_a_machine_or_a_registry():
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0].decode()}"
        for path in tracked()
        if path != Path(__file__) and (found := MACHINE.search(path.read_bytes()))
    ]
    assert wrong == []


def test_nothing_secret_or_made_is_tracked():
    made = {".env", ".venv", "build", "data", "__pycache__"}
    wrong = [path for path in tracked() if made & set(path.relative_to(ROOT).parts) or path.suffix == ".sqlite"]

    assert wrong == []


# -- what operators read -----------------------------------------------------------------------------------------------


def test_the_example_lists_exactly_the_settings():
    lines = [line for line in read(".env.example").splitlines() if line and not line.startswith("#")]

    assert [line.partition("=")[0] for line in lines] == [name.upper() for name in Settings.model_fields]


def test_the_example_as_it_is_gives_the_defaults(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)

    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=None)


def test_the_invite_link_asks_for_exactly_the_permissions_of_the_code():
    (link,) = re.findall(r"https://discord\.com/oauth2/authorize\S+(?=`)", read("README.md"))
    query = parse_qs(urlsplit(link).query)

    assert int(query["permissions"][0]) == PERMISSIONS.value
    assert query["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".env.example", "docs/performance.md"]
)
def test_pages_name_only_commands_that_exist(page):
    told = read(page)
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))

    assert set(COMMAND.findall(told)) <= set(_COMMANDS)
    for line in re.findall(r"(?:`|    )make ([a-z ]+?)(?:`| ARGS|  |$)", told, re.MULTILINE):
        assert set(line.split()) <= targets, line


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/performance.md"])
def test_pages_point_to_files_that_exist(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", read(page))

    assert [link for link in links if not ROOT.joinpath(page).parent.joinpath(link).exists()] == []


def test_the_readme_names_every_game():
    assert [slug for slug in games.slugs() if f"**{games.load(slug).meta.title}**" not in read("README.md")] == []


def test_the_changelog_has_a_place_for_this_version():
    version = PROJECT["project"]["version"]

    assert re.search(rf"^## \[(Unreleased|{re.escape(version)})\]", read("CHANGELOG.md"), re.MULTILINE)


def test_the_figures_name_their_command_and_machine():
    told = read("docs/performance.md")

    assert "make bench" in told
    assert re.search(r"\d+ cores", told)


def test_the_bench_knows_how_to_play_every_game():
    code = "import games; from tests.bench import live; assert set(live.TYPED) == set(games.slugs()), live.TYPED"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# -- the image ---------------------------------------------------------------------------------------------------------


def test_the_image_holds_the_program_and_nothing_else():
    copied = set(re.findall(r"^COPY (\w+) \w+/$", read("Dockerfile"), re.MULTILINE))
    let_through = set(re.findall(r"^!([\w.]+)$", read(".dockerignore"), re.MULTILINE))

    assert copied == {"games", "render", "bot", "cogs"}
    assert let_through == copied | {"requirements.lock", "LICENSE"}


def test_the_image_runs_as_nobody_special_with_its_data_in_a_volume():
    last = read("Dockerfile").split("\nFROM ")[-1]

    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last, re.MULTILINE)
    assert re.search(r"^VOLUME /data$", last, re.MULTILINE)
    assert "DATABASE=/data/" in last
    assert "--require-hashes" in read("Dockerfile")
