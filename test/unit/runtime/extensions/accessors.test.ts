import type { Artifact, Message, SendMessageRequest, Task } from "@a2agen/a2a-1.0";
import { DecodeError, type JsonObject } from "@a2agen/runtime";
import { defineExtension, type ExtensionInit } from "@a2agen/runtime/extensions";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bare, Compliance, Geolocation, Konami, type Position } from "./definitions.ts";

const position: Position = { latitude: 48.1, longitude: 11.6 };
const uri = Geolocation.uri;

const message = (more: Partial<Message> = {}): Message => ({
  messageId: "m-1",
  role: "ROLE_USER",
  parts: [{ text: "where am I?" }],
  ...more,
});
const request = (metadata?: unknown): SendMessageRequest =>
  ({ message: message(), ...(metadata === undefined ? {} : { metadata }) }) as SendMessageRequest;

/** The paths and messages of the DecodeError that something throws. */
function issuesOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof DecodeError)
      return error.issues.map(({ path, message: text }) => `${path}: ${text}`);
    throw error;
  }
  return "nothing thrown";
}

describe("one key for the whole", () => {
  test("is set, with the URI on the list, and read again", () => {
    const object = message();
    Geolocation.set(object, position);
    expect(object).toEqual(message({ metadata: { [uri]: { ...position } }, extensions: [uri] }));
    expect(Geolocation.get(object)).toEqual(position);
    expect(Geolocation.has(object)).toBe(true);
  });

  test("is taken off again, and leaves the object as it was", () => {
    const object = message();
    Geolocation.set(object, position);
    Geolocation.remove(object);
    expect(object).toEqual(message());
    expect(Geolocation.has(object)).toBe(false);
    expect(Geolocation.get(object)).toBeUndefined();
    Geolocation.remove(object);
    expect(object).toEqual(message());
  });

  test("names no URI on an object whose type has no list, and one on each that has", () => {
    const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };
    Geolocation.set(task, position);
    expect(task).toEqual({
      id: "task-1",
      status: { state: "TASK_STATE_WORKING" },
      metadata: { [uri]: { ...position } },
    });
    const artifact: Artifact = { artifactId: "a-1", parts: [{ text: "x" }] };
    Geolocation.set(artifact, position);
    expect(artifact.extensions).toEqual([uri]);
  });

  test("is replaced whole, and named once", () => {
    const object = message();
    Geolocation.set(object, { ...position, accuracy: 5 });
    Geolocation.set(object, { latitude: 1, longitude: 2 });
    expect(object.metadata).toEqual({ [uri]: { latitude: 1, longitude: 2 } });
    expect(object.extensions).toEqual([uri]);
  });

  test("leaves alone what is not its own", () => {
    const metadata = {
      own: 1,
      [`${uri}0`]: { a: 1 },
      [`${uri}/latitude`]: 3,
      "https://example.com/ext": null,
    };
    const object = message({ metadata: { ...metadata }, extensions: [`${uri}0`] });
    Geolocation.set(object, position);
    expect(object.metadata).toEqual({ ...metadata, [uri]: { ...position } });
    expect(object.extensions).toEqual([`${uri}0`, uri]);
    Geolocation.remove(object);
    expect(object).toEqual(message({ metadata, extensions: [`${uri}0`] }));
    expect(Geolocation.get(object)).toBeUndefined();
  });

  test("does not change metadata and lists that objects share", () => {
    const shared = message({ metadata: { a: 1 }, extensions: ["https://example.com/other"] });
    const copy = { ...shared };
    Geolocation.set(copy, position);
    expect(shared).toEqual(message({ metadata: { a: 1 }, extensions: ["https://example.com/other"] }));
  });

  test("gives and takes copies", () => {
    const object = message();
    const given = { ...position };
    Geolocation.set(object, given);
    given.latitude = 0;
    const read = Geolocation.get(object);
    if (read !== undefined) read.longitude = 0;
    expect(Geolocation.get(object)).toEqual(position);
  });

  test("tells what is wrong below its key", () => {
    const wrong = (data: unknown): Message => message({ metadata: { [uri]: data } as JsonObject });
    const key = `metadata["${uri}"]`;
    expect(issuesOf(() => Geolocation.get(wrong({ latitude: "north", longitude: 1 })))).toEqual([
      `${key}.latitude: expected a finite number, got "north"`,
    ]);
    expect(issuesOf(() => Geolocation.get(wrong({ latitude: 1 })))).toEqual([`${key}.longitude: required`]);
    expect(issuesOf(() => Geolocation.get(wrong("here")))).toEqual([
      `${key}: expected an object, got "here"`,
    ]);
    expect(issuesOf(() => Geolocation.get(wrong([])))).toEqual([`${key}: expected an object, got an array`]);
    expect(Geolocation.has(wrong("here"))).toBe(true);
    expect(Geolocation.get(wrong(null))).toBeUndefined();
    expect(Geolocation.has(wrong(null))).toBe(false);
  });

  test("refuses to set what is wrong, and leaves the object alone", () => {
    const object = message();
    const wrong = { latitude: 1 } as Position;
    expect(issuesOf(() => Geolocation.set(object, wrong))).toEqual([
      `metadata["${uri}"].longitude: required`,
    ]);
    expect(object).toEqual(message());
  });

  test("tells of metadata and lists of another type, and overwrites neither", () => {
    const odd = { ...message(), metadata: "text" } as unknown as Message;
    expect(issuesOf(() => Geolocation.get(odd))).toEqual(['metadata: expected an object, got "text"']);
    expect(issuesOf(() => Geolocation.set(odd, position))).toEqual([
      'metadata: expected an object, got "text"',
    ]);
    expect(Geolocation.has(odd)).toBe(false);
    Geolocation.remove(odd);
    expect(odd).toEqual({ ...message(), metadata: "text" });
    const list = { ...message(), extensions: "text" } as unknown as Message;
    expect(issuesOf(() => Geolocation.set(list, position))).toEqual([
      'extensions: expected an array, got "text"',
    ]);
    expect(list).toEqual({ ...message(), extensions: "text" });
  });
});

