// What the page knows: the world, what each seat has read, and the socket that keeps it fresh.

import { get, later } from "./dom.js";

export const state = { world: null, ahead: 0, read: {} };
const listeners = new Set();
const catching = new Set();
let socket = null;
let watched = [];

try {
  state.read = JSON.parse(localStorage.getItem("read") || "{}");
} catch {
  state.read = {};
}

export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emit(event) {
  for (const listener of [...listeners]) listener(event);
}

export function seat(id) {
  return state.world.seats.find((person) => person.id === id);
}

export function person(id) {
  return state.world.bot.id === id ? state.world.bot : seat(id);
}

export function channel(id) {
  return state.world.channels.find((place) => place.id === id);
}

// The channels a seat sees, in reading order: text channels each followed by its threads, then the DM.
export function channelsOf(seatId) {
  const all = state.world.channels;
  const texts = seat(seatId)?.in_guild ? all.filter((place) => place.type === 0) : [];
  const list = texts.flatMap((text) => [text, ...all.filter((place) => place.parent === text.id)]);
  return [...list, ...all.filter((place) => place.recipient === seatId)];
}

export function channelName(place) {
  if (place.type === 1) return state.world.bot.name;
  return place.name;
}

export function now() {
  return Date.now() / 1000 + state.ahead;
}

export function markRead(seatId, channelId) {
  const last = channel(channelId)?.last;
  const read = (state.read[seatId] ||= {});
  if (last && read[channelId] !== last) {
    read[channelId] = last;
    localStorage.setItem("read", JSON.stringify(state.read));
    emit({ t: "read" });
  }
}

export function unread(seatId, place) {
  return later(place.last, state.read[seatId]?.[place.id]);
}

export function pinged(seatId, place) {
  return later(state.world.pings[seatId]?.[place.id], state.read[seatId]?.[place.id]);
}

export async function loadWorld() {
  state.world = await get("/play/world");
  state.ahead = state.world.ahead;
}

export function watch(seatIds) {
  watched = seatIds;
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ seats: watched }));
}

export function connect() {
  socket = new WebSocket(`ws://${location.host}/play/live`);
  socket.addEventListener("open", () => {
    watch(watched);
    emit({ t: "online" });
    catchUp();
  });
  socket.addEventListener("message", (frame) => receive(JSON.parse(frame.data)));
  socket.addEventListener("close", () => {
    emit({ t: "offline" });
    setTimeout(connect, 1500);
  });
}

// What happened before the socket was open. What it tells meanwhile is newer, and is taken in once more.
async function catchUp() {
  const heard = [];
  catching.add(heard);
  try {
    await loadWorld();
  } finally {
    catching.delete(heard);
  }
  for (const event of heard) if (event.t !== "log") takeIn(event);
  emit({ t: "world" });
}

function receive(event) {
  for (const heard of catching) heard.push(event);
  takeIn(event);
  emit(event);
}

function takeIn(event) {
  const world = state.world;
  state.ahead = event.ahead;
  if (event.t === "last") {
    const place = channel(event.channel);
    if (place) place.last = event.last;
    for (const id of event.pinged) (world.pings[id] ||= {})[event.channel] = event.last;
  } else if (event.t === "channel_create" || event.t === "channel_update") {
    const index = world.channels.findIndex((place) => place.id === event.channel.id);
    if (index < 0) world.channels.push(event.channel);
    else world.channels[index] = event.channel;
  } else if (event.t === "channel_delete") {
    world.channels = world.channels.filter((place) => place.id !== event.channel.id);
  } else if (event.t === "commands") {
    world.commands = event.commands;
  } else if (event.t === "bot") {
    world.process = event.process;
  } else if (event.t === "log") {
    world.log = [...world.log, event.line].slice(-200);
  } else if (event.t === "world") {
    state.world = event.world;
  }
}
