// The script of a site: menu, theme, tabs, copying and search. Without it every page can be read.
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
  // The page that is open is in sight.
  const current = nav.querySelector('[aria-current="page"]');
  if (current !== null && nav.scrollHeight > nav.clientHeight) {
    nav.scrollTop =
      current.getBoundingClientRect().top - nav.getBoundingClientRect().top - nav.clientHeight / 3;
  }
}

const themeButton = document.querySelector("button.theme");
if (themeButton instanceof HTMLButtonElement) addTheme(themeButton);

/** @type {((kind: string, name: string | null) => void)[]} */
const allTabs = [];

for (const tabs of document.querySelectorAll(".tabs")) addTabs(tabs);
for (const code of document.querySelectorAll("figure.code")) addCopy(code);
addFilter();

// A place in another version is the same place: fields keep their anchors.
for (const link of document.querySelectorAll(".versions a:not(.absent)")) {
  link.addEventListener("click", () => {
    if (link instanceof HTMLAnchorElement && link.hash === "") link.hash = location.hash;
  });
}

const place = document.querySelector(".search");
if (place instanceof HTMLElement) addSearch(place);

/** @param {HTMLButtonElement} button */
function addTheme(button) {
  const { dataset } = document.documentElement;
  const isDark = () =>
    dataset["theme"] === undefined
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : dataset["theme"] === "dark";
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.hidden = false;
  button.addEventListener("click", () => {
    dataset["theme"] = isDark() ? "light" : "dark";
    remember("theme", dataset["theme"]);
    show();
  });
  show();
}

/**
 * @param {string} name
 * @param {string} value
 */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch (error) {
    // Browsers can refuse storage to pages that are files.
    console.debug(`${name} is not remembered:`, error);
  }
}

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Sections below one another become tabs. What is chosen once is chosen in all tabs of that kind.
 * @param {Element} tabs
 */
function addTabs(tabs) {
  if (!(tabs instanceof HTMLElement)) return;
  const panels = [...tabs.children].filter((child) => child instanceof HTMLElement);
  if (panels.length < 2) return;
  const kind = tabs.dataset["tabs"] ?? "";
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", kind);
  const buttons = panels.map((panel) => {
    const heading = panel.querySelector("h3, h5");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: heading?.textContent, id: `tab-${heading?.id}` });
    button.setAttribute("role", "tab");
    panel.id = `panel-${heading?.id}`;
    button.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    heading?.classList.add("unseen");
    return button;
  });
  /** @param {number} chosen */
  const choose = (chosen) => {
    for (const [i, panel] of panels.entries()) {
      panel.hidden = i !== chosen;
      buttons[i]?.setAttribute("aria-selected", String(i === chosen));
      buttons[i]?.setAttribute("tabindex", i === chosen ? "0" : "-1");
    }
  };
  for (const [i, button] of buttons.entries()) {
    button.addEventListener("click", () => {
      choose(i);
      remember(kind, button.textContent);
      for (const follow of allTabs) follow(kind, button.textContent);
    });
    button.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      const next = buttons[(i + step + buttons.length) % buttons.length];
      if (step === 0 || next === undefined) return;
      next.click();
      next.focus();
    });
  }
  /** @param {string | null} name */
  const find = (name) => buttons.findIndex(({ textContent }) => textContent === name);
  allTabs.push((chosenKind, name) => {
    const at = chosenKind === kind ? find(name) : -1;
    if (at !== -1) choose(at);
  });
  list.append(...buttons);
  tabs.prepend(list);
  const linked = panels.findIndex(
    (panel) => location.hash !== "" && panel.querySelector(location.hash) !== null,
  );
  choose(Math.max(0, linked === -1 ? find(recall(kind)) : linked));
}

/** @param {Element} code */
function addCopy(code) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
  const copy = async () => {
    await navigator.clipboard.writeText(code.querySelector("pre")?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  };
  button.addEventListener("click", () => void copy());
  if ("clipboard" in navigator) code.append(button);
}