describe("a key for each field", () => {
  const base = Konami.uri;

  test("is set, read and taken off, and names nothing where there is no list", () => {
    const object = request();
    Konami.set(object, { code: "motherlode", lives: 30 });
    expect(object).toEqual(request({ [`${base}/code`]: "motherlode", [`${base}/lives`]: 30 }));
    expect(Konami.get(object)).toEqual({ code: "motherlode", lives: 30 });
    Konami.set(object, { code: "thereisnocowlevel" });
    expect(object).toEqual(request({ [`${base}/code`]: "thereisnocowlevel" }));
    Konami.remove(object);
    expect(object).toEqual(request());
    expect(Konami.has(object)).toBe(false);
    expect(Konami.get(object)).toBeUndefined();
  });

  test("leaves the keys of extensions alone whose URI begins or goes on as its own", () => {
    const others = {
      [base]: "the whole",
      [`${base}/other`]: "an extension below",
      [`${base}/code/v2`]: "deeper",
      [`${base}0/code`]: "v10",
      [`${base}/Code`]: "another case",
    };
    const object = request({ ...others });
    expect(Konami.has(object)).toBe(false);
    expect(Konami.get(object)).toBeUndefined();
    Konami.set(object, { code: "x" });
    Konami.remove(object);
    expect(object).toEqual(request(others));
  });

  test("tells what is wrong below the key of the field", () => {
    const wrong = request({ [`${base}/code`]: 7, [`${base}/lives`]: ["many"] });
    expect(issuesOf(() => Konami.get(wrong))).toEqual([
      `metadata["${base}/code"]: expected a string, got 7`,
      `metadata["${base}/lives"]: expected a finite number, got an array`,
    ]);
  });
});

describe("names of prototypes", () => {
  const hostile = `{"__proto__":{"${uri}":{"latitude":1,"longitude":2},"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;

  test("are data like any other", () => {
    const object = message({ metadata: JSON.parse(hostile) as JsonObject });
    expect(Geolocation.get(object)).toBeUndefined();
    expect(Geolocation.has(object)).toBe(false);
    Geolocation.set(object, position);
    Geolocation.remove(object);
    expect(JSON.stringify(object.metadata)).toBe(hostile);
    expect(Object.hasOwn(object.metadata ?? {}, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("in the data pollute nothing", () => {
    const data = JSON.parse('{"latitude":1,"longitude":2,"__proto__":{"accuracy":3}}') as JsonObject;
    const object = message({ metadata: { [uri]: data } });
    expect(Geolocation.get(object)?.accuracy).toBeUndefined();
    expect(({} as Record<string, unknown>)["accuracy"]).toBeUndefined();
  });
});

test("huge and deep data is refused or read, in bounds", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`) as unknown;
  const huge = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, index]));
  const at = (data: unknown): Message => message({ metadata: { [uri]: data } as JsonObject });
  expect(Geolocation.get(at({ ...position, deep }))?.latitude).toBe(48.1);
  expect(Geolocation.get(at({ ...position, ...huge }))?.latitude).toBe(48.1);
  expect(issuesOf(() => Geolocation.get(at({ latitude: deep, longitude: 1 })))).toEqual([
    `metadata["${uri}"].latitude: expected a finite number, got an object`,
  ]);
});

