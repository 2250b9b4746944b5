"""What Discord allows in `components`: of a message without V2, of a V2 message, of a modal.

Source: Discord's component reference. The tables say what may stand where; one walk checks the rest.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from . import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .errors import Faults, JsonObject, Path


class Kind(IntEnum):
    """Component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


SELECTS: Final = frozenset(
    {Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)
IN_MESSAGE: Final = frozenset({Kind.ROW})
IN_CONTAINER: Final = frozenset({Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR})
IN_V2_MESSAGE: Final = IN_CONTAINER | {Kind.CONTAINER}
IN_ROW: Final = SELECTS | {Kind.BUTTON}
IN_MODAL: Final = frozenset({Kind.ROW, Kind.LABEL, Kind.TEXT})
IN_LABEL: Final = SELECTS | {Kind.TEXT_INPUT}
ACCESSORIES: Final = frozenset({Kind.BUTTON, Kind.THUMBNAIL})
LINK_STYLE: Final = 5
WHITE: Final = 0xFFFFFF
BUTTON_STYLES: Final = range(1, 7)
MEDIA_SCHEMES: Final = ("http://", "https://", "attachment://")


def walk(parts: list[Any]) -> Iterator[JsonObject]:
    """Yield every component of a tree, parents first."""
    for part in parts:
        if isinstance(part, dict):
            yield part
            yield from walk(part.get("components") or [])
            yield from walk([part[key] for key in ("accessory", "component") if key in part])


def texts(parts: list[Any]) -> list[str]:
    """Return the text displays of a tree, in order."""
    return [str(part.get("content", "")) for part in walk(parts) if part.get("type") == Kind.TEXT]


def controls(parts: list[Any]) -> dict[str, JsonObject]:
    """Return what can be clicked, by custom_id."""
    return {part["custom_id"]: part for part in walk(parts) if isinstance(part.get("custom_id"), str)}


def number(parts: list[Any]) -> None:
    """Give every component an `id`, as Discord does for those sent without one."""
    taken = {part["id"] for part in walk(parts) if isinstance(part.get("id"), int)}
    fresh = 0
    for part in walk(parts):
        if not isinstance(part.get("id"), int) or part["id"] == 0:
            fresh += 1
            while fresh in taken:
                fresh += 1
            part["id"] = fresh


class Check:
    """One walk over the components of one message or modal.

    Args:
        faults: where faults are noted.
        files: names that `attachment://` may refer to.
    """

    def __init__(self, faults: Faults, files: set[str]) -> None:
        self.faults = faults
        self.files = files
        self.seen_ids: set[str] = set()
        self.seen_numbers: set[int] = set()
        self.rules: dict[int, Callable[[JsonObject, Path], None]] = {
            Kind.ROW: self._row,
            Kind.BUTTON: self._button,
            Kind.TEXT_INPUT: self._text_input,
            Kind.SECTION: self._section,
            Kind.TEXT: self._text,
            Kind.THUMBNAIL: self._thumbnail,
            Kind.GALLERY: self._gallery,
            Kind.FILE: self._file,
            Kind.SEPARATOR: self._separator,
            Kind.CONTAINER: self._container,
            Kind.LABEL: self._label,
            **dict.fromkeys(SELECTS, self._select),
        }

    def message(self, parts: object, *, v2: bool) -> None:
        """Check a message's components: 5 rows, or 40 in all and 4,000 characters with V2."""
        path: Path = ("components",)
        most = limits.V2_COMPONENTS if v2 else limits.ROWS
        items = self.faults.items(path, parts, 0, most)
        self._each(items, path, IN_V2_MESSAGE if v2 else IN_MESSAGE)
        if not v2:
            return
        if len(items) <= most and sum(1 for _ in walk(items)) > limits.V2_COMPONENTS:
            message = f"The total number of components may not exceed {limits.V2_COMPONENTS}."
            self.faults.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS", message)
        if sum(map(len, texts(items))) > limits.V2_TEXT:
            message = f"The total size of all text may not exceed {limits.V2_TEXT} characters."
            self.faults.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def modal(self, data: JsonObject) -> None:
        """Check a modal: title, custom_id, 1 to 5 rows or labels."""
        self.faults.length(("title",), data.get("title"), 1, limits.MODAL_TITLE)
        self.faults.length(("custom_id",), data.get("custom_id"), 1, limits.CUSTOM_ID)
        path: Path = ("components",)
        items = self.faults.items(path, data.get("components"), 1, limits.MODAL_ROWS)
        self._each(items, path, IN_MODAL, in_modal=True)

    def _each(self, parts: list[Any], path: Path, allowed: frozenset[int], *, in_modal: bool = False) -> None:
        for index, part in enumerate(parts):
            self._one(part, (*path, index), allowed, in_modal=in_modal)

    def _one(self, part: object, path: Path, allowed: frozenset[int], *, in_modal: bool = False) -> None:
        if not isinstance(part, dict):
            self.faults.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        kind = part.get("type")
        if kind not in allowed:
            names = ", ".join(str(int(value)) for value in sorted(allowed))
            self.faults.add((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")
            return
        number_ = part.get("id")
        if isinstance(number_, int) and number_ > 0:
            if number_ in self.seen_numbers:
                self.faults.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.seen_numbers.add(number_)
        if in_modal and kind == Kind.ROW:
            children = self.faults.items((*path, "components"), part.get("components"), 1, 1)
            self._each(children, (*path, "components"), frozenset({Kind.TEXT_INPUT}))
            return
        self.rules[int(kind)](part, path)

    def _custom_id(self, part: JsonObject, path: Path) -> None:
        value = self.faults.length((*path, "custom_id"), part.get("custom_id"), 1, limits.CUSTOM_ID)
        if value in self.seen_ids:
            message = "Component custom id cannot be duplicated"
            self.faults.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.seen_ids.add(value)

    def _row(self, part: JsonObject, path: Path) -> None:
        inner = (*path, "components")
        children = self.faults.items(inner, part.get("components"), 1, limits.ROW_BUTTONS)
        self._each(children, inner, IN_ROW)
        selects = [child for child in children if isinstance(child, dict) and child.get("type") in SELECTS]
        if selects and len(children) > 1:
            message = "The specified component exceeds the maximum width"
            self.faults.add(inner, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _button(self, part: JsonObject, path: Path) -> None:
        if part.get("style") not in BUTTON_STYLES:
            self.faults.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
        label = part.get("label")
        if label is not None:
            self.faults.length((*path, "label"), label, 0, limits.BUTTON_LABEL)
        if not label and not part.get("emoji"):
            message = "A button must have a label or an emoji"
            self.faults.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
        if part.get("style") != LINK_STYLE:
            self._custom_id(part, path)
            if "url" in part:
                message = "A custom id and url cannot both be specified"
                self.faults.add((*path, "url"), "COMPONENT_CUSTOM_ID_AND_URL", message)
        elif not str(part.get("url", "")).startswith(("http://", "https://", "discord://")):
            self.faults.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif "custom_id" in part:
            message = "A custom id and url cannot both be specified"
            self.faults.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", message)

    def _select(self, part: JsonObject, path: Path) -> None:
        self._custom_id(part, path)
        if part.get("placeholder") is not None:
            self.faults.length((*path, "placeholder"), part["placeholder"], 0, limits.PLACEHOLDER)
        most = limits.SELECT_OPTIONS
        if part["type"] == Kind.STRING_SELECT:
            most = self._select_options(part, path)
        least, top = part.get("min_values", 1), part.get("max_values", 1)
        if not isinstance(least, int) or not 0 <= least <= limits.SELECT_OPTIONS:
            self.faults.add((*path, "min_values"), "NUMBER_TYPE_MAX", "int value should be between 0 and 25.")
        elif not isinstance(top, int) or not max(least, 1) <= top <= limits.SELECT_OPTIONS or top > max(most, 1):
            message = "int value should be between min_values and the number of options."
            self.faults.add((*path, "max_values"), "NUMBER_TYPE_MAX", message)

    def _select_options(self, part: JsonObject, path: Path) -> int:
        inner = (*path, "options")
        options = self.faults.items(inner, part.get("options"), 1, limits.SELECT_OPTIONS)
        seen: set[str] = set()
        for index, option in enumerate(options):
            here = (*inner, index)
            if not isinstance(option, dict):
                self.faults.add(here, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
                continue
            self.faults.length((*here, "label"), option.get("label"), 1, limits.OPTION_TEXT)
            value = self.faults.length((*here, "value"), option.get("value"), 1, limits.OPTION_TEXT)
            if option.get("description") is not None:
                self.faults.length((*here, "description"), option["description"], 1, limits.OPTION_TEXT)
            if value in seen:
                message = "The specified option value is already used"
                self.faults.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(value)
        chosen = sum(1 for option in options if isinstance(option, dict) and option.get("default"))
        if chosen > part.get("max_values", 1):
            message = "The specified number of default values is outside the specified range"
            self.faults.add(inner, "SELECT_COMPONENT_DEFAULT_VALUES_INVALID", message)
        return len(options)

    def _text_input(self, part: JsonObject, path: Path) -> None:
        self._custom_id(part, path)
        if part.get("style") not in {1, 2}:
            self.faults.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
        if "component" not in path:
            self.faults.length((*path, "label"), part.get("label"), 1, limits.INPUT_LABEL)
        for key, most in (("placeholder", limits.INPUT_PLACEHOLDER), ("value", limits.INPUT_VALUE)):
            if part.get(key) is not None:
                self.faults.length((*path, key), part[key], 0, most)
        for key, least in (("min_length", 0), ("max_length", 1)):
            value = part.get(key)
            if value is not None and (not isinstance(value, int) or not least <= value <= limits.INPUT_VALUE):
                message = f"int value should be between {least} and {limits.INPUT_VALUE}."
                self.faults.add((*path, key), "NUMBER_TYPE_MAX", message)

    def _label(self, part: JsonObject, path: Path) -> None:
        self.faults.length((*path, "label"), part.get("label"), 1, limits.INPUT_LABEL)
        if part.get("description") is not None:
            self.faults.length((*path, "description"), part["description"], 1, limits.DESCRIPTION)
        self._one(part.get("component"), (*path, "component"), IN_LABEL)

    def _text(self, part: JsonObject, path: Path) -> None:
        self.faults.length((*path, "content"), part.get("content"), 1, limits.V2_TEXT)

    def _section(self, part: JsonObject, path: Path) -> None:
        inner = (*path, "components")
        children = self.faults.items(inner, part.get("components"), 1, limits.SECTION_TEXTS)
        self._each(children, inner, frozenset({Kind.TEXT}))
        if "accessory" not in part:
            self.faults.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self._one(part["accessory"], (*path, "accessory"), ACCESSORIES)

    def _container(self, part: JsonObject, path: Path) -> None:
        inner = (*path, "components")
        children = self.faults.items(inner, part.get("components"), 1, limits.V2_COMPONENTS)
        self._each(children, inner, IN_CONTAINER)
        colour = part.get("accent_color")
        if colour is not None and (not isinstance(colour, int) or not 0 <= colour <= WHITE):
            message = "int value should be between 0 and 16777215."
            self.faults.add((*path, "accent_color"), "NUMBER_TYPE_MAX", message)

    def _separator(self, part: JsonObject, path: Path) -> None:
        if part.get("spacing", 1) not in {1, 2}:
            self.faults.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")

    def _gallery(self, part: JsonObject, path: Path) -> None:
        inner = (*path, "items")
        for index, item in enumerate(self.faults.items(inner, part.get("items"), 1, limits.GALLERY)):
            if isinstance(item, dict):
                self._media(item, "media", (*inner, index))
            else:
                self.faults.add((*inner, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def _thumbnail(self, part: JsonObject, path: Path) -> None:
        self._media(part, "media", path)

    def _file(self, part: JsonObject, path: Path) -> None:
        self._media(part, "file", path, only_attachment=True)

    def _media(self, part: JsonObject, key: str, path: Path, *, only_attachment: bool = False) -> None:
        if part.get("description") is not None:
            self.faults.length((*path, "description"), part["description"], 1, limits.ALT_TEXT)
        media = part.get(key)
        url = media.get("url") if isinstance(media, dict) else None
        here = (*path, key, "url")
        schemes = MEDIA_SCHEMES[2:] if only_attachment else MEDIA_SCHEMES
        if not isinstance(url, str) or not url.startswith(schemes):
            message = f"Scheme must be one of {tuple(scheme.removesuffix('://') for scheme in schemes)}."
            self.faults.add(here, "URL_TYPE_INVALID_SCHEME", message)
        elif url.startswith("attachment://") and url.removeprefix("attachment://") not in self.files:
            message = f"The referenced attachment ({url.removeprefix('attachment://')}) was not found in the message"
            self.faults.add(here, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
