// One seat's window: its channels, the messages of one of them, and the composer.

import { starters, leaves } from "./commands.js";
import { Composer } from "./composer.js";
import { el, get, later, post } from "./dom.js";
import { avatar, render } from "./message.js";
import { ask } from "./modal.js";
import { channel, channelName, channelsOf, emit, markRead, pinged, seat, state, unread } from "./state.js";

const TOGETHER_MS = 7 * 60 * 1000;

export class Column {
  constructor(seatId, channelId, onClose) {
    this.seatId = seatId;
    this.channelId = channelId;
    this.messages = new Map();
    this.nodes = new Map();
    this.fetching = new Set();
    this.sidebar = el("nav", { class: "channels", "aria-label": "Channels" });
    this.chooser = el("select", { class: "chooser", "aria-label": "Channel" });
    this.chooser.addEventListener("change", () => this.open(this.chooser.value));
    this.topic = el("b", { class: "where" });
    this.list = el("div", { class: "messages", tabIndex: 0, role: "log" });
    // Whoever is at the end stays there, whatever grows or shrinks: pictures, the composer, the window.
    this.atEnd = true;
    this.list.addEventListener("scroll", () => {
      this.atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
      this.read();
    });
    new ResizeObserver(() => this.follow()).observe(this.list);
    this.list.addEventListener("load", () => this.follow(), { capture: true });
    this.notes = el("div", { class: "notes", role: "status" });
    this.hint = el("div", { class: "hint" });
    const someone = seat(seatId);
    this.head = el("header", {}, avatar(someone, "small"), el("b", { class: "name" }, someone.name), this.chooser, this.topic,
      el("button", { type: "button", class: "close plain", title: "Close this seat", "aria-label": `Close ${someone.name}`, onclick: onClose }, "✕"));
    this.composer = new Composer(this);
    this.node = el("section", { class: "column", data: { seat: someone.username }, "aria-label": someone.name }, this.head,
      el("div", { class: "inside" }, this.sidebar, el("div", { class: "chat" }, this.list, this.notes, this.hint, this.composer.node)));
    if (channelId) this.open(channelId);
    else this.channels();
  }

  path(what) {
    return `/play/seats/${this.seatId}/${what}`;
  }

  async open(channelId, messageId = "") {
    if (!channelsOf(this.seatId).some((place) => place.id === channelId)) return this.note("That channel cannot be seen from here.");
    this.channelId = channelId;
    this.messages.clear();
    this.nodes.clear();
    this.list.replaceChildren();
    this.hint.replaceChildren();
    if (!this.composer.leaf) this.composer.text();
    this.channels();
    emit({ t: "hash" });
    const place = channel(channelId);
    if (!place) return;
    try {
      const messages = await this.fetch(channelId);
      if (this.channelId !== channelId) return;
      for (const message of messages) this.messages.set(message.id, message);
      this.sort();
    } catch (error) {
      return this.note(error.message);
    }
    this.draw();
    const aim = this.nodes.get(messageId);
    this.atEnd = !aim;
    this.follow();
    aim?.scrollIntoView({ block: "start" });
    aim?.classList.add("aimed");
  }

  // Fetch the newest messages, but for those of which the socket has told meanwhile: that is newer.
  async fetch(channelId) {
    const heard = new Set();
    this.fetching.add(heard);
    try {
      const { messages } = await get(this.path(`messages/${channelId}`));
      return messages.filter((message) => !heard.has(message.id));
    } finally {
      this.fetching.delete(heard);
    }
  }

  // Fetch what the socket did not bring: all before it was open.
  async refresh() {
    const channelId = this.channelId;
    if (!channel(channelId)) return;
    const before = new Map(this.messages);
    let messages;
    try {
      messages = await this.fetch(channelId);
    } catch (error) {
      return this.note(error.message);
    }
    if (this.channelId !== channelId) return;
    const present = new Set(messages.map((message) => message.id));
    const first = messages[0]?.id;
    for (const [id, message] of before) {
      // What the socket has told of meanwhile is not the same message any more.
      const same = this.messages.get(id) === message;
      if (same && !present.has(id) && (!first || later(id, first))) this.drop({ id, channel_id: channelId });
    }
    for (const message of messages) {
      if (JSON.stringify(this.messages.get(message.id)) !== JSON.stringify(message)) this.put(message);
    }
  }

