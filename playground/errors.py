"""How Discord says no: status, code and body of every refusal."""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


class ApiError(Exception):
    """A request is refused.

    Attributes:
        status: HTTP status.
        code: Discord's JSON error code.
        message: Discord's sentence.
        errors: the tree of faults by field, for code 50035.
        extra: further keys of the body (`retry_after` of a 429).
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: JsonObject | None = None,
        extra: JsonObject | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.extra = extra or {}

    def body(self) -> JsonObject:
        """Return the JSON body as Discord writes it."""
        body: JsonObject = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Refusal(Enum):
    """The refusals without a tree of faults: HTTP status, code, sentence."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    TOO_MANY_FILES = (400, 30015, "Maximum number of attachments in a message reached (10)")
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached (100)")
    OLD_EDITS = (429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    DM_CLOSED = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    TOKEN_EXPIRED = (401, 50027, "Invalid Webhook Token")
    BAD_RECIPIENT = (400, 50033, "Invalid Recipient(s)")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")

    def error(self, **extra: float | bool) -> ApiError:
        """Return the exception to raise, with further keys for its body."""
        status, code, message = self.value
        return ApiError(status, code, message, extra=dict(extra))


class Faults:
    """Faults of one request by field; together they become one 50035 "Invalid Form Body"."""

    def __init__(self) -> None:
        self.tree: JsonObject = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a fault at `path`, such as ("components", 0, "custom_id")."""
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: object, least: int, most: int) -> str:
        """Check a string's length and return it; a fault is noted and "" returned when it is no string."""
        if not isinstance(value, str):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return ""
        if not least <= len(value) <= most:
            if least:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return value

    def items(self, path: Path, value: object, least: int, most: int) -> list[Any]:
        """Check a list's size and return it; a fault is noted and [] returned when it is no list."""
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return value

    def settle(self) -> None:
        """Raise one ApiError with all faults noted so far, if any."""
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", self.tree)


def form_error(path: Path, code: str, message: str) -> ApiError:
    """Return a 50035 with a single fault."""
    faults = Faults()
    faults.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", faults.tree)
