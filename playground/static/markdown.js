// Discord's markdown, the part bots use, made into DOM nodes.

import { el } from "./dom.js";
import { channel, now, person } from "./state.js";

const ESCAPED = /^\\([\\`*_~|>#\[\]()<:\-.!@+=])/;
const RULES = [
  [ESCAPED, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => el("code", {}, m[2])],
  [/^<@!?(\d+)>/, (m) => mention("@" + (person(m[1])?.name ?? "unknown"))],
  [/^<@&(\d+)>/, () => mention("@role")],
  [/^<#(\d+)>/, (m) => el("span", { class: "mention jump", data: { channel: m[1] } }, "#" + (channel(m[1])?.name ?? "unknown"))],
  [/^<\/([^:>]{1,100}):\d+>/, (m) => el("span", { class: "mention command", data: { command: m[1] } }, "/" + m[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => time(Number(m[1]), m[2] || "f")],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^@(everyone|here)\b/, (m) => mention("@" + m[1])],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, seat) => link(m[2], inline(m[1], seat))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m) => link(m[0], m[0])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, seat) => el("strong", {}, el("em", {}, inline(m[1], seat)))],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/s, (m, seat) => el("strong", {}, inline(m[1], seat))],
  [/^__((?:\\.|[^\\])+?)__(?!_)/s, (m, seat) => el("u", {}, inline(m[1], seat))],
  [/^~~((?:\\.|[^\\])+?)~~/s, (m, seat) => el("s", {}, inline(m[1], seat))],
  [/^\|\|((?:\\.|[^\\])+?)\|\|/s, (m, seat) => spoiler(inline(m[1], seat))],
  [/^\*(?=\S)((?:\\.|\*\*|[^*\\])+?)(?<=\S)\*(?!\*)/s, (m, seat) => el("em", {}, inline(m[1], seat))],
  [/^_((?:\\.|[^_\\])+?)_(?![\w])/s, (m, seat) => el("em", {}, inline(m[1], seat))],
];
const PLAIN = /^[^\\`<@\[h*_~|]+/;

function mention(text) {
  return el("span", { class: "mention" }, text);
}

// A link to a message or channel of Discord's opens here.
export function jump(href) {
  const found = /^https?:\/\/(?:\w+\.)?(?:discord\.com|127\.0\.0\.1(?::\d+)?)\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(href);
  return found ? { channel: found[1], message: found[2] ?? "" } : null;
}

function link(href, content) {
  const inside = jump(href);
  if (inside) return el("span", { class: "mention jump", data: inside }, content === href ? "#" + (channel(inside.channel)?.name ?? "unknown") : content);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer nofollow" }, content);
}

function spoiler(content) {
  const node = el("span", { class: "spoiler", tabIndex: 0, title: "Show" }, content);
  node.addEventListener("click", () => node.classList.add("shown"));
  return node;
}

export function inline(text) {
  const nodes = [];
  let plain = "";
  let before = "";
  while (text) {
    let taken = null;
    // An underscore or h within a word starts nothing: snake_case, xhttp.
    const inWord = /\w/.test(before);
    for (const [pattern, make] of RULES) {
      const found = pattern.exec(text);
      if (found && !(inWord && (found[0][0] === "_" && found[0][1] !== "_" || found[0][0] === "h"))) {
        taken = found[0];
        if (plain) nodes.push(plain);
        plain = "";
        nodes.push(make(found));
        break;
      }
    }
    if (taken === null) {
      taken = PLAIN.exec(text)?.[0] ?? [...text][0];
      plain += taken;
    }
    before = taken.at(-1);
    text = text.slice(taken.length);
  }
  if (plain) nodes.push(plain);
  return nodes.flat();
}

// A whole message: code blocks, then line by line.
export function markdown(text) {
  const nodes = [];
  for (const [index, part] of String(text).split(/```/).entries()) {
    const closed = index % 2 === 1;
    if (closed) {
      const body = part.replace(/^(\w+)?\n/, "").replace(/\n$/, "");
      nodes.push(el("pre", {}, el("code", {}, body)));
    } else if (part) {
      nodes.push(...lines(part.replace(index ? /^\n/ : /^$/, "")));
    }
  }
  return nodes;
}

function lines(text) {
  const nodes = [];
  let paragraph = null;
  let list = null;
  let quote = null;
  for (const line of text.split("\n")) {
    const heading = /^(#{1,3}) +(.+)/.exec(line);
    const small = /^-# +(.+)/.exec(line);
    const item = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)/.exec(line);
    const quoted = /^> ?(.*)/.exec(line);
    if (heading || small || item || quoted) paragraph = null;
    if (!item) list = null;
    if (!quoted) quote = null;
    if (heading) nodes.push(el("h" + (heading[1].length + 1), {}, inline(heading[2])));
    else if (small) nodes.push(el("small", { class: "subtext" }, inline(small[1])));
    else if (item) {
      const tag = item[2] ? "ol" : "ul";
      if (!list || list.localName !== tag) {
        list = el(tag, tag === "ol" ? { start: Number(item[2]) } : {});
        nodes.push(list);
      }
      list.append(el("li", { class: item[1].length > 1 ? "inner" : "" }, inline(item[3])));
    } else if (quoted) {
      if (quote) quote.append(el("br"));
      else nodes.push((quote = el("blockquote")));
      quote.append(...inline(quoted[1]));
    } else {
      if (paragraph) paragraph.append(el("br"));
      else nodes.push((paragraph = el("p")));
      paragraph.append(...inline(line));
    }
  }
  return nodes.filter((node) => node.localName !== "p" || node.textContent.trim() !== "");
}

// <t:...> times: the relative ones are kept fresh by `tick`.
const FORMATS = {
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  d: { year: "numeric", month: "2-digit", day: "2-digit" },
  D: { year: "numeric", month: "long", day: "numeric" },
  f: { year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" },
  F: { weekday: "long", year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function ago(unix) {
  const distance = unix - now();
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS.at(-1);
  return relative.format(Math.round(distance / size), unit);
}

function time(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return "unknown time";
  const full = date.toLocaleString("en", FORMATS.F);
  const text = style === "R" ? ago(unix) : date.toLocaleString("en", FORMATS[style]);
  return el("time", { title: full, dateTime: date.toISOString(), data: style === "R" ? { unix } : {} }, text);
}

export function tick() {
  for (const node of document.querySelectorAll("time[data-unix]")) {
    const text = ago(Number(node.dataset.unix));
    if (node.textContent !== text) node.textContent = text;
  }
}
