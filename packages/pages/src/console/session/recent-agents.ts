const storageKey = "a2agen.agents";

const maximumAgents = 6;

/** The URLs of agents that answered last. */
export function recentAgents(): readonly string[] {
  // Written below.
  return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as readonly string[];
}

/** Keeps the URL of an agent; not one with a query, which may hold a key. */
export function rememberAgent(url: string): void {
  if (url.includes("?")) return;
  const others = recentAgents().filter((each) => each !== url);
  localStorage.setItem(storageKey, JSON.stringify([url, ...others].slice(0, maximumAgents)));
}

/** "localhost:4000" as an address. */
export function withScheme(address: string): string {
  const text = address.trim();
  return text === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}