test("whatever JSON is there, only its own keys count and change", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (others, data) => {
      const metadata = { ...others, [uri]: data } as JsonObject;
      const before = JSON.stringify(metadata);
      const object = message({ metadata });
      try {
        Geolocation.get(object);
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
      }
      expect(JSON.stringify(object.metadata)).toBe(before);
      Geolocation.remove(object);
      expect(JSON.stringify(object.metadata ?? {})).toBe(JSON.stringify({ ...others }));
    }),
  );
});

describe("a declaration", () => {
  test("says what the definition and the agent say", () => {
    expect(Konami.declare({ params: { hints: ["When your sims need extra cash fast"] } })).toEqual({
      uri: Konami.uri,
      description: "Provide cheat codes to unlock new fortunes",
      params: { hints: ["When your sims need extra cash fast"] },
    });
    expect(Konami.declare({ required: true, description: "Codes only" })).toEqual({
      uri: Konami.uri,
      description: "Codes only",
      required: true,
    });
  });

  test("refuses wrong params, and none where some are needed", () => {
    const wrong = { hints: [7] } as unknown as { hints: string[] };
    expect(issuesOf(() => Konami.declare({ params: wrong }))).toEqual([
      "params.hints[0]: expected a string, got 7",
    ]);
    expect(issuesOf(() => Compliance.declare())).toEqual(["params.region: required"]);
    expect(() => Geolocation.declare({ params: {} as never })).toThrow(
      `${uri}: expected no params, for the extension defines none`,
    );
  });

  test("of a data-only extension cannot be required", () => {
    expect(() => Compliance.declare({ params: { region: "EU" }, required: true })).toThrow(
      /data-only extension cannot be required.*"Required Extensions"/,
    );
  });

  test("is found on a card by its URI, with its params checked", () => {
    const declared = [
      { uri: `${Compliance.uri}0`, params: { region: "US" } },
      Compliance.declare({ params: { region: "EU" } }),
    ];
    expect(Compliance.paramsIn(declared)).toEqual({ region: "EU" });
    expect(Compliance.paramsIn(undefined)).toBeUndefined();
    expect(Compliance.paramsIn([{ uri: Konami.uri }])).toBeUndefined();
    expect(issuesOf(() => Compliance.paramsIn([{ uri: Compliance.uri, params: { region: 7 } }]))).toEqual([
      "params.region: expected a string, got 7",
    ]);
  });
});

describe("a definition is refused", () => {
  type Terms = ExtensionInit<Position, never>;
  const terms: Terms = {
    uri: "https://example.com/ext/x/v1",
    kind: "profile",
    description: "",
    required: false,
    dependencies: [],
    key: "uri",
    placements: [],
  };

  const withData: Partial<Terms> = Geolocation.data === undefined ? {} : { data: Geolocation.data };

  test.each<readonly [string, Partial<Terms>, string]>([
    [
      "that has no URI",
      { uri: "no uri, at all" },
      'uri: expected the URI of an extension, found "no uri, at all"',
    ],
    [
      "that depends on itself",
      { dependencies: [{ uri: terms.uri, optional: false }] },
      "the extension depends on itself",
    ],
    [
      "that depends on something twice",
      {
        dependencies: [
          { uri: "urn:a:b", optional: false },
          { uri: "urn:a:b", optional: true },
        ],
      },
      "urn:a:b is there twice",
    ],
    [
      "that is data only and required",
      { kind: "data", required: true },
      "a data-only extension cannot be required",
    ],
    ["whose data is nowhere", withData, "but no type that carries it"],
    [
      "whose fields are not named",
      { ...withData, key: "fields", placements: Geolocation.placements ?? [] },
      'the key "fields" needs their names',
    ],
  ])("%s", (_name, change, text) => {
    expect(() => defineExtension({ ...terms, ...change })).toThrow(TypeError);
    expect(() => defineExtension({ ...terms, ...change })).toThrow(text);
  });
});

test("an extension without data is on an object by name only", () => {
  const named = defineExtension<never, never, Message>({
    ...bare("https://example.com/ext/marked/v1"),
    placements: Geolocation.placements ?? [],
  });
  const object = message({ extensions: [named.uri, uri] });
  expect(named.has(object)).toBe(true);
  expect(named.get(object)).toBeUndefined();
  named.remove(object);
  expect(object).toEqual(message({ extensions: [uri] }));
  expect(() => named.set(object, undefined as never)).toThrow("the extension has no data that could be set");
});
