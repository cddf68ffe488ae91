import { capitalize } from "./casing.ts";
import { isInheritedName } from "./identifiers.ts";
import { uniqueName } from "./unique-name.ts";

/** Names that mean something to JavaScript wherever an object has a member that is called so. */
const meaningful: ReadonlySet<string> = new Set(["constructor", "new", "prototype", "then", "toJSON"]);

/**
 * The members of a service's interface, by the names of its methods in the proto: "SendMessage" is
 * "sendMessage". A name that every object has, or that would make a promise of the object, ends in
 * "$"; the later of two that come out the same ends in a number.
 */
export function toMethodNames(protoNames: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    protoNames.map((protoName) => {
      const camelCase = toCamelCase(protoName);
      const wanted = isInheritedName(camelCase) || meaningful.has(camelCase) ? `${camelCase}$` : camelCase;
      const name = uniqueName(wanted, taken);
      taken.add(name);
      return [protoName, name];
    }),
  );
}

/** "GetTask" -> "getTask", "HTTPGet" -> "httpGet", "get_task" -> "getTask". */
function toCamelCase(name: string): string {
  const joined = name
    .split("_")
    .filter((word) => word !== "")
    .map((word, i) => (i === 0 ? word : capitalize(word)))
    .join("");
  // A word in capitals ends before the capital that begins the next word.
  const camelCase = joined.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (head) => head.toLowerCase());
  return /^[A-Za-z]/.test(camelCase) ? camelCase : `_${camelCase}`;
}
