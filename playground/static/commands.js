// The bot's commands as a flat list, and a typed line read as one.

import { state } from "./state.js";

export function leaves(place) {
  const inDm = place?.type === 1;
  const found = [];
  for (const command of state.world.commands) {
    if (command.type !== 1) continue;
    if (inDm && command.dm_permission === false) continue;
    if (command.contexts && !command.contexts.includes(inDm ? 1 : 0)) continue;
    collect(command, [command.name], found);
  }
  return found;
}

function collect(part, words, found) {
  const branches = (part.options ?? []).filter((option) => option.type <= 2);
  if (branches.length) for (const branch of branches) collect(branch, [...words, branch.name], found);
  else found.push({ words: words.join(" "), description: part.description, options: part.options ?? [] });
}

// Those whose words hold every typed word, best first.
export function matching(place, typed) {
  const wanted = typed.toLowerCase().replace(/^\//, "").split(/\s+/).filter(Boolean);
  const all = leaves(place).filter((leaf) => wanted.every((word) => leaf.words.includes(word)));
  const rank = (leaf) => (leaf.words.startsWith(wanted.join(" ")) ? 0 : 1);
  return all.sort((a, b) => rank(a) - rank(b));
}

// "/cactpot place chip:7 space:b2" as { leaf, values }, or null.
export function parse(place, line) {
  const text = line.replace(/^\//, "").trim();
  const fits = leaves(place).filter((leaf) => text === leaf.words || text.startsWith(leaf.words + " "));
  const leaf = fits.sort((a, b) => b.words.length - a.words.length)[0];
  if (!leaf) return null;
  const rest = text.slice(leaf.words.length);
  const names = leaf.options.map((option) => option.name);
  const marks = [...rest.matchAll(/(?:^|\s)([\w-]+):/g)].filter((mark) => names.includes(mark[1]));
  const values = {};
  marks.forEach((mark, index) => {
    const end = marks[index + 1]?.index ?? rest.length;
    values[mark[1]] = rest.slice(mark.index + mark[0].length, end).trim();
  });
  return marks.length || !rest.trim() ? { leaf, values } : null;
}

// The commands that start something, for the first visit.
export function starters(place) {
  return leaves(place).filter((leaf) => leaf.words.split(" ").at(-1) === "new");
}
