// The line at the bottom: plain text, or a slash command with its options.

import { matching, parse } from "./commands.js";
import { el, post } from "./dom.js";
import { channel, channelName, state } from "./state.js";

export class Composer {
  constructor(column) {
    this.column = column;
    this.picked = 0;
    this.node = el("form", { class: "composer", autocomplete: "off" });
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text();
  }

  // Plain text, with the list of commands once a / is typed.
  text(value = "") {
    this.leaf = null;
    const place = channel(this.column.channelId);
    const name = place ? (place.type === 1 ? "@" : "#") + channelName(place) : "";
    this.input = el("input", { type: "text", value, maxLength: 2000, placeholder: `Message ${name}, or / for commands`, "aria-label": "Message or command", role: "combobox" });
    this.list = el("ul", { class: "suggestions", role: "listbox", hidden: true });
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => setTimeout(() => { if (this.list) this.list.hidden = true; }, 200));
    this.input.addEventListener("focus", () => this.suggest());
    const slash = el("button", { type: "button", class: "slash", title: "Commands", "aria-label": "Show the commands", onclick: () => {
      this.input.value = "/";
      this.input.focus();
      this.suggest();
    } }, "/");
    this.node.replaceChildren(this.list, slash, this.input, el("button", { class: "send", title: "Send", "aria-label": "Send" }, "➤"));
  }

  suggest() {
    const typed = this.input.value;
    this.found = typed.startsWith("/") && !typed.includes(":") ? matching(channel(this.column.channelId), typed) : [];
    this.picked = Math.min(this.picked, Math.max(this.found.length - 1, 0));
    this.list.hidden = !this.found.length;
    this.list.replaceChildren(...this.found.map((leaf, index) => el("li", {
      role: "option", class: index === this.picked ? "picked" : "", "aria-selected": String(index === this.picked),
      onmousedown: (event) => { event.preventDefault(); this.choose(leaf); },
    }, el("b", {}, "/" + leaf.words), " ", leaf.options.map((option) => el("code", { class: option.required ? "" : "optional" }, option.name)),
    el("small", {}, leaf.description))));
    this.list.querySelector(".picked")?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (this.list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.picked = (this.picked + step + this.found.length) % this.found.length;
      this.suggest();
    } else if (event.key === "Tab" || (event.key === "Enter" && !parse(channel(this.column.channelId), this.input.value))) {
      event.preventDefault();
      this.choose(this.found[this.picked]);
    } else if (event.key === "Escape") {
      this.list.hidden = true;
    }
  }

  // A command: a field for each option.
  choose(leaf, values = {}) {
    this.leaf = leaf;
    this.list = null;
    this.fields = leaf.options.map((option) => this.field(option, values[option.name]));
    const close = el("button", { type: "button", class: "plain", title: "Cancel (Esc)", "aria-label": "Cancel the command", onclick: () => { this.text(); this.input.focus(); } }, "✕");
    this.help = el("p", { class: "help" });
    this.node.replaceChildren(
      el("div", { class: "command" },
        el("div", { class: "head" }, el("b", {}, "/" + leaf.words), el("small", {}, leaf.description), close),
        el("div", { class: "fields" }, this.fields.map((field) => field.node), el("button", { class: "button primary" }, "Send")),
        this.fields.length > 0 && this.help));
    this.node.onkeydown = (event) => {
      if (event.key === "Escape" && this.leaf) { this.text(); this.input.focus(); }
    };
    (this.fields[0]?.input ?? this.node.querySelector(".primary")).focus();
  }

  field(option, value) {
    let input;
    const choices = option.choices?.map((choice) => [choice.value, choice.name])
      ?? (option.type === 5 ? [["true", "Yes"], ["false", "No"]] : null)
      ?? (option.type === 6 ? [...state.world.seats, state.world.bot].map((someone) => [someone.id, someone.name]) : null)
      ?? (option.type === 7 ? state.world.channels.filter((place) => place.type === 0).map((place) => [place.id, "#" + place.name]) : null);
    const long = choices?.some(([, name]) => name.length > 14);
    const wrap = el("label", { class: "field" + (option.required ? " required" : "") + (long ? " long" : ""), title: option.description });
    if (choices) {
      input = el("select", {}, el("option", { value: "" }, option.required ? "choose…" : "–"), choices.map(([key, name]) => el("option", { value: String(key) }, name)));
    } else {
      input = el("input", { type: "text", inputMode: option.type === 4 ? "numeric" : "text", placeholder: option.required ? "" : "optional" });
    }
    if (value !== undefined) input.value = value;
    input.setAttribute("aria-description", option.description);
    // A phone has no pointer to rest on a field: what it is for is said below all of them.
    input.addEventListener("focus", () => this.help.replaceChildren(el("b", {}, option.name), " ", option.description));
    wrap.append(el("span", {}, option.name, option.required && el("em", {}, " *")), input);
    const field = { option, input, node: wrap, value: null };
    if (option.autocomplete) this.complete(field);
    return field;
  }

  // Suggestions from the bot while typing.
  complete(field) {
    const list = el("ul", { class: "suggestions small", role: "listbox", hidden: true });
    field.node.append(list);
    let timer = null;
    let round = 0;
    let picked = 0;
    let choices = [];
    const take = (choice) => {
      field.input.value = choice.name;
      field.value = choice.value;
      list.hidden = true;
      const next = this.fields[this.fields.indexOf(field) + 1];
      (next?.input ?? this.node.querySelector(".primary")).focus();
    };
    const show = () => {
      list.hidden = !choices.length;
      list.replaceChildren(...choices.map((choice, index) => el("li", {
        role: "option", class: index === picked ? "picked" : "",
        onmousedown: (event) => { event.preventDefault(); take(choice); },
      }, choice.name)));
      list.querySelector(".picked")?.scrollIntoView({ block: "nearest" });
    };
    const ask = async () => {
      const mine = ++round;
      const options = this.values();
      delete options[field.option.name];
      try {
        const outcome = await post(this.column.path("autocomplete"), {
          channel: this.column.channelId, command: this.leaf.words, focused: field.option.name, value: field.input.value, options,
        });
        if (mine !== round || document.activeElement !== field.input) return;
        choices = outcome.choices ?? [];
        if (outcome.error) this.column.note(outcome.error);
      } catch (error) {
        choices = [];
        this.column.note(error.message);
      }
      picked = 0;
      show();
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 120);
    };
    field.input.addEventListener("input", () => { field.value = null; soon(); });
    field.input.addEventListener("focus", soon);
    field.input.addEventListener("blur", () => setTimeout(() => (list.hidden = true), 200));
    field.input.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); picked = (picked + step + choices.length) % choices.length; show(); }
      else if (event.key === "Enter" || event.key === "Tab") {
        if (field.value === null && choices[picked]) { event.preventDefault(); take(choices[picked]); }
      } else if (event.key === "Escape") { event.stopPropagation(); list.hidden = true; }
    });
  }

  values() {
    const values = {};
    for (const { option, input, value } of this.fields) {
      const typed = value ?? input.value.trim();
      if (typed !== "") values[option.name] = typed;
    }
    return values;
  }

  async send() {
    const place = channel(this.column.channelId);
    if (!place) return;
    if (!this.leaf && !this.input.value.trim()) return;
    const line = this.leaf ? null : this.input.value.trim();
    let command = this.leaf ? { leaf: this.leaf, values: this.values() } : null;
    if (line?.startsWith("/")) {
      command = parse(place, line);
      if (!command) return this.column.note(`There is no ${line.split(" ")[0]} here.`);
    }
    const missing = command?.leaf.options.find((option) => option.required && command.values[option.name] === undefined);
    if (missing) {
      if (!this.leaf) this.choose(command.leaf, command.values);
      return this.fields.find((field) => field.option === missing)?.input.focus();
    }
    if (command) {
      const sent = await this.column.act(null, "slash", { channel: place.id, command: command.leaf.words, options: command.values });
      if (!sent) return;
    } else {
      try {
        await post(this.column.path("say"), { channel: place.id, text: line });
      } catch (error) {
        return this.column.note(error.message);
      }
    }
    this.text();
    this.input.focus();
  }
}