/** A list of changes has a switch for those that break something. */
function addFilter() {
  const place = document.querySelector(".filters");
  if (!(place instanceof HTMLElement)) return;
  const box = document.createElement("input");
  box.type = "checkbox";
  const label = document.createElement("label");
  label.append(box, " Only what breaks");
  place.append(label);
  place.hidden = false;
  box.addEventListener("change", () => document.body.classList.toggle("only-breaks", box.checked));
}

/** @param {HTMLElement} box */
function addSearch(box) {
  const input = document.createElement("input");
  const list = document.createElement("ul");
  const status = document.createElement("p");
  Object.assign(input, { type: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  const attributes = {
    role: "combobox",
    "aria-label": "Search",
    "aria-keyshortcuts": "/ Control+K Meta+K",
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
  const key = document.createElement("kbd");
  key.textContent = "/";
  box.append(input, key, list, status);
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
    const isModified = event.ctrlKey || event.metaKey;
    const isSlash = event.key === "/" && !isTyping && !isModified && !event.altKey;
    if (!isSlash && !(isModified && event.key.toLowerCase() === "k")) return;
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

/** @typedef {{ row: Row, versions: string[], score: number }} Hit */

/**
 * One hit for each name, whatever number of versions has it.
 * @param {string} query
 * @param {readonly Row[]} rows
 * @returns {Hit[]}
 */
function find(query, rows) {
  const words = query.toLowerCase().split(/\s+/);
  /** @type {Map<string, Hit>} */
  const hits = new Map();
  for (const row of rows) {
    const score = scoreOf(row, words);
    if (score === Infinity) continue;
    const [name, kind, of, path] = row;
    const key = of === "" ? path : `${kind} ${name}`;
    const hit = hits.get(key);
    if (hit === undefined) hits.set(key, { row, versions: [of], score });
    else {
      hit.versions.push(of);
      // The version of the page is followed.
      if (of === version) hit.row = row;
      hit.score = Math.min(hit.score, score);
    }
  }
  // The current version is the first of the index.
  const here = version || rows[0]?.[2] || "";
  for (const hit of hits.values()) {
    if (!hit.versions.some((of) => of === "" || of === here)) hit.score += 15;
  }
  return [...hits.values()].sort((a, b) => a.score - b.score).slice(0, 30);
}

/** Types and pages come before what is in them. */
const kinds = ["operation", "message", "union", "enum", "guide", "section", "field", "value"];

/**
 * The lower, the better: where the words are, then the kind, then how much of the name they are.
 * @param {Row} row
 * @param {readonly string[]} words
 */
function scoreOf([name, kind, , , text], words) {
  const lower = name.toLowerCase();
  const last = lower.slice(lower.lastIndexOf(".") + 1);
  const description = text.toLowerCase();
  const isPart = kind === "field" || kind === "value" || kind === "section";
  let score = kinds.indexOf(kind) + lower.length / 100;
  for (const word of words) {
    if (lower === word || (isPart && last === word)) score += isPart ? 30 : 0;
    else if (lower.startsWith(word)) score += isPart ? 40 : 10;
    else if (lower.includes(word)) score += isPart ? 50 : 20;
    else if (description.includes(word)) score += 100;
    else return Infinity;
  }
  return score;
}

/**
 * @param {Hit} hit
 * @param {number} i
 */
function toOption({ row: [name, kind, , path, text], versions }, i) {
  const option = document.createElement("li");
  option.id = `result-${i}`;
  option.dataset["path"] = path;
  option.setAttribute("role", "option");
  const parts = [
    ["strong", name],
    ["span", [kind, ...versions].filter((part) => part !== "").join(", ")],
    ["small", text],
  ];
  for (const [tag = "span", content = ""] of parts) {
    const part = document.createElement(tag);
    part.textContent = content;
    option.append(part, " ");
  }
  return option;
}