  follow() {
    if (this.atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.read();
  }

  // A long answer is read from its beginning.
  bring(node) {
    const long = node.offsetHeight > this.list.clientHeight;
    this.atEnd = !long && node === this.list.lastElementChild;
    if (!this.atEnd) node.scrollIntoView({ block: long ? "start" : "nearest" });
    this.follow();
  }

  // The list of channels, beside the messages or, where there is no room, as a select above them.
  channels() {
    const places = channelsOf(this.seatId);
    if (!places.some((place) => place.id === this.channelId) && places.length && state.world) {
      const home = places.find((place) => place.name === "games") ?? places[0];
      if (home.id !== this.channelId) return void this.open(home.id);
    }
    const mark = (place) => (place.id === this.channelId ? "" : pinged(this.seatId, place) ? "pinged" : unread(this.seatId, place) ? "unread" : "");
    const sign = (place) => (place.type === 1 ? "✉ " : place.type === 11 ? "↳ " : "# ");
    const item = (place) => el("button", {
      type: "button",
      class: ["place", place.type === 11 && "thread", place.type === 1 && "dm", mark(place), place.id === this.channelId && "open"].filter(Boolean).join(" "),
      "aria-current": place.id === this.channelId ? "true" : null,
      onclick: () => this.open(place.id),
    }, sign(place), channelName(place), place.archived && " (archived)");
    const dms = places.filter((place) => place.type === 1);
    this.sidebar.replaceChildren(
      ...places.filter((place) => place.type !== 1).map(item),
      el("button", { type: "button", class: "place new", title: "New channel", onclick: () => this.create() }, "+ channel"),
      el("div", { class: "label" }, "Direct messages"),
      ...(dms.length ? dms.map(item) : [el("div", { class: "nothing" }, "none yet")]));
    this.chooser.replaceChildren(...places.map((place) => el("option", { value: place.id, selected: place.id === this.channelId },
      (mark(place) ? "● " : "") + sign(place).replace("# ", "#") + channelName(place))));
    this.chooser.classList.toggle("unread", places.some(mark));
    const place = channel(this.channelId);
    this.topic.replaceChildren(place ? sign(place) + channelName(place) : "");
    this.offer(dms[0]);
  }

  // A DM that came while another channel is open is easily missed. What is being read stays where it is.
  offer(dm) {
    const top = this.list.offsetTop;
    this.hintOf(dm);
    if (!this.atEnd) this.list.scrollTop += this.list.offsetTop - top;
  }

  hintOf(dm) {
    this.dmHint?.remove();
    if (!dm || dm.id === this.channelId || !unread(this.seatId, dm)) return;
    this.dmHint = el("button", { type: "button", class: "dm-hint", onclick: () => this.open(dm.id) },
      "✉ ", el("b", {}, state.world.bot.name), " sent you a private message · ", el("u", {}, "open it"));
    this.hint.before(this.dmHint);
  }

  async create() {
    const name = prompt("Name of the new channel");
    if (!name) return;
    try {
      this.open((await post("/play/channels", { name })).id);
    } catch (error) {
      this.note(error.message);
    }
  }

  draw() {
    let before = null;
    const nodes = [];
    for (const message of this.messages.values()) {
      nodes.push(this.make(message, before));
      before = message;
    }
    this.list.replaceChildren(...nodes);
    this.welcome();
  }

  sort() {
    this.messages = new Map([...this.messages].sort(([a], [b]) => (later(a, b) ? 1 : -1)));
  }

  make(message, before) {
    const compact = before && before.author.id === message.author.id && !message.used && !message.message_reference
      && Boolean(before.only) === Boolean(message.only) && new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER_MS;
    const node = render(message, this, compact);
    this.nodes.set(message.id, node);
    return node;
  }

  // What a newcomer sees in a channel where nothing has happened.
  welcome() {
    const place = channel(this.channelId);
    const quiet = ![...this.messages.values()].some((message) => message.author.bot);
    if (!quiet || !place) return this.hint.replaceChildren();
    const begin = starters(place);
    const others = begin.length ? begin : leaves(place).slice(0, 4);
    if (place.type === 1 || !others.length) {
      const waiting = place.type === 1 ? "The bot writes here what only you may know." : "Waiting for the bot and its commands…";
      return this.hint.replaceChildren(el("p", {}, waiting));
    }
    this.hint.replaceChildren(
      el("p", {}, "Type ", el("kbd", {}, "/"), " or press one of these to start:"),
      el("div", { class: "row" }, others.map((leaf) => el("button", { type: "button", class: "button primary", title: leaf.description, onclick: () => this.start(leaf) }, "/" + leaf.words))),
      el("p", { class: "subtext" }, "Then let others join: choose a seat at the top", el("span", { class: "wide" }, ", or + to see it side by side"), "."));
  }

  start(leaf) {
    if (leaf.options.some((option) => option.required)) this.composer.choose(leaf);
    else this.act(null, "slash", { channel: this.channelId, command: leaf.words, options: {} });
  }

  command(words) {
    const leaf = leaves(channel(this.channelId)).find((found) => found.words === words);
    if (leaf) this.composer.choose(leaf);
  }

  hear(event) {
    if (event.t.startsWith("message_")) for (const heard of this.fetching) heard.add(event.message.id);
    if (event.t === "message_create" || event.t === "message_update") this.put(event.message);
    else if (event.t === "message_delete") this.drop(event.message);
    else if (event.t === "watching") this.refresh();
    else if (event.t === "reload") this.open(this.channelId);
    else if (event.t === "commands") this.welcome();
    if (event.t === "channel_delete" && event.channel.id === this.channelId) this.channels();
    if (event.t.startsWith("channel_") || ["last", "read", "world"].includes(event.t)) this.channels();
  }

  put(message) {
    if (message.channel_id !== this.channelId || (message.only && message.only !== this.seatId)) return;
    const known = this.messages.has(message.id);
    // What the bot answers to this seat alone was asked for just now: it comes into view wherever the seat was reading.
    const asked = message.only && !message.loading && (!known || this.messages.get(message.id).loading);
    const order = [...this.messages.keys()];
    if (!known && order.length && later(order.at(-1), message.id)) {
      this.messages.set(message.id, message);
      this.sort();
      this.draw();
      return asked ? this.bring(this.nodes.get(message.id)) : this.follow();
    }
    const index = known ? order.indexOf(message.id) : order.length;
    const old = this.nodes.get(message.id);
    this.messages.set(message.id, message);
    const node = this.make(message, this.messages.get(order[index - 1]));
    if (old) old.replaceWith(node);
    else this.list.append(node);
    if (!known) node.classList.add("fresh");
    this.welcome();
    if (asked) this.bring(node);
    else this.follow();
  }

  drop(message) {
    if (message.channel_id !== this.channelId || !this.messages.delete(message.id)) return;
    this.nodes.delete(message.id);
    this.draw();
  }

  read() {
    if (this.atEnd && !document.hidden && this.node.isConnected && this.node.offsetParent) markRead(this.seatId, this.channelId);
  }

  // Do something as this seat and follow it to its end. `control` is busy meanwhile.
  async act(control, what, body) {
    control?.classList.add("busy");
    try {
      let outcome = await post(this.path(what), body);
      if (!outcome.id) return true;
      outcome = await get(`/play/interactions/${outcome.id}?wait=5`);
      if (outcome.modal) this.fill(outcome);
      else if (outcome.state === "failed") this.note(outcome.error);
      if (outcome.refusals.length) console.warn("refused", outcome.refusals);
      return true;
    } catch (error) {
      this.note(error.message);
      return false;
    } finally {
      control?.classList.remove("busy");
    }
  }

  async fill(outcome) {
    const values = await ask(outcome.modal, document.body);
    if (values) this.act(null, "modal", { interaction: outcome.id, values });
  }

  note(text) {
    const node = el("p", {}, "⚠ ", text);
    this.notes.replaceChildren(node);
    setTimeout(() => node.remove(), 8000);
  }
}
