from __future__ import annotations

import pytest

from playground.permissions import Permission

# What is taken, what is tried, and what Discord says.
CASES = [
    ("VIEW_CHANNEL", "post", 50001),
    ("VIEW_CHANNEL", "read", 50001),
    ("SEND_MESSAGES", "post", 50013),
    ("ATTACH_FILES", "file", 50013),
    ("EMBED_LINKS", "embed", 50013),
    ("CREATE_PUBLIC_THREADS", "thread", 50013),
    ("SEND_MESSAGES_IN_THREADS", "in thread", 50013),
]


async def attempt(raw, what: str):
    if what == "thread":
        return await raw.send("POST", f"/channels/{raw.games.id}/threads", {"name": "t", "type": 11})
    if what == "in thread":
        thread = next(channel for channel in raw.world.channels.values() if channel.parent == raw.games.id)
        return await raw.send("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    if what == "read":
        return await raw.send("GET", raw.messages)
    body = {"embeds": [{"title": "t"}]} if what == "embed" else {"content": "x"}
    return await raw.post(body, [("a.txt", b"x")] if what == "file" else None)


@pytest.mark.parametrize(("taken", "what", "code"), CASES)
async def test_a_permission_taken_in_one_channel_is_missed_there(raw, taken, what, code):
    assert (await attempt(raw, "thread"))[0] == 200
    raw.stage.deny("games", [taken])
    status, answer = await attempt(raw, what)
    assert (status, answer["code"]) == (403, code)
    raw.stage.deny("games", [])
    assert (await attempt(raw, what))[0] == 200


async def test_history_without_the_permission_is_empty_and_a_message_refused(raw):
    _, sent = await raw.post({"content": "x"})
    raw.stage.deny("games", ["READ_MESSAGE_HISTORY"])
    assert await raw.send("GET", raw.messages) == (200, [])
    assert (await raw.send("GET", f"{raw.messages}/{sent['id']}"))[1]["code"] == 50013


async def test_interactions_tell_what_the_bot_and_the_member_may_do(raw):
    await raw.register()
    raw.stage.deny("games", ["ATTACH_FILES"])
    payload = raw.stage.interactions.payload(raw.slash())
    has = Permission(int(payload["app_permissions"]))
    assert Permission.ATTACH_FILES not in has
    assert Permission.SEND_MESSAGES in has
    assert Permission.MANAGE_CHANNELS in Permission(int(payload["member"]["permissions"]))
    other = raw.stage.interactions.payload(raw.slash(seat=1))
    assert Permission.MANAGE_CHANNELS not in Permission(int(other["member"]["permissions"]))


async def test_an_answer_needs_no_permission_to_send(raw):
    await raw.register()
    raw.stage.deny("games", ["SEND_MESSAGES", "ATTACH_FILES"])
    assert (await raw.answer(raw.slash(), 4, {"content": "x"}))[0] == 200


async def test_closed_dms_are_opened_but_take_no_message(raw):
    ann = raw.world.seats[0]
    raw.stage.set_dms("Ann", is_open=False)
    status, channel = await raw.send("POST", "/users/@me/channels", {"recipient_id": str(ann.id)})
    assert status == 200
    path = f"/channels/{channel['id']}/messages"
    assert (await raw.send("POST", path, {"content": "x"}))[1]["code"] == 50007
    raw.stage.set_dms("Ann", is_open=True)
    assert (await raw.send("POST", path, {"content": "x"}))[0] == 200
    raw.world.set_membership(ann, inside=False)
    assert (await raw.send("POST", path, {"content": "x"}))[1]["code"] == 50007
    for wrong in ("1", str(raw.world.bot.id), "x"):
        assert (await raw.send("POST", "/users/@me/channels", {"recipient_id": wrong}))[1]["code"] == 50033


async def test_an_archived_thread_opens_for_a_message_but_not_for_an_edit_and_a_locked_one_never(raw):
    _, made = await raw.send("POST", f"/channels/{raw.games.id}/threads", {"name": "t", "type": 11})
    thread = raw.world.channels[int(made["id"])]
    path = f"/channels/{thread.id}/messages"
    _, sent = await raw.send("POST", path, {"content": "x"})
    thread.archived = True
    assert (await raw.send("PATCH", f"{path}/{sent['id']}", {"content": "y"}))[1]["code"] == 50083
    assert (await raw.send("POST", path, {"content": "x"}))[0] == 200
    assert not thread.archived
    thread.archived = thread.locked = True
    assert (await raw.send("POST", path, {"content": "x"}))[1]["code"] == 50083


async def test_outside_the_guild_nothing_is_seen(raw):
    raw.world.set_membership(raw.world.bot, inside=False)
    assert (await raw.post({"content": "x"}))[1]["code"] == 50001
    assert (await raw.send("GET", f"/guilds/{raw.world.guild_id}"))[1]["code"] == 50001
    assert (await raw.send("GET", "/guilds/1"))[1]["code"] == 10004


async def test_a_kicked_member_is_unknown_and_sees_only_the_dm(raw):
    bo = raw.world.seats[1]
    path = f"/guilds/{raw.world.guild_id}/members/{bo.id}"
    assert (await raw.send("GET", path))[0] == 200
    raw.world.set_membership(bo, inside=False)
    assert (await raw.send("GET", path))[1]["code"] == 10007
    raw.world.dm(bo)
    assert [channel.recipient for channel in raw.stage.actors.visible(bo)] == [bo.id]


async def test_a_thread_from_a_message_can_be_made_once(raw):
    _, sent = await raw.post({"content": "x"})
    path = f"{raw.messages}/{sent['id']}/threads"
    _, thread = await raw.send("POST", path, {"name": "t"})
    assert thread["id"] == sent["id"]
    assert (await raw.send("POST", path, {"name": "t"}))[1]["code"] == 160004
    assert (await raw.send("POST", path, {"name": ""}))[1]["code"] == 50035
    bad = {"name": "t", "type": 11, "auto_archive_duration": 7}
    assert (await raw.send("POST", f"/channels/{raw.games.id}/threads", bad))[1]["code"] == 50035
