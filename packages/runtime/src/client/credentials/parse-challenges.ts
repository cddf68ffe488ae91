import type { Challenge } from "../contract/connect-options.ts";

/** Most characters that are read: what follows has nothing to say. */
const maximumLength = 8192;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** A parameter with its value, or else the name of a scheme. */
const item = new RegExp(`[\\s,]*(${token})(?:\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token})))?`, "y");

/** Reads values of WWW-Authenticate, each of which may have several challenges (RFC 9110, 11.6.1). */
export function parseChallenges(values: readonly string[]): readonly Challenge[] {
  return values.flatMap(parseValue);
}

function parseValue(whole: string): readonly Challenge[] {
  const value = whole.slice(0, maximumLength);
  const found: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  item.lastIndex = 0;
  for (let match = item.exec(value); match !== null; match = item.exec(value)) {
    const [, name = "", quoted, plain] = match;
    const text = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
    if (text === undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else found.at(-1)?.parameters.set(name.toLowerCase(), text);
  }
  return found.map(({ scheme, parameters }) => toChallenge(scheme, parameters));
}

function toChallenge(scheme: string, parameters: ReadonlyMap<string, string>): Challenge {
  const error = parameters.get("error");
  const resourceMetadata = parameters.get("resource_metadata");
  return {
    scheme,
    scopes: parameters.get("scope")?.split(" ").filter(Boolean) ?? [],
    ...(error !== undefined && { error }),
    ...(resourceMetadata !== undefined && { resourceMetadata }),
    parameters: Object.fromEntries(parameters),
  };
}
