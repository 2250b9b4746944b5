"""Limits of Discord that neither discord.py nor simcord holds (Discord documentation, Message Components, Application
Commands): read from what the bot sent."""

from __future__ import annotations

from simcord.components import walk_components

ALT, ID, LABEL, TEXT, COMPONENTS, CHOICES, NAME = 1024, 100, 80, 4000, 40, 25, 100


def audit(requests):
    """Hold every message and every list of choices in a run's requests against the limits."""
    for request in requests:
        body = request.json or {}
        if not isinstance(body, dict):
            continue
        data = body.get("data") if isinstance(body.get("data"), dict) else body
        hold(data)
        choices = data.get("choices") or []
        assert len(choices) <= CHOICES, request.path
        for choice in choices:
            assert 1 <= len(choice["name"]) <= NAME, choice
            assert not isinstance(choice["value"], str) or len(choice["value"]) <= NAME, choice


def hold(message):
    """Hold one message's payload against the limits."""
    parts = list(walk_components(message.get("components") or []))
    assert len(parts) <= COMPONENTS
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(ids)) == len(ids), ids
    assert all(0 < len(each) <= ID for each in ids), ids
    assert sum(len(part["content"]) for part in parts if part["type"] == 10) <= TEXT
    assert all(part["content"].strip() for part in parts if part["type"] == 10), "an empty text is refused"
    for part in parts:
        match part["type"]:
            case 1:
                assert 1 <= len(part["components"]) <= 5
                assert len(part["components"]) == 1 or all(each["type"] == 2 for each in part["components"])
            case 2:
                assert 0 < len(part.get("label") or "") <= LABEL, part
            case 3:
                _select(part)
            case 12:
                assert all(0 < len(item["description"]) <= ALT for item in part["items"])
    assert len(message.get("content") or "") <= 2000
    files = message.get("attachments") or []
    assert len(files) <= 10
    assert all(len(file.get("description") or "") <= ALT for file in files)


def _select(part):
    options = part["options"]
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options)
    assert len(part.get("placeholder") or "") <= 150
    for option in options:
        assert 0 < len(option["label"]) <= 100
        assert 0 < len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100
    assert sum(bool(option.get("default")) for option in options) <= part.get("max_values", 1)
