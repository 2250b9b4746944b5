// One message as a seat sees it: who, when, text, pictures, components.

import { el, hue } from "./dom.js";
import { jump, markdown } from "./markdown.js";
import { person, state } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

export function avatar(someone, size = "") {
  const letter = [...(someone?.name || "?")].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "?";
  if (someone?.bot) return el("img", { class: "avatar " + size, src: "static/icon.svg", alt: "" });
  const node = el("span", { class: "avatar " + size, "aria-hidden": "true" }, letter.toUpperCase());
  node.style.setProperty("--hue", hue(someone?.id ?? "0"));
  return node;
}

// `column` offers: seatId, act(button, path, body), open(channelId, messageId), command(words).
export function render(message, column, compact) {
  const author = person(message.author.id) ?? { ...message.author, name: message.author.username };
  const when = new Date(message.timestamp);
  const mine = message.pinged.includes(column.seatId) && message.author.id !== column.seatId;
  const classes = ["message", compact && "compact", mine && "pinged", message.only && "ephemeral"];
  const body = el("div", { class: "body" });
  if (message.used) body.append(used(message.used));
  if (message.message_reference) body.append(el("div", { class: "used" }, "↱ a reply"));
  if (!compact) {
    body.append(el("div", { class: "who" },
      el("b", {}, author.name),
      author.bot && el("span", { class: "tag" }, "APP"),
      message.silent && el("span", { title: "Sent without a notification" }, "🔕"),
      el("time", { title: when.toLocaleString() }, when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })),
    ));
  }
  if (message.loading) body.append(el("p", { class: "thinking" }, `${author.name} is thinking`, el("i"), el("i"), el("i")));
  else if (message.failed) body.append(el("p", { class: "failure" }, message.failed));
  if (message.content) body.append(el("div", { class: "text" }, markdown(message.content)));
  body.append(...attachments(message.attachments), ...message.embeds.map(embed));
  for (const part of message.components) body.append(component(part, message, column));
  if (message.edited_timestamp) body.append(el("small", { class: "edited", title: message.edited_timestamp }, "(edited)"));
  if (message.thread) {
    body.append(el("button", { class: "thread", type: "button", onclick: () => column.open(message.thread.id) }, "↳ ", message.thread.name));
  }
  if (message.only) {
    body.append(el("div", { class: "private" }, "Only you can see this · ",
      el("button", { type: "button", class: "plain", onclick: () => column.act(null, "dismiss", { message: message.id }) }, "Dismiss message")));
  }
  const head = compact ? el("span", { class: "avatar gap" }) : avatar(author);
  const node = el("article", { class: classes.filter(Boolean).join(" "), data: { id: message.id } }, head, body);
  node.addEventListener("click", (event) => {
    const words = event.target.closest?.("[data-command]")?.dataset.command;
    if (words) column.command(words);
    const place = event.target.closest?.("[data-channel]")?.dataset;
    if (place) column.open(place.channel, place.message);
  });
  return node;
}

function used(who) {
  const someone = person(who.user);
  return el("div", { class: "used" }, avatar(someone, "tiny"), el("b", {}, someone?.name), " used ", el("span", { class: "mention" }, "/" + who.name));
}

function attachments(files) {
  const images = files.filter((file) => file.content_type?.startsWith("image/"));
  const others = files.filter((file) => !images.includes(file));
  const shown = images.map((file) => picture(file, file.description));
  return [shown.length && el("div", { class: "gallery n" + Math.min(shown.length, 3) }, shown), ...others.map(fileCard)].filter(Boolean);
}

function fileCard(file) {
  const name = file.filename ?? file.url?.split("/").at(-1).split("?")[0];
  return el("a", { class: "file", href: file.url, download: name }, "📄 ", name, file.size ? ` (${file.size.toLocaleString()} bytes)` : "");
}

