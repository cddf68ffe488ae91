import { copyJson, setEntry } from "../core/copy-json.ts";
import { isObject } from "../core/object.ts";
import type { DataSide } from "./data-place.ts";
import type { SetInit } from "./extension.ts";
import { type AnyData, isOf } from "./find-data.ts";

type Entries = Record<string, unknown>;

export interface WriteInit extends SetInit {
  /** The URI of the extension, for errors. */
  readonly uri: string;
  readonly side: DataSide;
  readonly accesses: ReadonlyMap<string, AnyData>;
}

/**
 * A copy of what a side is about to send, with data on it: on its message or artifact if the data stands
 * there, otherwise on the event or the request itself. Throws a TypeError for data that has no place there.
 */
export function writeData(value: unknown, data: object, init: WriteInit): unknown {
  const copy = copyJson(toObject(value));
  const objects = [toMessage(copy), copy["artifact"], copy].filter(isObject) as Entries[];
  for (const [name, one] of Object.entries(data)) {
    if (one !== undefined) write(objects, { name, data: one }, init);
  }
  return copy;
}

function write(
  objects: readonly Entries[],
  { name, data }: { readonly name: string; readonly data: unknown },
  { uri, side, accesses, requested = [] }: WriteInit,
): void {
  const access = accesses.get(name);
  if (access === undefined || (access.from ?? side) !== side) {
    const names = [...accesses].flatMap(([one, { from = side }]) => (from === side ? [one] : []));
    throw new TypeError(`${uri}: expected data that the ${side} writes (${names.join(", ")}), got ${name}`);
  }
  const { placements = [] } = access;
  for (const object of objects) {
    const lacking = lackingIn(object);
    for (const field of lacking) object[field] = undefined;
    const fits = placements.some((one) => isOf(object, one));
    try {
      if (fits) access.set(object, data, { requested });
    } finally {
      for (const field of lacking) delete object[field];
    }
    if (fits) return;
  }
  const types = placements.map(({ typeName }) => typeName.slice(typeName.lastIndexOf(".") + 1));
  const hint = isObject(objects[0]?.["status"]) ? "; give the status a message" : "";
  throw new TypeError(`${uri}: ${name} stands on ${types.join(" or ")}, and there is none${hint}`);
}

/** A text is the message that it becomes. */
function toObject(value: unknown): Entries {
  return isObject(value) ? value : { parts: [{ text: value }] };
}

/** The message of a status or of a request, which may be a text as yet. */
function toMessage(value: Entries): unknown {
  const { status } = value;
  if (!isObject(status)) return value["message"];
  const { message } = status;
  if (message === undefined) return undefined;
  const made = toObject(message);
  setEntry(status as Entries, "message", made);
  return made;
}

/** Required fields that are filled in later, when it is sent. */
function lackingIn(object: Entries): readonly string[] {
  const fields =
    "parts" in object && !("artifactId" in object)
      ? ["messageId", "role"]
      : "status" in object || "artifact" in object
        ? ["taskId", "contextId"]
        : "metadata" in object && Object.keys(object).length === 1
          ? ["id", "status"]
          : [];
  return fields.filter((field) => !Object.hasOwn(object, field));
}
