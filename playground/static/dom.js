// Small helpers. Text only ever becomes text nodes: nothing here parses HTML.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key in node && key !== "list" && key !== "type" && key !== "width" && key !== "height") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Ids are too long for numbers; of two with equal length the text order is the order of time.
export function later(a, b) {
  if (!b) return Boolean(a);
  if (!a) return false;
  return a.length === b.length ? a > b : a.length > b.length;
}

export function hue(id) {
  return Number(BigInt(id) % 997n) * 47 % 360;
}

export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

export async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await response.json();
  if (!response.ok) throw new Error(data.error || response.statusText);
  return data;
}
