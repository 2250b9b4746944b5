"""The page itself, in headless chromium, with a real bot behind it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import pytest_asyncio
from browser import Browser, binary
from harness import Stage, text_of

DEMO = (sys.executable, str(Path(__file__).parent / "demo_bot.py"))

pytestmark = [
    pytest.mark.live,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(binary() is None, reason="no chromium on this machine"),
]
ANN, BO = ".column[data-seat=ann] ", ".column[data-seat=bo] "


def at(column: str, selector: str, every: str = "") -> str:
    return f"document.querySelector{every}({json.dumps(column + selector)})"


# One bot and one browser for all: both take long to start. Each test has a channel of its own.
@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory):
    async with Stage(tmp_path_factory.mktemp("page") / "demo.sqlite", command=DEMO) as made:
        await made.start_bot()
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    async with Browser() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def room(stage, request):
    return stage.server.create_channel(request.node.name.replace("_", "-")).name


@pytest_asyncio.fixture(loop_scope="module")
async def page(stage, browser, room):
    await browser.resize(1280, 900)
    await browser.goto("about:blank")
    await browser.goto(f"{stage.server.base}/#Ann:{room}+Bo:{room}")
    await browser.wait_for("document.body.dataset.ready")
    yield browser
    assert browser.errors == []


async def test_two_seats_play_side_by_side(stage, page, room):
    # A newcomer presses the command on offer; its options are asked for.
    await page.click(ANN + ".hint button", "/demo new")
    await page.choose(ANN + ".field select", "Odd")
    await page.choose(ANN + ".field select", "Bo")
    await page.click(ANN + ".command .primary", "Send")
    await page.wait_for(f"{at(BO, '.message.pinged .picture img')}?.naturalWidth === 24")
    assert not await page.eval(f"{at(ANN, '.message.pinged')}")

    # A button edits the message for both.
    await page.click(BO + ".button", "Next")
    for column in (ANN, BO):
        await page.wait_for(f"document.querySelector({column + '.container h3'!r})?.textContent === 'Board 2'")

    # What only one may see, only one sees, until dismissed.
    await page.choose(BO + "select.select", "Space c")
    await page.wait_for(f"{at(BO, '.ephemeral')}?.textContent.includes('Chosen c')")
    assert "Chosen" not in await page.text(ANN)
    await page.click(BO + ".private button", "Dismiss")
    await page.wait_for(f"!{at(BO, '.ephemeral')}")

    # A form.
    await page.click(ANN + ".button", "Form")
    await page.wait_for("document.querySelector('dialog input') === document.activeElement")
    await page.type("Ann")
    await page.click("dialog .primary", "Submit")
    await page.wait_for(f"{at(ANN, '.ephemeral')}?.textContent.includes('Thank you, Ann')")


async def test_a_command_is_typed_with_suggestions(stage, page, room):
    await page.click(ANN + ".composer input")
    await page.type("/demo pl")
    await page.wait_for(f"{at(ANN, '.suggestions .picked')}?.textContent.includes('/demo place')")
    await page.press("Enter")
    await page.type("7")
    await page.press("Tab")
    await page.click(ANN + ".field:nth-of-type(2) input")
    await page.type("b")
    await page.wait_for(f"{at(ANN, '.suggestions.small li', 'All')}.length === 3")
    await page.press("ArrowDown")
    await page.press("Enter")
    await page.click(ANN + ".command .primary", "Send")
    await page.wait_for(f"{at(ANN, '.ephemeral')}?.textContent.includes('7 on b2')")

    await page.click(ANN + ".composer input")
    await page.type("/demo place chip:3 space:c3")
    await page.press("Enter")
    await page.wait_for(f"{at(ANN, '.messages')}.textContent.includes('3 on c3')")


async def test_a_private_message_is_announced_and_opened(stage, page, room):
    await stage.seat("Cy").slash(room, "demo dm")
    await page.wait_for("[...document.querySelectorAll('.seat')].some((n) => n.title === 'Cy has a new DM')")
    await stage.seat("Ann").slash(room, "demo dm")
    await page.click(ANN + ".dm-hint")
    await page.wait_for(f"{at(ANN, '.messages')}.textContent.includes('Your hand')")
    assert await page.eval("location.hash") == f"#Ann:dm+Bo:{room}"


async def test_a_seat_with_a_private_message_opens_on_the_games_channel(stage, page, room):
    await stage.seat("Ann").slash(room, "demo dm")
    await page.goto("about:blank")
    await page.goto(f"{stage.server.base}/#Ann+Cy")
    await page.wait_for("document.querySelectorAll('section.column').length === 2")
    await page.wait_for("document.querySelector('section.column .where').textContent === '# games'")
    assert await page.eval("location.hash") == "#Ann+Cy"


async def test_a_private_answer_comes_into_view(stage, page, room):
    for _ in range(6):
        await stage.seat("Bo").slash(room, "demo new", kind="o", **{"with": stage.seat("Ann").user.id})
    await page.wait_for(f"document.querySelectorAll({ANN + '.message.pinged'!r}).length === 6")
    # Until pictures have loaded, whoever is at the end is kept there.
    up = "(l => (l.scrollTop === 0 && l.scrollHeight > l.clientHeight) || (l.scrollTop = 0, false))"
    await page.wait_for(f"{up}({at(ANN, '.messages')})")
    await stage.seat("Ann").slash(room, "demo place", chip=3, space="a")
    await page.wait_for(f"{at(ANN, '.ephemeral')}")
    box = f"{at(ANN, '.ephemeral')}.getBoundingClientRect()"
    await page.wait_for(f"{box}.bottom <= {at(ANN, '.messages')}.getBoundingClientRect().bottom + 1")


async def test_no_name_or_message_becomes_markup(stage, page, room, monkeypatch):
    evil = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script> [x](javascript:window.hurt=1) **ok**'
    monkeypatch.setattr(stage.server.world.seat("Bo"), "display", evil)
    stage.seat("Ann").say(room, f"{evil} <@{stage.seat('Bo').id}>")
    await page.wait_for(f"{at(ANN, '.message strong')}?.textContent === 'ok'")
    await page.reload()
    await page.wait_for(f"document.body.dataset.ready && {at(ANN, '.message strong')}")
    tags = at("", ".messages img:not(.avatar), .messages script, .messages a", "All") + ".length"
    assert await page.eval(tags) == 0
    assert not await page.eval("window.hurt")
    assert evil in await page.eval("document.querySelector('#seats').textContent")


async def test_no_name_turns_the_rest_of_its_line_round(stage, page, room, monkeypatch):
    monkeypatch.setattr(stage.server.world.seat("Bo"), "display", "Bo\u202e eht")
    stage.seat("Ann").say(room, f"<@{stage.seat('Bo').id}> is to move")
    await stage.seat("Bo").slash(room, "demo new", kind="Odd", **{"with": "Ann"})
    await page.reload()
    await page.wait_for(at(ANN, ".used + *"))
    for after in (at(ANN, ".text .mention"), at(ANN, ".used b")):
        left = f"""((text, n) => {{
          const range = document.createRange();
          range.setStart(text, n);
          range.setEnd(text, n + 1);
          return range.getBoundingClientRect().left;
        }})({after}.nextSibling, """
        assert await page.eval(f"{after}.textContent.includes('\\u202e')")
        name = await page.eval(f"{after}.getBoundingClientRect().right")
        assert name - 1 <= await page.eval(f"{left}1)") < await page.eval(f"{left}3)"), after


async def test_a_dead_bot_is_shown_and_restarted(stage, page, room):
    await stage.kill_bot()
    await page.wait_for("document.querySelector('#banner').textContent.includes('The bot has stopped')")
    await page.click("#banner button", "Restart bot")
    await page.wait_for("document.querySelector('#status').textContent === 'bot online'", 30)
    assert stage.bot.running


async def test_the_panel_takes_permissions_and_closes_dms(stage, page, room):
    await page.click("#gear")
    await page.click("#panel .checks label", "attach files")
    await stage.until(lambda: stage.server.channel("games").denied == 1 << 15)
    await page.click("#panel .table label", "takes DMs")
    await stage.until(lambda: not stage.server.world.seat("Dee").dm_open)
    await page.wait_for("!document.querySelector('#panel .table label:nth-of-type(7) input').checked")


async def test_it_fits_a_phone(stage, page, room):
    await stage.seat("Ann").slash(room, "demo new", kind="Odd", **{"with": "Bo"})
    await page.resize(400, 800)
    await page.wait_for("document.querySelector('.message img[alt=\"alt text\"]')")
    assert await page.eval("document.documentElement.scrollWidth") == 400
    assert await page.eval("[...document.querySelectorAll('.column')].filter((n) => n.offsetParent).length") == 1
    await page.click(".seat", "Bo")
    await page.wait_for("document.querySelector('.column.active').dataset.seat === 'bo'")
    assert text_of(stage.newest(room)).startswith("## Board 1")


async def test_nothing_is_cut_off_or_pushed_away_on_a_phone(stage, page, room):
    await page.resize(400, 800)
    await stage.seat("Ann").slash(room, "demo new", kind="Odd", **{"with": "Bo"})
    low = "document.querySelector('.composer').getBoundingClientRect().top"
    before = await page.eval(low)
    await stage.seat("Ann").slash(room, "demo dm")
    await page.wait_for(at(ANN, ".dm-hint"))
    assert await page.eval(f"{at(ANN, '.dm-hint')}.scrollWidth <= {at(ANN, '.dm-hint')}.clientWidth")
    assert await page.eval(low) == before
    top = f"{at(ANN, '.messages')}.getBoundingClientRect().top"
    assert await page.eval(f"{at(ANN, '.dm-hint')}.getBoundingClientRect().bottom <= {top}"), "it covers nothing"
    right = "getBoundingClientRect().right"
    assert await page.eval(f"{at('', '.tab', 'All')}.length") == 4
    assert await page.eval(
        f"[...{at('', '.tab', 'All')}].every((n) => n.{right} <= document.querySelector('#seats').{right})"
    )

    await page.click(ANN + ".composer input")
    await page.type("/demo")
    await page.wait_for(at(ANN, ".suggestions code"))
    names = f"[...{at(ANN, '.suggestions code', 'All')}]"
    await page.eval(f"{names}.forEach((n) => {{ n.textContent = n.textContent.repeat(3); }})")
    assert await page.eval(f"{names}.every((n) => n.{right} < {at(ANN, '.suggestions')}.{right})")


async def test_what_is_read_on_a_phone_stays_in_place_when_a_private_message_comes(stage, page, room):
    await page.resize(400, 800)
    for number in range(60):
        stage.seat("Bo").say(room, f"line {number}")
    await page.wait_for(f"{at(ANN, '.messages')}.textContent.includes('line 59')")
    # Until all has been drawn, whoever is at the end is kept there.
    frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    up = f"(async (l) => {{ l.scrollTop = 300; await {frames}; return l.scrollTop === 300; }})"
    while not await page.eval(f"{up}({at(ANN, '.messages')})"):
        pass
    line = f"{at(ANN, '.messages article:nth-child(20)')}.getBoundingClientRect().top"
    before = await page.eval(line)
    await page.eval("""import("/static/state.js").then(({ state, emit }) => {
      const place = { id: "9", type: 1, recipient: state.world.seats[0].id, last: "9".repeat(30), name: null };
      state.world.channels.unshift(place);
      emit({ t: "last" });
    })""")
    await page.wait_for(at(ANN, ".dm-hint"))
    assert abs(await page.eval(line) - before) < 1


async def test_a_phone_says_what_each_option_means(page):
    await page.resize(400, 800)
    await page.click(ANN + ".composer input")
    await page.type("/demo new")
    await page.wait_for(at(ANN, ".suggestions .picked"))
    await page.press("Tab")
    help_line = at(ANN, ".command .help")
    await page.wait_for(f"{help_line}?.innerText.includes('what kind')")
    spot = f"{at(ANN, '.command .primary')}.getBoundingClientRect().top"
    before = await page.eval(spot)
    await page.click(ANN + ".field:nth-of-type(2) select")
    await page.wait_for(f"{help_line}.innerText.includes('whom to ping')")
    assert "what kind" not in await page.text(ANN + ".command")
    assert await page.eval(spot) == before, "nothing jumps from under a finger"
    assert await page.eval(f"{help_line}.getBoundingClientRect().bottom") < 800


# Also once more when the page has caught up with what happened before its socket was open.
RING_ALL = """import("/static/state.js").then(({ state, emit, listen }) => {
  const ring = () => {
    const general = state.world.channels.find((place) => place.name === "general").id;
    for (const [index, { id }] of state.world.seats.entries()) {
      state.world.channels.push({ id: `9${index}`, type: 1, recipient: id, last: "5", name: null });
      state.world.pings[id] = { [general]: "9".repeat(30) };
    }
    emit({ t: "last" });
  };
  listen((event) => event.t === "world" && ring());
  ring();
})"""


@pytest.mark.parametrize("width", [360, 400, 1280])
async def test_eight_seats_and_what_waits_for_each_are_in_sight(browser, tmp_path, width):
    async with Stage(tmp_path / "eight.sqlite", seats=8) as eight:
        await browser.resize(width, 800)
        await browser.goto("about:blank")
        await browser.goto(f"{eight.server.base}/#Ann")
        await browser.wait_for("document.body.dataset.ready")
        await browser.eval(RING_ALL)
        await browser.wait_for(f"{at('', '#seats .badge', 'All')}.length === 16")
        hidden = await browser.eval("""[...document.querySelectorAll("#seats .badge, #seats .name")].filter((n) => {
          const box = n.getBoundingClientRect();
          const spots = [box.left + 2, box.right - 2].map((x) => [x, box.top + box.height / 2]);
          return box.width < 10 || spots.some((spot) => document.elementFromPoint(...spot) !== n);
        }).map((n) => n.parentNode.title + n.className)""")
        assert hidden == []
        assert await browser.eval("document.documentElement.scrollWidth") == width
        await browser.click(".tab:last-child .seat")
        await browser.wait_for("document.querySelector('.column').dataset.seat === 'sofia'")
        await browser.goto("about:blank")


async def test_the_panel_says_whose_clock_it_moves(page):
    await page.click("#gear")
    assert "Discord's clock alone" in await page.text("#panel")
