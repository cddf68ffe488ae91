import type { Random } from "@a2agen/runtime/fakes";
import type { DescMessage, JsonObject, JsonValue } from "@bufbuild/protobuf";
import { isJsonObject, setOwn } from "./json.ts";
import { walkPositions } from "./positions.ts";

/** Texts that are nearly a timestamp, each wrong or unusual in one way. */
const timestamps: readonly string[] = [
  "2024-02-29T12:34:56Z",
  "2023-02-29T12:34:56Z",
  "1900-02-29T00:00:00Z",
  "2024-04-31T00:00:00Z",
  "2024-00-10T00:00:00Z",
  "2024-13-01T00:00:00Z",
  "2024-01-00T00:00:00Z",
  "2024-01-01T24:00:00Z",
  "2024-01-01T25:00:00Z",
  "2024-01-01T23:60:00Z",
  "2024-01-01T23:59:60Z",
  "2024-01-01T00:00:00.Z",
  "2024-01-01T00:00:00.5Z",
  "2024-01-01T00:00:00.120000Z",
  "2024-01-01T00:00:00.000Z",
  "2024-01-01T00:00:00.1234567891Z",
  "2024-01-01T00:00:00,5Z",
  "2024-01-01T00:00:00",
  "2024-01-01T00:00Z",
  "2024-01-01t00:00:00z",
  "2024-01-01 00:00:00Z",
  " 2024-01-01T00:00:00Z",
  "2024-01-01T00:00:00+02:00",
  "2024-01-01T00:00:00.25-11:30",
  "2024-01-01T00:00:00-00:00",
  "2024-01-01T00:00:00+0200",
  "2024-01-01T00:00:00+25:00",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59.999999999Z",
  "9999-12-31T23:59:59-01:00",
  "10000-01-01T00:00:00Z",
  "+2024-01-01T00:00:00Z",
  "2024-01-01",
];

/** Texts that are nearly a duration. */
const durations: readonly string[] = [
  "1s",
  "-0s",
  "0.5s",
  "-0.5s",
  "-0.000s",
  "1.50s",
  "+1s",
  "01s",
  "1.s",
  ".5s",
  "-.5s",
  "1e3s",
  "1.000000000s",
  "1.0000000001s",
  "315576000000s",
  "315576000000.5s",
  "315576000001s",
  "-315576000001s",
  "9223372036854775808s",
  "1sec",
  "1S",
  "1 s",
  "1",
  "s",
];

/** Numbers, and texts that are nearly numbers. */
const numbers: readonly JsonValue[] = [
  0,
  1,
  -1,
  1.5,
  99,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  0.1,
  1e39,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "0",
  "1",
  "-1",
  "-0",
  "01",
  "+1",
  " 1",
  "1 ",
  "1.0",
  "1.5",
  "1e3",
  "1e400",
  "0x10",
  "0b1",
  "1_000",
  "1n",
  "2147483648",
  "-2147483649",
  "4294967296",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "18446744073709551616",
  "NaN",
  "Infinity",
  "-Infinity",
  "nan",
  "inf",
];

/** Texts that are nearly base64. */
const base64: readonly string[] = [
  "A",
  "AA",
  "AAA",
  "AAAA",
  "AA=",
  "AB==",
  "AA==AA==",
  "A-_/",
  "AA A",
  "A===",
  "====",
  "!!!!",
  "éé==",
];

/** Values of every kind. */
const strangers: readonly JsonValue[] = [
  null,
  true,
  false,
  "",
  "true",
  "TRUE",
  "a,b",
  "a_b",
  "a..b",
  ",",
  "a,",
  "fooBar.bazQux",
  "UNKNOWN_VALUE",
  "NULL_VALUE",
  "constructor",
  "__proto__",
  "toString",
  "\ud800",
  "\udc00x",
  "a\udfff\ud800b",
  [],
  [null],
  [0],
  [[]],
  {},
  { a: null },
  { value: 1 },
  { "\ud800": 1 },
  { seconds: 1, nanos: 2 },
  ...numbers,
  ...base64,
  ...timestamps,
  ...durations,
];

/** Another value, of the same look more often than not. */
function pickStranger(value: JsonValue | undefined, random: Random): JsonValue {
  return structuredClone(random.pick(random.chance(0.6) ? findLookalikes(value) : strangers));
}

function findLookalikes(value: JsonValue | undefined): readonly JsonValue[] {
  if (typeof value === "number") return numbers;
  if (typeof value !== "string") return strangers;
  if (/^[0-9]{4}-.*Z$/.test(value)) return timestamps;
  if (/^-?[0-9.]+s$/.test(value)) return durations;
  if (/^-?[0-9]+$/.test(value)) return numbers;
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return base64;
  return strangers;
}

