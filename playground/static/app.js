// The page: seats at the top, a column for each seat shown, the panel behind the gear.

import { Column } from "./column.js";
import { el, post } from "./dom.js";
import { tick } from "./markdown.js";
import { avatar } from "./message.js";
import { Panel, theme } from "./panel.js";
import { channelName, channelsOf, connect, listen, loadWorld, pinged, seat, state, unread, watch } from "./state.js";

const at = (id) => document.getElementById(id);
const columns = [];
let active = null;
let offline = false;
const panel = new Panel(at("panel"));

// "#Ann+Bo" and "#Ann:games+Bo:dm": who is shown and where.
function wanted() {
  const parts = decodeURIComponent(location.hash.slice(1)).split("+").filter(Boolean);
  return parts.map((part) => {
    const cut = part.lastIndexOf(":");
    const find = (name) => state.world.seats.find((someone) => [someone.username, someone.id, someone.name.toLowerCase()].includes(name.toLowerCase()));
    const someone = find(part) ?? (cut > 0 ? find(part.slice(0, cut)) : null);
    return someone && { someone, place: cut > 0 ? part.slice(cut + 1) : "" };
  }).filter(Boolean);
}

function home(seatId, name) {
  const places = channelsOf(seatId);
  // A DM has no name, so nothing to look for must find nothing.
  const found = !name ? null : name === "dm" ? places.find((place) => place.type === 1) : places.find((place) => place.name === name || place.id === name);
  return (found ?? places.find((place) => place.name === "games") ?? places[0])?.id;
}

function writeHash() {
  const parts = columns.map((column) => {
    const someone = seat(column.seatId);
    const place = state.world.channels.find((other) => other.id === column.channelId);
    const label = /^[\w .-]+$/.test(someone.name) ? someone.name : someone.username;
    if (!place || place.name === "games") return label;
    return `${label}:${place.type === 1 ? "dm" : place.type === 0 ? place.name : place.id}`;
  });
  const hash = "#" + encodeURI(parts.join("+"));
  if (decodeURIComponent(hash) !== decodeURIComponent(location.hash)) history.replaceState(null, "", hash);
}

function show(seatId, { beside = false, place = "" } = {}) {
  const shown = columns.find((column) => column.seatId === seatId);
  if (shown) {
    if (place) shown.open(home(seatId, place));
    return activate(shown);
  }
  const column = new Column(seatId, home(seatId, place), () => close(column));
  const index = columns.indexOf(active);
  if (beside || index < 0) {
    columns.splice(index + 1 || columns.length, 0, column);
    if (index < 0) at("columns").append(column.node);
    else active.node.after(column.node);
  } else {
    active.node.replaceWith(column.node);
    columns[index] = column;
  }
  activate(column);
  watch(columns.map((other) => other.seatId));
}

function close(column) {
  if (columns.length < 2) return;
  const index = columns.indexOf(column);
  columns.splice(index, 1);
  column.node.remove();
  activate(columns[Math.max(index - 1, 0)]);
  watch(columns.map((other) => other.seatId));
}

function activate(column) {
  active = column;
  for (const other of columns) other.node.classList.toggle("active", other === column);
  at("columns").classList.toggle("several", columns.length > 1);
  column.read();
  seats();
  writeHash();
}

// The seat switcher: a click swaps the active column, + opens the seat beside it.
function seats() {
  at("seats").replaceChildren(...state.world.seats.map((someone) => {
    const places = channelsOf(someone.id);
    const column = columns.find((other) => other.seatId === someone.id);
    const rest = places.filter((place) => place.id !== column?.channelId);
    const dm = rest.find((place) => place.type === 1 && unread(someone.id, place));
    const rung = rest.find((place) => place.type !== 1 && pinged(someone.id, place));
    const why = [dm && `${someone.name} has a new DM`, rung && `${someone.name} is pinged in #${channelName(rung)}`].filter(Boolean).join("; ");
    const tab = el("button", { type: "button", class: "seat" + (column ? " shown" : "") + (column === active ? " active" : ""), title: why || someone.name,
      onclick: () => show(someone.id, { place: dm && !rung ? "dm" : "" }) },
      avatar(someone, "small"), el("span", { class: "name" }, someone.name),
      dm && el("span", { class: "badge", "aria-label": why }, "✉"), rung && el("span", { class: "badge", "aria-label": why }, "!"));
    const beside = !column && el("button", { type: "button", class: "beside", title: `Show ${someone.name} side by side`, "aria-label": `Show ${someone.name} side by side`, onclick: () => show(someone.id, { beside: true }) }, "+");
    return el("span", { class: "tab" }, tab, beside);
  }));
}

function status() {
  const { process } = state.world;
  const word = offline ? "playground is away" : process.connected ? "bot online" : process.running || !process.managed ? "bot is connecting…" : "bot stopped";
  at("status").className = offline || (process.managed && !process.running) ? "bad" : process.connected ? "good" : "busy";
  at("status").textContent = word;
  at("status").title = word;
  const banner = at("banner");
  const ended = !offline && process.managed && !process.running && process.code !== null;
  banner.hidden = !(ended || offline);
  if (offline) banner.replaceChildren("The playground is not running. Start it again (make play); this page comes back by itself.");
  else if (ended) {
    const last = state.world.log.at(-1)?.replace(/\x1b\[[0-9;]*m/g, "") ?? "";
    const code = process.code < 0 ? `killed by signal ${-process.code}` : `exit code ${process.code}`;
    banner.replaceChildren(el("span", {}, `The bot has stopped (${code}). `, last && process.code > 0 ? el("code", {}, last) : ""),
      el("button", { type: "button", class: "button primary", onclick: () => post("/control/bot", { do: "start" }) }, "Restart bot"));
  }
}

async function start() {
  theme();
  await loadWorld();
  const first = wanted();
  if (!first.length) first.push({ someone: state.world.seats[0], place: "" });
  for (const { someone, place } of first) show(someone.id, { beside: true, place });
  if (columns.length) activate(columns[0]);
  status();
  listen((event) => {
    if (event.t === "online" || event.t === "offline") offline = event.t === "offline";
    for (const column of [...columns]) column.hear(event);
    panel.hear(event);
    if (["bot", "online", "offline", "world", "log"].includes(event.t)) status();
    if (["last", "read", "world", "channel_create", "channel_delete"].includes(event.t)) seats();
    if (event.t === "hash") writeHash();
    if (event.t === "complaint") active?.note(event.text);
  });
  connect();
  setInterval(tick, 1000);
  at("gear").addEventListener("click", () => panel.toggle());
  at("columns").addEventListener("pointerdown", (event) => {
    const column = columns.find((other) => other.node.contains(event.target));
    if (column && column !== active) activate(column);
  });
  document.addEventListener("visibilitychange", () => columns.forEach((column) => column.read()));
  window.addEventListener("hashchange", () => {
    const parts = wanted();
    if (!parts.length) return;
    for (const column of [...columns]) column.node.remove();
    columns.length = 0;
    active = null;
    for (const { someone, place } of parts) show(someone.id, { beside: true, place });
    activate(columns[0]);
  });
  // Whoever types without choosing a field means the active composer.
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea, select, dialog")) active?.composer.input?.focus();
  });
  document.body.dataset.ready = "yes";
}

start().catch((error) => {
  document.body.prepend(el("p", { class: "failure" }, `The page could not start: ${error.message}`));
  throw error;
});
