"""Answers to interactions: in time, once, and a sentence whatever happens."""

from __future__ import annotations

import asyncio
import logging
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands

from bot import answers
from bot.errors import Refusal
from games.core import IllegalMove


def interaction(*, answered=False):
    one = Mock(spec=["id", "response", "followup", "extras"], id=42, extras={})
    one.response = Mock(is_done=Mock(return_value=answered), defer=AsyncMock(), send_message=AsyncMock())
    one.response.defer.side_effect = lambda **_: one.response.is_done.configure_mock(return_value=True)
    one.followup = Mock(send=AsyncMock())
    return one


async def test_quick_work_is_not_put_off():
    one = interaction()

    assert await answers.in_time(one, asyncio.sleep(0, "done")) == "done"
    one.response.defer.assert_not_called()


async def test_slow_work_is_put_off_for_the_player_alone_and_answered_afterwards(monkeypatch):
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    one = interaction()

    assert await answers.in_time(one, asyncio.sleep(0.05, "done")) == "done"
    one.response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)
    await answers.say(one, "done")
    one.response.send_message.assert_not_called()
    assert one.followup.send.await_args.args == ("done",)
    assert one.followup.send.await_args.kwargs["ephemeral"]


async def test_slow_work_is_not_put_off_twice(monkeypatch):
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    one = interaction(answered=True)

    assert await answers.in_time(one, asyncio.sleep(0.05, "done")) == "done"
    one.response.defer.assert_not_called()


@pytest.mark.parametrize("pause", [0, 0.05])
async def test_an_error_of_the_work_comes_through(monkeypatch, pause):
    monkeypatch.setattr(answers, "PATIENCE", 0.01)

    async def work():
        await asyncio.sleep(pause)
        raise Refusal("No.")

    with pytest.raises(Refusal, match=r"No\."):
        await answers.in_time(interaction(), work())


def test_patience_leaves_time_for_the_way_to_discord():
    assert 0.5 < answers.PATIENCE < 2.5


async def told(error, one=None):
    one = one or interaction()
    await answers.explain(one, error)
    (call,) = [*one.response.send_message.await_args_list, *one.followup.send.await_args_list]
    assert call.kwargs["ephemeral"]
    assert call.kwargs["allowed_mentions"].to_dict() == {"parse": []}
    return call.args[0]


def invoke_error(cause):
    error = app_commands.CommandInvokeError(Mock(), cause)
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("error", [Refusal("Not so."), IllegalMove("Not so."), invoke_error(Refusal("Not so."))])
async def test_a_refusal_is_its_sentence_and_no_news_for_the_log(error, caplog):
    with caplog.at_level(logging.DEBUG, "slowplay"):
        assert await told(error) == "Not so."
    assert caplog.records == []


async def test_what_nobody_expected_is_logged_and_shown_without_its_words(caplog):
    with caplog.at_level(logging.DEBUG, "slowplay"):
        text = await told(invoke_error(KeyError("secret chip 7")))
    assert text == answers.FAILED
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info[0] is KeyError
    assert "42" in record.getMessage()


async def test_a_command_that_is_out_of_date_is_to_be_picked_again():
    assert "/" in await told(app_commands.CommandSignatureMismatch(Mock()))


def gone(code, status=404):
    return discord.NotFound(Mock(status=status, reason="gone"), {"code": code, "message": "gone"})


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_interaction_that_is_over_or_answered_is_let_go(code, caplog):
    one = interaction()
    with caplog.at_level(logging.DEBUG, "slowplay"):
        await answers.explain(one, gone(code))
    one.response.send_message.assert_not_called()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_when_even_the_sentence_cannot_be_sent_nothing_more_goes_wrong(caplog):
    one = interaction()
    one.response.send_message.side_effect = gone(10062)
    await answers.explain(one, Refusal("No."))

    assert [record.levelno for record in caplog.records] == [logging.WARNING]