/** A property or an item somewhere in the tree. */
interface Slot {
  readonly value: JsonValue;
  readonly write: (value: JsonValue) => void;
}

/**
 * A copy of the message's JSON with one to three things changed at random: another type, a value
 * out of range, a broken string, a property more, less or renamed, two members of a oneof. It may
 * still be valid.
 */
export function mutateJson(desc: DescMessage, json: JsonValue, random: Random): JsonValue {
  const root: JsonObject = { json: structuredClone(json) };
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count--) {
    if (random.chance(0.35)) mutateMessage(desc, root, random);
    else mutateSlot(random.pick(listSlots(root)), random);
  }
  return root["json"] as JsonValue;
}

function listSlots(value: JsonValue): Slot[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const write = (changed: JsonValue): void => void value.splice(index, 1, changed);
      return [{ value: item, write }, ...listSlots(item)];
    });
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const write = (changed: JsonValue): void => setOwn(value, key, changed);
      return [{ value: item, write }, ...listSlots(item)];
    });
  }
  return [];
}

function mutateSlot({ value, write }: Slot, random: Random): void {
  switch (random.pick(["stranger", "tweak", "tweak", "null", "wrap", "swap", "insert"] as const)) {
    case "stranger":
      write(pickStranger(value, random));
      break;
    case "tweak":
      write(tweak(value, random));
      break;
    case "null":
      write(null);
      break;
    case "wrap":
      write(random.chance(0.5) ? [value] : { value });
      break;
    case "swap":
      if (Array.isArray(value)) write(Object.fromEntries<JsonValue>(value.entries()));
      else if (isJsonObject(value)) write(Object.values(value));
      else write(tweak(value, random));
      break;
    case "insert":
      if (Array.isArray(value)) value.push(pickStranger(value[0], random));
      else if (isJsonObject(value))
        setOwn(value, random.pick(strangeKeys), pickStranger(Object.values(value)[0], random));
      else write(tweak(value, random));
      break;
  }
}

/** Keys for maps, and names of properties that no message has. */
const strangeKeys: readonly string[] = [
  "__proto__",
  "constructor",
  "1",
  "01",
  " 1",
  "1e1",
  "0x1",
  "-1",
  "true",
  "True",
  "1.5",
  "\ud800",
  "[x.y]",
];

/** Nearly the same value. */
function tweak(value: JsonValue, random: Random): JsonValue {
  if (typeof value === "string") {
    const middle = random.integer(0, value.length);
    return random.pick([
      `${value} `,
      ` ${value}`,
      `${value}=`,
      `${value}0`,
      `-${value}`,
      value.slice(0, -1),
      value.slice(1),
      value.toLowerCase(),
      value.toUpperCase(),
      `${value.slice(0, middle)}\ud83d${value.slice(middle)}`,
      value.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
      value.replace("Z", "+01:00"),
      value.replace(/0+Z$/, "Z"),
      value.includes("_") ? value.slice(value.indexOf("_") + 1) : `${value}_`,
      ...(/^-?[0-9]{1,15}$/.test(value) ? [Number(value)] : []),
    ]);
  }
  if (typeof value === "number") {
    return random.pick([
      String(value),
      ` ${value}`,
      -value,
      value + 0.5,
      value * 2 ** 32,
      `${value}.0`,
      value.toExponential(),
      [value],
    ]);
  }
  if (typeof value === "boolean") return random.pick([String(value), Number(value), !value]);
  return pickStranger(value, random);
}

/** Changes a property as the descriptor knows it: drops it, renames it, or sets one more. */
function mutateMessage(desc: DescMessage, root: JsonObject, random: Random): void {
  const messages = [...walkPositions(desc, root["json"] as JsonValue)].filter(
    (position) => position.kind === "message",
  );
  if (messages.length === 0) return;
  const { desc: current, value } = random.pick(messages);
  if (current.fields.length === 0) return;
  const field = random.pick(current.fields);
  const own = value[field.jsonName];
  switch (random.pick(["drop", "rename", "double", "add"] as const)) {
    case "drop":
      delete value[field.jsonName];
      break;
    case "rename":
      if (!Object.hasOwn(value, field.jsonName) || own === undefined) break;
      delete value[field.jsonName];
      setOwn(value, field.name, own);
      break;
    case "double":
      if (Object.hasOwn(value, field.jsonName) && own !== undefined)
        setOwn(value, field.name, structuredClone(own));
      break;
    case "add":
      setOwn(value, field.jsonName, pickStranger(own, random));
      break;
  }
}
