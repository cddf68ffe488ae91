import type { JsonObject, JsonValue } from "../../core/json.ts";
import { isObject } from "../../core/object.ts";
import type { Step, Trace } from "./trace.ts";

/** How a version that takes only objects holds another value: as a property, marked in the metadata. */
export interface Wrapping {
  readonly property: string;
  readonly mark?: string;
}

interface ObjectInit {
  readonly value: JsonObject;
  readonly metadata: JsonObject | undefined;
}

interface ValueInit {
  readonly value: JsonValue;
  readonly metadata: JsonObject | undefined;
}

/** Takes out what `wrapValue` put into an object. */
export function unwrapValue(given: ObjectInit, { property, mark }: Required<Wrapping>): ValueInit {
  const { value, metadata } = given;
  if (!isMarked(metadata, mark)) return given;
  const inner =
    Object.hasOwn(value, property) && Object.keys(value).length === 1 ? value[property] : undefined;
  if (inner === undefined || isObject(inner)) return given;
  const rest = Object.entries(metadata).filter(([name]) => name !== mark);
  return { value: inner, metadata: rest.length === 0 ? undefined : Object.fromEntries(rest) };
}

/** Wraps a value in an object unless it is one. */
export function wrapValue(
  trace: Trace,
  step: Step,
  given: ValueInit,
  { property, mark }: Wrapping,
): ObjectInit {
  const { value, metadata } = given;
  if (isObject(value)) {
    if (mark !== undefined && isMarked(metadata, mark))
      trace.lose(step, `${JSON.stringify(mark)} in the metadata says that the object stands in for a value`);
    return { value, metadata };
  }
  const fits = !isDeeperThan(deepest - 1, value);
  if (!fits)
    trace.replace(step, `expected at most ${deepest - 1} levels of lists and objects; null stands in`);
  const marked = mark === undefined ? "" : `, marked by ${JSON.stringify(mark)} in the metadata`;
  trace.replace(
    step,
    `expected an object; one with the value as ${JSON.stringify(property)} stands in${marked}`,
  );
  return {
    value: { [property]: fits ? value : null },
    metadata:
      mark === undefined ? metadata : Object.fromEntries([...Object.entries(metadata ?? {}), [mark, true]]),
  };
}

/** How deep JSON may be that codecs accept. */
const deepest = 100;

/** Whether a value has more levels of objects and lists; looks no deeper than that. */
function isDeeperThan(levels: number, value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner: JsonValue) => isDeeperThan(levels - 1, inner));
}

function isMarked(metadata: JsonObject | undefined, mark: string): metadata is JsonObject {
  return metadata !== undefined && Object.hasOwn(metadata, mark) && metadata[mark] === true;
}
