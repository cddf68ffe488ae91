import { isDeepStrictEqual } from "node:util";
import { type Codec, DecodeError } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import type { FieldModel, MessageModel } from "../../../../generators/model/model.ts";
import { buildField, buildMessage, mapKey } from "./build-value.ts";
import { findMismatch } from "./find-mismatch.ts";
import { loadSubjects, type Subject } from "./subjects.ts";

const subjects = await loadSubjects();

const wrongValues: readonly unknown[] = [
  null,
  undefined,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "",
  "x",
  "1",
  "-1",
  "1.5",
  "true",
  "null",
  "\ud800",
  "A===",
  "2025-02-30T00:00:00Z",
  [],
  [null],
  [undefined],
  [[]],
  [0],
  ["x"],
  [{}],
  {},
  { "": null },
  { key: null },
  { a: 1 },
  { 1: "x" },
  { 1: {} },
  10n,
  Symbol("s"),
  () => 1,
  new Date(0),
  new Map(),
  new Uint8Array(2),
];

/** Every wrong value in the place of the field, of its first element, and of its entry. */
function* spoil(field: FieldModel): Generator {
  yield* wrongValues;
  switch (field.shape.kind) {
    case "singular":
      return;
    case "list":
      for (const wrong of wrongValues) yield [wrong];
      return;
    case "map":
      for (const wrong of wrongValues) yield { [mapKey(field.shape.key)]: wrong, extra: wrong };
  }
}

const messages = subjects.flatMap((subject) =>
  subject.file.messages
    .filter((message) => message.fields.length > 0)
    .map((message) => ({ name: `${subject.name} ${message.identifier}`, subject, message })),
);

describe("a field with a wrong value is refused at its path, or taken in its declared type", () => {
  test.each(messages)("$name", ({ subject, message }) => {
    const failures = message.fields.flatMap((field) =>
      [...spoil(field)].flatMap((wrong) => tryField({ subject, message, field, wrong })),
    );
    expect(failures).toEqual([]);
  });
});

describe("the whole message as a wrong value is refused, or taken as an empty message", () => {
  test.each(messages)("$name", ({ subject, message }) => {
    const failures = wrongValues.flatMap((wrong) => {
      const problem = tryDecode(subject.codecOf(message), wrong, (value) =>
        findMismatch(value, message, subject.index),
      );
      return problem === undefined ? [] : [`${show(wrong)}: ${problem}`];
    });
    expect(failures).toEqual([]);
  });
});

interface Trial {
  readonly subject: Subject;
  readonly message: MessageModel;
  readonly field: FieldModel;
  readonly wrong: unknown;
}

function tryField({ subject, message, field, wrong }: Trial): readonly string[] {
  const { index } = subject;
  const given = { ...buildMessage(message, index, field), [field.jsonName]: wrong };
  const problem = tryDecode(
    subject.codecOf(message),
    given,
    (value) => findMismatch(value, message, index),
    field,
  );
  return problem === undefined ? [] : [`${field.jsonName}: ${show(wrong)}: ${problem}`];
}

/** What is wrong with how a value is decoded; undefined when nothing is. */
function tryDecode(
  codec: Codec<unknown>,
  given: unknown,
  check: (value: unknown) => string | undefined,
  field?: FieldModel,
): string | undefined {
  const before = snapshot(given);
  try {
    const value = codec.decode(given);
    if (value !== given) return "another value came back";
    return check(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) return `threw ${String(error)}`;
    if (!isDeepStrictEqual(snapshot(given), before)) return "was changed although it was refused";
    if (error.issues.length === 0) return "was refused without an issue";
    const strange = error.issues.find(({ path }) => field !== undefined && !isAt(path, field));
    return strange === undefined ? undefined : `was refused at ${strange.path}: ${strange.message}`;
  }
}

/**
 * Whether a path is that of the field or of a part of it, or that of the message where a oneof lost its
 * member.
 */
function isAt(path: string, field: FieldModel): boolean {
  if (path === "") return field.oneof !== undefined;
  const name = /^[A-Za-z_$][\w$]*$/.test(field.jsonName)
    ? field.jsonName
    : `[${JSON.stringify(field.jsonName)}]`;
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

/** A copy of plain objects and arrays that keeps everything else as it is. */
function snapshot(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snapshot);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.entries(value).map(([key, entry]) => [key, snapshot(entry)]);
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => `${key}: ${show(entry)}`);
    return `${value.constructor.name} {${entries.join(", ")}}`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

test("the values that the trials begin with are valid", () => {
  const failures = messages.flatMap(({ name, subject, message }) =>
    message.fields.flatMap((field) => {
      const value = {
        ...buildMessage(message, subject.index, field),
        [field.jsonName]: buildField(field, subject.index),
      };
      const result = subject.codecOf(message).tryDecode(value);
      return result.ok ? [] : [`${name}.${field.jsonName}: ${JSON.stringify(result.issues)}`];
    }),
  );
  expect(failures).toEqual([]);
});
