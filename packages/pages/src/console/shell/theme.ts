export type Theme = "light" | "dark";

const storageKey = "a2agen.theme";

/** Shows a theme and keeps it, or shows the one that is kept; by default that of the system. */
export function switchTheme(wanted: Theme | "kept"): Theme {
  const kept = wanted === "kept" ? localStorage.getItem(storageKey) : wanted;
  if (kept !== "light" && kept !== "dark") {
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset["theme"] = kept;
  localStorage.setItem(storageKey, kept);
  return kept;
}
