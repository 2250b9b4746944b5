// The dialog a bot opens.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { state } from "./state.js";

// Resolves to the values by custom_id, or null when it is closed.
export function ask(modal, host) {
  return new Promise((resolve) => {
    const reads = {};
    const form = el("form", { method: "dialog" }, el("h3", {}, modal.title));
    for (const row of modal.components) {
      if (row.type === 10) form.append(el("div", { class: "text" }, markdown(row.content)));
      else form.append(field(row, reads));
    }
    let values = null;
    const cancel = el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel");
    form.append(el("div", { class: "row end" }, cancel, el("button", { class: "button primary" }, "Submit")));
    form.addEventListener("submit", () => {
      values = Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read()]));
    });
    const dialog = el("dialog", { class: "modal" }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(values);
    });
    host.append(dialog);
    dialog.showModal();
  });
}

function field(row, reads) {
  const part = row.type === 18 ? row.component : row.components[0];
  const label = row.type === 18 ? row.label : part.label;
  const required = part.required !== false;
  let input;
  if (part.type === 4) {
    input = part.style === 2 ? el("textarea", { rows: 4 }) : el("input", { type: "text" });
    input.value = part.value ?? "";
    input.placeholder = part.placeholder ?? "";
    if (part.max_length) input.maxLength = part.max_length;
    if (part.min_length) input.minLength = part.min_length;
    reads[part.custom_id] = () => input.value;
  } else {
    const options = part.type === 3 ? part.options : state.world.seats.map((someone) => ({ value: someone.id, label: someone.name }));
    input = el("select", { multiple: (part.max_values ?? 1) > 1 },
      required ? null : el("option", { value: "" }, ""),
      options.map((option) => el("option", { value: option.value, selected: option.default }, option.label)));
    reads[part.custom_id] = () => [...input.selectedOptions].map((option) => option.value).filter(Boolean);
  }
  input.required = required;
  input.name = part.custom_id;
  return el("label", { class: "field" }, el("span", {}, label, required && el("em", { title: "required" }, " *")),
    row.description && el("small", {}, row.description), input);
}