function picture(media, alt) {
  const image = el("img", { src: media.url, alt: alt || "", loading: "lazy" });
  if (media.width) {
    image.setAttribute("width", media.width);
    image.setAttribute("height", media.height);
  }
  image.addEventListener("error", () => image.classList.add("dead"));
  const button = el("button", { type: "button", class: "picture", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture" }, image);
  if (alt) button.append(el("span", { class: "alt", title: alt }, "ALT"));
  button.addEventListener("click", () => enlarge(media.url, alt));
  return button;
}

function enlarge(url, alt) {
  const dialog = el("dialog", { class: "lightbox" }, el("img", { src: url, alt: alt || "" }), alt && el("p", {}, alt));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function embed(data) {
  const node = el("div", { class: "container embed" },
    data.title && el("h4", {}, markdown(data.title)),
    data.description && el("div", { class: "text" }, markdown(data.description)),
    (data.fields ?? []).map((field) => el("div", { class: "text" }, el("b", {}, field.name), markdown(field.value))),
    data.image && picture(data.image, data.description),
    data.footer && el("small", {}, data.footer.text));
  accent(node, data.color);
  return node;
}

function accent(node, colour) {
  if (typeof colour === "number") node.style.setProperty("--accent", "#" + colour.toString(16).padStart(6, "0"));
}

function component(part, message, column) {
  switch (part.type) {
    case 1:
      return el("div", { class: "row" }, part.components.map((child) => component(child, message, column)));
    case 2:
      return button(part, message, column);
    case 9:
      return el("div", { class: "section" },
        el("div", {}, part.components.map((child) => component(child, message, column))),
        component(part.accessory, message, column));
    case 10:
      return el("div", { class: "text" }, markdown(part.content));
    case 11:
      return el("div", { class: "thumbnail" }, veil(part, picture(part.media, part.description)));
    case 12:
      return el("div", { class: "gallery n" + Math.min(part.items.length, 3) },
        part.items.map((item) => veil(item, picture(item.media, item.description))));
    case 13:
      return fileCard(part.file);
    case 14:
      return part.divider === false ? el("div", { class: "space s" + part.spacing }) : el("hr", { class: "s" + part.spacing });
    case 17: {
      const node = el("div", { class: "container" }, part.components.map((child) => component(child, message, column)));
      accent(node, part.accent_color);
      return veil(part, node);
    }
    default:
      return [3, 5, 6, 7, 8].includes(part.type) ? select(part, message, column) : el("p", { class: "failure" }, `component ${part.type}`);
  }
}

function veil(part, node) {
  if (!part.spoiler) return node;
  const cover = el("div", { class: "veil" }, node);
  cover.addEventListener("click", (event) => {
    if (!cover.classList.contains("shown")) event.stopPropagation();
    cover.classList.add("shown");
  }, { capture: true });
  return cover;
}

function emoji(value) {
  return value ? (value.id ? `:${value.name}: ` : value.name + " ") : "";
}

function button(part, message, column) {
  const label = el("span", {}, emoji(part.emoji).trim(), part.emoji && part.label ? " " : "", part.label ?? "");
  if (part.style === 5) {
    const inside = jump(part.url);
    if (inside) return el("button", { type: "button", class: "button link", data: inside }, label, " ↗");
    return el("a", { class: "button link", href: part.url, target: "_blank", rel: "noopener noreferrer" }, label, " ↗");
  }
  const node = el("button", { type: "button", class: "button " + (STYLES[part.style] ?? "secondary"), disabled: part.disabled, data: { customId: part.custom_id } }, label);
  node.addEventListener("click", () => column.act(node, "click", { message: message.id, custom_id: part.custom_id }));
  return node;
}

function select(part, message, column) {
  const options = optionsOf(part);
  const many = (part.max_values ?? 1) > 1;
  const act = (values, node) => column.act(node, "select", { message: message.id, custom_id: part.custom_id, values });
  if (many) return checklist(part, options, act);
  const chosen = options.find((option) => option.default);
  const node = el("select", { class: "select", disabled: part.disabled, "aria-label": part.placeholder || "Choose", data: { customId: part.custom_id } },
    el("option", { value: "", selected: !chosen, disabled: true, hidden: true }, part.placeholder || "Make a selection"),
    options.map((option) => el("option", { value: option.value, selected: option === chosen },
      emoji(option.emoji) + option.label + (option.description ? ` · ${option.description}` : ""))));
  node.addEventListener("change", () => act([node.value], node));
  return node;
}

function optionsOf(part) {
  if (part.type === 3) return part.options;
  if (part.type === 8) return state.world.channels.filter((c) => c.type === 0).map((c) => ({ value: c.id, label: "#" + c.name }));
  return state.world.seats.filter((someone) => someone.in_guild).map((someone) => ({ value: someone.id, label: someone.name }));
}

function checklist(part, options, act) {
  const boxes = options.map((option) => el("input", { type: "checkbox", value: option.value, checked: Boolean(option.default), disabled: part.disabled }));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const summary = el("summary", {}, part.placeholder || "Make a selection");
  const send = el("button", { type: "button", class: "button primary", onclick: () => act(chosen(), send) }, "Done");
  const update = () => {
    const count = chosen().length;
    send.disabled = part.disabled || count < (part.min_values ?? 1) || count > part.max_values;
    const names = options.filter((_, index) => boxes[index].checked).map((option) => option.label);
    summary.textContent = names.join(", ") || part.placeholder || "Make a selection";
  };
  boxes.forEach((box) => box.addEventListener("change", update));
  update();
  return el("details", { class: "select many", data: { customId: part.custom_id } }, summary,
    options.map((option, index) => el("label", {}, boxes[index], " ", emoji(option.emoji), el("bdi", {}, option.label),
      option.description && el("small", {}, " " + option.description))), send);
}
