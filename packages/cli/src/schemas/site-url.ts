import { parseUrl } from "@a2agen/runtime/internal";
/** Why a URL cannot be that of a file of a static host; undefined for one that can. */
export function checkSiteUrl(value: string): string | undefined {
  const url = parseUrl(value);
  if (url === undefined) return "it is no absolute URL";
  if (url.protocol !== "https:" && url.protocol !== "http:") return `it begins with ${url.protocol}`;
  if (url.username !== "" || url.password !== "") return "it has a user or a password";
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(value)) return "it has a query or a fragment";
  if (url.href !== value) return `its normal form is ${url.href}`;
  const names = url.pathname.slice(1).split("/");
  const last = names.pop();
  const wrong = [...names, ...(last === "" || last === undefined ? [] : [last])].find(
    (name) => !isSafeName(name),
  );
  return wrong === undefined ? undefined : `its path has the name ${JSON.stringify(wrong)}`;
}

/** Whether a name of a directory or file is one on every system, and needs no escape in a URL. */
export function isSafeName(name: string): boolean {
  return /^[A-Za-z0-9_~@][A-Za-z0-9._~+@-]*$/.test(name) && !name.endsWith(".");
}

/** Where a URL's file lies in the tree of its host: "schemas/a2a-1.0/a2a.schema.json". */
export function sitePath(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** "https://host/schemas/a2a-1.0/" -> "https://host/schemas/"; the root is its own parent. */
export function parentUrl(directory: string): string {
  return new URL(new URL(directory).pathname === "/" ? "." : "..", directory).href;
}

/** The last name of a directory, "a2a-1.0"; the host for its root. */
export function lastName(directory: string): string {
  const { pathname, host } = new URL(directory);
  return pathname.split("/").findLast((name) => name !== "") ?? host;
}
