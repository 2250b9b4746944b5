"""One interaction: what a person did, and what became of it."""

from __future__ import annotations

import asyncio
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from .model import Channel, Message, User


class Kind(IntEnum):
    """Interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """Interaction callback types."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED: dict[Kind, frozenset[Answer]] = {
    Kind.COMMAND: frozenset({Answer.MESSAGE, Answer.DEFER, Answer.MODAL}),
    Kind.COMPONENT: frozenset({Answer.MESSAGE, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE, Answer.MODAL}),
    Kind.AUTOCOMPLETE: frozenset({Answer.CHOICES}),
    Kind.MODAL: frozenset({Answer.MESSAGE, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE}),
}
State: TypeAlias = Literal["pending", "deferred", "answered", "failed"]
DID_NOT_RESPOND = "The application did not respond"


class Interaction(msgspec.Struct, kw_only=True, eq=False):
    """One thing a person did, and what became of it.

    Attributes:
        original: id of the message `@original` names: the answer, or for an update the message clicked on.
        followups: ids of the messages sent later.
        refusals: what Discord refused of the bot's answers.
        modal: the modal the bot opened, if it did.
        choices: the suggestions of an autocomplete.
        acknowledged: set at the first answer or failure; `finished` when no "thinking" is left.
    """

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: dict[str, Any]
    words: str = ""
    message: Message | None = None
    state: State = "pending"
    answer: Answer | None = None
    ephemeral: bool = False
    original: int | None = None
    followups: list[int] = []
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    error: str | None = None
    refusals: list[str] = []
    answered_after: float | None = None
    acknowledged: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    finished: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
