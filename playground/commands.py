"""Application commands: what may be registered, and how one is looked up.

Source: Discord's documentation, "Application Command Object" and its naming rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from . import limits
from .errors import Faults, JsonObject, Path, Refusal, form_error

if TYPE_CHECKING:
    from .world import World

SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
CHANNEL: Final = 7
NUMBER: Final = 10
OPTION_TYPES: Final = range(1, 12)
CHAT_INPUT: Final = 1


def register(world: World, body: object) -> list[JsonObject]:
    """Replace all commands, as the bulk overwrite does; ids of commands that keep their name stay.

    Raises:
        ApiError: 50035 with every fault, 30032 for more than a hundred.
    """
    if not isinstance(body, list):
        raise form_error((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    if sum(1 for item in body if isinstance(item, dict) and item.get("type", 1) == CHAT_INPUT) > limits.COMMANDS:
        raise Refusal.TOO_MANY_COMMANDS.error()
    faults = Faults()
    names: set[tuple[int, str]] = set()
    for index, command in enumerate(body):
        if not isinstance(command, dict):
            faults.add((index,), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        check(command, (index,), faults)
        key = (command.get("type", CHAT_INPUT), str(command.get("name")))
        if key in names:
            message = "Application command names must be unique"
            faults.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        names.add(key)
    faults.settle()
    known = {(command["type"], command["name"]): command for command in world.commands}
    world.commands = [_complete(world, command, known) for command in body]
    return world.commands


def _complete(world: World, command: JsonObject, known: dict[tuple[int, str], JsonObject]) -> JsonObject:
    kind = command.get("type", CHAT_INPUT)
    old = known.get((kind, command["name"]))
    return {
        "default_member_permissions": None,
        "nsfw": False,
        "integration_types": [0],
        "contexts": None,
        "name_localizations": None,
        "description_localizations": None,
        "options": [],
        **command,
        "type": kind,
        "id": old["id"] if old else str(world.ids.next()),
        "application_id": str(world.bot.id),
        "version": str(world.ids.next()),
    }


def check(command: JsonObject, path: Path, faults: Faults) -> None:
    """Check one command with all its subcommands."""
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        faults.length((*path, "name"), command.get("name"), 1, limits.NAME)
        return
    _words(command, path, faults)
    _options(command.get("options") or [], (*path, "options"), faults, depth=0)
    total = _characters(command)
    if total > limits.COMMAND_CHARACTERS:
        message = f"Command exceeds maximum size ({limits.COMMAND_CHARACTERS})"
        faults.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _characters(part: JsonObject) -> int:
    own = len(str(part.get("name", ""))) + len(str(part.get("description", "")))
    choices = sum(len(str(c.get("name", ""))) + len(str(c.get("value", ""))) for c in part.get("choices") or [])
    return own + choices + sum(_characters(option) for option in part.get("options") or [])


def _words(part: JsonObject, path: Path, faults: Faults) -> None:
    name = faults.length((*path, "name"), part.get("name"), 1, limits.NAME)
    if name != name.lower() or not all(sign.isalnum() or sign in "-_'" for sign in name):
        message = "Command name is invalid: lower-case letters, digits, - and _ only"
        faults.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)
    faults.length((*path, "description"), part.get("description"), 1, limits.DESCRIPTION)


def _options(options: object, path: Path, faults: Faults, *, depth: int) -> None:
    names: set[str] = set()
    optional = False
    for index, option in enumerate(faults.items(path, options, 0, limits.COMMAND_OPTIONS)):
        here = (*path, index)
        if not isinstance(option, dict) or option.get("type") not in OPTION_TYPES:
            faults.add((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, ..., 11}.")
            continue
        _words(option, here, faults)
        if option.get("name") in names:
            message = "Option name already exists in these options"
            faults.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        names.add(str(option.get("name")))
        if option["type"] in {SUBCOMMAND, GROUP}:
            _branch(option, here, faults, depth)
            continue
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            faults.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not option.get("required")
        _choices(option, here, faults)
    kinds = {option.get("type") in {SUBCOMMAND, GROUP} for option in options} if isinstance(options, list) else set()
    if len(kinds) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _branch(option: JsonObject, path: Path, faults: Faults, depth: int) -> None:
    children = option.get("options") or []
    if (option["type"] == GROUP and depth > 0) or depth > 1:
        message = "Sub-command groups cannot be nested"
        faults.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        return
    if option["type"] == SUBCOMMAND and any(child.get("type") in {SUBCOMMAND, GROUP} for child in children):
        message = "Sub-commands cannot hold sub-commands"
        faults.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        return
    _options(children, (*path, "options"), faults, depth=depth + 1)


def _choices(option: JsonObject, path: Path, faults: Faults) -> None:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        faults.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", message)
    if option.get("autocomplete") and option["type"] not in {STRING, INTEGER, NUMBER}:
        message = "Autocomplete is for string, integer and number options"
        faults.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE", message)
    check_choices(choices, (*path, "choices"), faults, int(option["type"]))
    if option["type"] == STRING:
        for key, least in (("min_length", 0), ("max_length", 1)):
            value = option.get(key)
            if value is not None and not least <= value <= limits.OPTION_STRING:
                message = f"int value should be between {least} and {limits.OPTION_STRING}."
                faults.add((*path, key), "NUMBER_TYPE_MAX", message)


def check_choices(choices: object, path: Path, faults: Faults, kind: int) -> None:
    """Check choices, registered or suggested: 25, names 1 to 100 and unique, values of the option's type."""
    names: set[str] = set()
    for index, choice in enumerate(faults.items(path, choices, 0, limits.CHOICES)):
        here = (*path, index)
        if not isinstance(choice, dict):
            faults.add(here, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        name = faults.length((*here, "name"), choice.get("name"), 1, limits.CHOICE_NAME)
        if name in names:
            message = "Option choice names must be unique"
            faults.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message)
        names.add(name)
        value = choice.get("value")
        if kind == STRING:
            faults.length((*here, "value"), value, 1, limits.CHOICE_VALUE)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            faults.add((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def find(world: World, words: str) -> tuple[JsonObject, list[str], list[JsonObject]]:
    """Look up "cactpot place": the command, the subcommand names below it, and the options of the leaf.

    Raises:
        LookupError: there is no such command; the message says which there are.
    """
    first, *rest = words.strip().lstrip("/").split()
    for command in world.commands:
        if command["name"] == first and command["type"] == CHAT_INPUT:
            options: list[Any] = command.get("options") or []
            for word in rest:
                branches = [option for option in options if option["type"] in {SUBCOMMAND, GROUP}]
                found = [option for option in branches if option["name"] == word]
                if not found:
                    message = f"no /{words}; /{first} has {', '.join(option['name'] for option in branches)}"
                    raise LookupError(message)
                options = found[0].get("options") or []
            if any(option["type"] in {SUBCOMMAND, GROUP} for option in options):
                message = f"/{words} needs one of {', '.join(option['name'] for option in options)}"
                raise LookupError(message)
            return command, rest, options
    message = f"no /{words}; there are {', '.join('/' + command['name'] for command in world.commands) or 'none'}"
    raise LookupError(message)
