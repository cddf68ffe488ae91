import { setEntry } from "./copy-json.ts";
import { addProblem, addWrite, type Check, copyProblems, merge, type Problems } from "./problems.ts";

type Message = Record<string, unknown>;

/** A message before its fields were renamed: from one field on, in their order. */
interface Former {
  readonly message: Message;
  /** The number of fields before that one. */
  readonly first: number;
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

/** What a check has found, and what it has renamed. */
export interface Renamed {
  readonly found: Problems | undefined;
  readonly formers: readonly Former[];
}

interface Renaming {
  readonly formers: Former[];
  /** What was found in messages that have both names of a field. */
  refused?: Map<Message, Problems>;
}

// What the running check may do, as in trust.ts. Renaming at once, and taking that back from a refused value,
// takes a tenth of what it takes to check a copy of every message and to write that back.
let renaming: Renaming | undefined;

/** Runs a check that may put JSON names in the places of proto names. */
export function withRenaming(check: () => Problems | undefined): Renamed {
  const before = renaming;
  const formers: Former[] = [];
  renaming = { formers };
  try {
    return { found: check(), formers };
  } catch (error) {
    takeBack(formers);
    throw error;
  } finally {
    renaming = before;
  }
}

/** Gives the messages of a refused value the names back that they had. */
export function takeBack(formers: readonly Former[]): void {
  for (const { message, first, names, values } of formers.toReversed()) {
    removeAll(message, Object.keys(message).slice(first));
    names.forEach((name, at) => {
      setEntry(message, name, values[at]);
    });
  }
}

/**
 * Checks a message with the proto names of its fields replaced by their JSON names, which ProtoJSON
 * accepts too. `names` are the proto names, separated by spaces, or where a JSON name does not follow
 * from its proto name, JSON names by proto name.
 */
export function respelled(
  message: Message,
  check: Check,
  depth: number,
  names: string | Readonly<Record<string, string>>,
): Problems | undefined {
  // Only `is` does not allow it.
  if (renaming === undefined) return addWrite(undefined, () => undefined);
  const jsonNames = jsonNamesOf(names);
  // A message further out with a proto name has its fields checked twice.
  const known = renaming.refused?.get(message);
  if (known !== undefined) return copyProblems(known);
  const twice = findTwice(message, jsonNames);
  if (twice === undefined) {
    renaming.formers.push(rename(message, jsonNames));
    return check(message, depth);
  }
  // Left as it is: with one of the names gone, nothing would be wrong with it the second time.
  const copy = { ...message };
  rename(copy, jsonNames);
  const inner = check(copy, depth);
  const found = inner === undefined ? twice : merge(twice, inner);
  // Made when it is needed: making one takes a twentieth of reading a chunk of a stream.
  renaming.refused ??= new Map();
  renaming.refused.set(message, copyProblems(found));
  return found;
}

/** A problem for each field that has both names. */
function findTwice(message: Message, jsonNames: ReadonlyMap<string, string>): Problems | undefined {
  let found: Problems | undefined;
  for (const [name, jsonName] of jsonNames) {
    if (!Object.hasOwn(message, name) || !Object.hasOwn(message, jsonName)) continue;
    found = addProblem(found, jsonName, {
      code: "duplicate",
      message: `set twice, as ${jsonName} and ${name}`,
    });
  }
  return found;
}

function rename(message: Message, jsonNames: ReadonlyMap<string, string>): Former {
  const keys = Object.keys(message);
  const first = keys.findIndex((key) => jsonNames.has(key));
  const names = keys.slice(first);
  const values = names.map((name) => message[name]);
  try {
    removeAll(message, names);
  } catch (error) {
    // Those that could be deleted stood last.
    names.forEach((name, at) => {
      if (!Object.hasOwn(message, name)) setEntry(message, name, values[at]);
    });
    throw error;
  }
  names.forEach((name, at) => {
    setEntry(message, jsonNames.get(name) ?? name, values[at]);
  });
  return { message, first, names, values };
}

/** From the last one on: an object from which another property is taken is slow from then on. */
function removeAll(message: Message, names: readonly string[]): void {
  for (let at = names.length - 1; at >= 0; at--) {
    // Throws for a property that cannot be deleted.
    delete message[names[at]!];
  }
}

/** JSON names by proto name, which generated code gives as a constant text. */
const known = /* @__PURE__ */ new Map<string, ReadonlyMap<string, string>>();

function jsonNamesOf(names: string | Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  if (typeof names !== "string") return new Map(Object.entries(names));
  let jsonNames = known.get(names);
  if (jsonNames === undefined) {
    jsonNames = new Map(names.split(" ").map((name) => [name, toJsonName(name)]));
    known.set(names, jsonNames);
  }
  return jsonNames;
}

/** The JSON name that ProtoJSON gives a field which has no `json_name`. */
export function toJsonName(protoName: string): string {
  return protoName.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
}
