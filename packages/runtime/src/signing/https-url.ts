/** Parses the URL of a key set; throws a TypeError that names it unless it is a plain one over HTTPS. */
export function readHttpsUrl(text: string, name: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError(`${name}: expected an https URL, got ${JSON.stringify(text)}`, { cause });
  }
  if (url.protocol !== "https:") {
    throw new TypeError(`${name}: expected an https URL, got ${JSON.stringify(text)}`);
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new TypeError(`${name}: expected a URL without user and fragment, got ${JSON.stringify(text)}`);
  }
  return url;
}
