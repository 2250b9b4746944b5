// Behind the gear: the bot's process and log, and everything that can go wrong on demand.

import { el, get, post } from "./dom.js";
import { emit, state } from "./state.js";

const PERMISSIONS = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS", "ATTACH_FILES", "EMBED_LINKS", "READ_MESSAGE_HISTORY"];
const STEPS = [["1 min", 60], ["15 min", 900], ["1 hour", 3600], ["1 day", 86400]];
const THEMES = ["auto", "light", "dark"];

export function theme(name) {
  if (name) localStorage.setItem("theme", name);
  const chosen = name || localStorage.getItem("theme") || "auto";
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  return chosen;
}

export class Panel {
  constructor(node) {
    this.node = node;
    this.log = el("pre", { class: "log", tabIndex: 0, "aria-label": "Log of the bot" });
  }

  toggle() {
    this.node.hidden = !this.node.hidden;
    this.draw();
  }

  async do(name, body) {
    try {
      await post(`/control/${name}`, body);
    } catch (error) {
      emit({ t: "complaint", text: error.message });
    }
  }

  button(text, name, body, title) {
    return el("button", { type: "button", class: "button secondary", title, onclick: () => this.do(name, body) }, text);
  }

  draw() {
    if (this.node.hidden) return;
    const { process, seats, channels, ahead } = state.world;
    const places = channels.filter((place) => place.type === 0);
    this.place = places.find((place) => place.id === this.place?.id) ?? places.find((place) => place.name === "games") ?? places[0];
    this.node.replaceChildren(
      el("header", {}, el("h2", {}, "Control panel"), el("button", { type: "button", class: "plain", "aria-label": "Close the panel", onclick: () => this.toggle() }, "✕")),
      el("h3", {}, "The bot"),
      process.managed
        ? el("div", { class: "row" },
          this.button("Restart", "bot", { do: "restart" }),
          this.button("kill -9", "bot", { do: "kill" }, "End it at once, in the middle of whatever it does"),
          this.button("Stop", "bot", { do: "stop" }))
        : el("p", {}, "You run the bot yourself."),
      el("div", { class: "row" },
        this.button("Drop connection", "gateway", { resumable: true }, "The bot resumes and gets what it missed"),
        this.button("Drop and forget", "gateway", { resumable: false }, "The bot has to start a new session"),
        state.world.bot.in_guild ? this.button("Remove from server", "member", { bot: true, inside: false }) : this.button("Add to server", "member", { bot: true, inside: true })),
      this.log,
      el("h3", {}, "Seats"),
      el("div", { class: "table" }, seats.map((someone) => [
        el("span", {}, someone.name),
        this.check("takes DMs", someone.dm_open, (on) => this.do("dms", { seat: someone.id, open: on })),
        this.check("on the server", someone.in_guild, (on) => this.do("member", { seat: someone.id, inside: on })),
      ])),
      el("h3", {}, "What the bot may do in ", this.chooser(places)),
      el("div", { class: "checks" }, PERMISSIONS.map((name) => this.check(name.toLowerCase().replaceAll("_", " "), !this.place.denied.includes(name), (on) => this.allow(name, on)))),
      el("h3", {}, "Discord's clock", ahead ? ` (${Math.round(ahead / 60)} min ahead)` : ""),
      el("div", { class: "row" }, STEPS.map(([text, seconds]) => el("button", { type: "button", class: "button secondary", onclick: () => this.advance(seconds) }, "+ " + text))),
      el("p", { class: "nothing" }, "This moves Discord's clock alone: old buttons and answers run out. The bot keeps its own, so no turn runs out sooner."),
      el("h3", {}, "Requests Discord refused"),
      (this.refused = el("pre", { class: "log short" })),
      el("h3", {}, "Colours"),
      el("div", { class: "row" }, THEMES.map((name) => el("button", { type: "button", class: "button " + (theme() === name ? "primary" : "secondary"), onclick: () => { theme(name); this.draw(); } }, name))),
    );
    this.lines();
    this.refusals();
  }

  chooser(places) {
    const node = el("select", {}, places.map((place) => el("option", { value: place.id, selected: place === this.place }, "#" + place.name)));
    node.addEventListener("change", () => {
      this.place = places.find((place) => place.id === node.value);
      this.draw();
    });
    return node;
  }

  check(text, checked, change) {
    const box = el("input", { type: "checkbox", checked });
    box.addEventListener("change", () => change(box.checked));
    return el("label", {}, box, " ", text);
  }

  allow(name, on) {
    const denied = this.place.denied.filter((other) => other !== name);
    return this.do("deny", { channel: this.place.id, permissions: on ? denied : [...denied, name] });
  }

  async advance(seconds) {
    await this.do("advance", { seconds });
    state.ahead = state.world.ahead += seconds;
    this.draw();
    emit({ t: "reload" });
  }

  async refusals() {
    const { requests, unimplemented } = await get("/control/requests");
    const bad = requests.filter((request) => request.status >= 400).slice(-12);
    const lines = bad.map((request) => `${request.status} ${request.code || ""} ${request.method} ${request.path.replace(/(\/(?:webhooks|interactions)\/\d+\/)[^/]+/, "$1…")}`);
    this.refused.textContent = [...lines, ...unimplemented.map((route) => `unknown: ${route}`)].join("\n") || "none";
  }

  lines() {
    // Colours of the terminal mean nothing here.
    this.log.textContent = state.world.log.slice(-60).join("\n").replace(/\x1b\[[0-9;]*m/g, "") || "nothing yet";
    this.log.scrollTop = this.log.scrollHeight;
  }

  hear(event) {
    if (this.node.hidden) return;
    if (event.t === "log") this.lines();
    else if (["bot", "world", "channel_update", "channel_create", "channel_delete"].includes(event.t)) this.draw();
  }
}
