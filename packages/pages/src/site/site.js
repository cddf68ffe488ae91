// The script of a reference site: its menu on narrow pages, and its search. Without it every page can be read
// all the same.
const { root = "", version = "" } = document.documentElement.dataset;
document.documentElement.classList.add("scripted");

const nav = document.getElementById("nav");
const menu = document.querySelector("button.menu");

if (nav !== null && menu instanceof HTMLButtonElement) {
  menu.hidden = false;
  menu.addEventListener("click", () => {
    const isOpen = nav.classList.toggle("open");
    menu.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) nav.querySelector("a")?.focus();
  });
}

// A place in another version is the same place: fields keep their anchors.
for (const link of document.querySelectorAll(".versions a:not(.absent)")) {
  link.addEventListener("click", () => {
    if (link instanceof HTMLAnchorElement && link.hash === "") link.hash = location.hash;
  });
}

const place = document.querySelector(".search");
if (place instanceof HTMLElement) addSearch(place);

/** @param {HTMLElement} box */
function addSearch(box) {
  const input = document.createElement("input");
  const list = document.createElement("ul");
  const status = document.createElement("p");
  Object.assign(input, { type: "search", placeholder: "Search  /", autocomplete: "off", spellcheck: false });
  const attributes = {
    role: "combobox",
    "aria-label": "Search",
    "aria-keyshortcuts": "/",
    "aria-autocomplete": "list",
    "aria-controls": "results",
    "aria-expanded": "false",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  list.id = "results";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  status.setAttribute("role", "status");
  status.className = "unseen";
  box.append(input, list, status);
  box.hidden = false;

  let active = -1;
  const options = () => [...list.children];

  /** @param {number} index */
  function activate(index) {
    for (const [i, option] of options().entries()) option.setAttribute("aria-selected", String(i === index));
    active = index;
    const option = options()[index];
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    activate(-1);
  }

  async function show() {
    const query = input.value.trim();
    if (query === "") {
      status.textContent = "";
      return close();
    }
    const found = find(query, await loadIndex());
    if (query !== input.value.trim()) return undefined;
    list.replaceChildren(...found.map(toOption));
    status.textContent = found.length === 0 ? "Nothing found" : `${found.length} results`;
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    return activate(found.length === 0 ? -1 : 0);
  }

  /** @param {Element | undefined} option */
  function follow(option) {
    if (!(option instanceof HTMLElement)) return;
    close();
    location.href = `${root}${option.dataset["path"]}`;
  }

  input.addEventListener("focus", () => void loadIndex());
  input.addEventListener("input", () => void show());
  input.addEventListener("blur", () => setTimeout(close, 150));
  input.addEventListener("keydown", (event) => {
    const count = options().length;
    if (event.key === "Escape") close();
    else if (event.key === "Enter") follow(options()[active]);
    else if (event.key === "ArrowDown" && count > 0) activate((active + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) activate((active - 1 + count) % count);
    else return;
    event.preventDefault();
  });
  list.addEventListener("mousedown", (event) => {
    const { target } = event;
    event.preventDefault();
    if (target instanceof Element) follow(target.closest("li") ?? undefined);
  });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** @typedef {readonly [name: string, kind: string, version: string, path: string, text: string]} Row */

/** @type {Promise<readonly Row[]> | undefined} */
let index;

/** The index is a script, since pages that are files cannot fetch. */
function loadIndex() {
  index ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `${root}assets/search-index.js`;
    script.addEventListener("load", () =>
      resolve(/** @type {{ searchIndex?: readonly Row[] }} */ (globalThis).searchIndex ?? []),
    );
    script.addEventListener("error", () => resolve([]));
    document.head.append(script);
  });
  return index;
}

/**
 * @param {string} query
 * @param {readonly Row[]} rows
 */
function find(query, rows) {
  const words = query.toLowerCase().split(/\s+/);
  return rows
    .map((row) => ({ row, score: scoreOf(row, words) }))
    .filter(({ score }) => score < Infinity)
    .sort((a, b) => a.score - b.score)
    .slice(0, 30)
    .map(({ row }) => row);
}

/**
 * The lower, the better: the name itself, its beginning, a part of it, the description; then the version of
 * this page.
 * @param {Row} row
 * @param {readonly string[]} words
 */
function scoreOf([name, kind, of, , text], words) {
  const lower = name.toLowerCase();
  const last = lower.slice(lower.lastIndexOf(".") + 1);
  const description = text.toLowerCase();
  let score =
    (of === version || of === "" ? 0 : 0.5) + (["field", "value", "section"].includes(kind) ? 1.5 : 0);
  for (const word of words) {
    if (lower === word || last === word) score += 0;
    else if (lower.startsWith(word) || last.startsWith(word)) score += 1;
    else if (lower.includes(word)) score += 2;
    else if (description.includes(word)) score += 4;
    else return Infinity;
  }
  return score;
}

/**
 * @param {Row} row
 * @param {number} i
 */
function toOption([name, kind, of, path, text], i) {
  const option = document.createElement("li");
  option.id = `result-${i}`;
  option.dataset["path"] = path;
  option.setAttribute("role", "option");
  const parts = [
    ["strong", name],
    ["span", [kind, of].filter((part) => part !== "").join(", ")],
    ["small", text],
  ];
  for (const [tag = "span", content = ""] of parts) {
    const part = document.createElement(tag);
    part.textContent = content;
    option.append(part, " ");
  }
  return option;
}
