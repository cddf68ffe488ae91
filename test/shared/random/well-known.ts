import type { Random } from "@a2agen/runtime/fakes";
import { create, type DescMessage, fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { randomFiniteDouble } from "./scalars.ts";
import { randomKey, randomString } from "./strings.ts";

const timestampSeconds = { low: -62135596800n, high: 253402300799n };
const durationSeconds = { low: -315576000000n, high: 315576000000n };

/** How deep lists and objects go inside a Struct, a Value or a ListValue. */
const maxJsonDepth = 4;

/**
 * A value of the well-known type, or undefined when the message is not one with a JSON form that
 * its fields do not show. Wrappers and Empty are made from their fields like any message. Any is
 * left unset: what it may hold depends on a registry.
 */
export function randomWellKnown(desc: DescMessage, random: Random): ReflectMessage | undefined {
  switch (desc.typeName) {
    case "google.protobuf.Timestamp":
      return build(desc, { seconds: randomSeconds(timestampSeconds, random), nanos: randomNanos(random) });
    case "google.protobuf.Duration":
      return build(desc, randomDuration(random));
    case "google.protobuf.FieldMask":
      return build(desc, { paths: random.list(0, 4, () => randomPath(random)) });
    case "google.protobuf.Struct":
      return reflect(desc, fromJson(desc, randomJsonObject(random, maxJsonDepth)));
    case "google.protobuf.Value":
      return reflect(desc, fromJson(desc, randomJsonValue(random, maxJsonDepth)));
    case "google.protobuf.ListValue":
      return reflect(desc, fromJson(desc, randomJsonArray(random, maxJsonDepth)));
    case "google.protobuf.Any":
      return reflect(desc);
    default:
      return undefined;
  }
}

/** Any JSON value, lists and objects nested at most `depth` deep. */
export function randomJsonValue(random: Random, depth: number): JsonValue {
  const kind = random.pick(["null", "boolean", "number", "string", "array", "object"] as const);
  switch (kind) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "number":
      return randomFiniteDouble(random);
    case "string":
      return randomString(random);
    case "array":
      return depth > 0 ? randomJsonArray(random, depth - 1) : [];
    case "object":
      return depth > 0 ? randomJsonObject(random, depth - 1) : {};
  }
}

function randomJsonArray(random: Random, depth: number): JsonValue[] {
  return random.list(0, 3, () => randomJsonValue(random, depth));
}

function randomJsonObject(random: Random, depth: number): JsonObject {
  // fromEntries defines own properties, also for "__proto__".
  return Object.fromEntries(random.list(0, 3, () => [randomKey(random), randomJsonValue(random, depth)]));
}

function build(desc: DescMessage, fields: Readonly<Record<string, unknown>>): ReflectMessage {
  const message = reflect(desc, create(desc));
  for (const [name, value] of Object.entries(fields)) {
    const field = desc.field[name];
    if (field === undefined) throw new Error(`${desc.typeName}: expected a field ${name}; found none`);
    if (field.fieldKind === "list") {
      const list = message.get(field);
      for (const item of value as readonly unknown[]) list.add(item);
    } else {
      message.set(field, value);
    }
  }
  return message;
}

function randomSeconds(range: { readonly low: bigint; readonly high: bigint }, random: Random): bigint {
  if (random.chance(0.3))
    return random.pick([range.low, range.low + 1n, -1n, 0n, 1n, range.high - 1n, range.high]);
  return random.bigint(range.low, range.high);
}

function randomNanos(random: Random): number {
  switch (random.pick(["none", "milli", "micro", "nano", "edge"] as const)) {
    case "none":
      return 0;
    case "milli":
      return random.integer(1, 999) * 1_000_000;
    case "micro":
      return random.integer(1, 999_999) * 1_000;
    case "nano":
      return random.integer(1, 999_999_999);
    case "edge":
      return random.pick([1, 999_999_999, 100_000_000, 999_000_000, 1_000_000, 1_000]);
  }
}

function randomDuration(random: Random): { readonly seconds: bigint; readonly nanos: number } {
  const seconds = randomSeconds(durationSeconds, random);
  // The range ends on a whole second.
  if (seconds === durationSeconds.low || seconds === durationSeconds.high) return { seconds, nanos: 0 };
  const nanos = randomNanos(random);
  const negative = seconds < 0n || (seconds === 0n && random.chance(0.5));
  // "-0" has no place in an integer field.
  return { seconds, nanos: negative && nanos !== 0 ? -nanos : nanos };
}

/** A path whose lowerCamelCase form leads back to it, which ProtoJSON asks for. */
function randomPath(random: Random): string {
  const name = (): string =>
    random.list(1, 3, () => random.pick(["a", "task", "id", "x1", "page2size"])).join("_");
  return random.list(1, 3, name).join(".");
}
