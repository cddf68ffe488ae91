import { runInNewContext } from "node:vm";
import {
  AuthorizationCodeOAuthFlowCodec,
  MessageCodec,
  PartCodec,
  TaskCodec,
  TaskStatusCodec,
} from "@a2agen/a2a-1.0";
import { AgentCardCodec } from "@a2agen/a2a-1.0-draft";
import { type Codec, DecodeError } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import type { ModelIndex } from "../../../../generators/model/index-model.ts";
import type { MessageModel, ValueType } from "../../../../generators/model/model.ts";
import { buildField, buildMessage } from "./build-value.ts";
import { loadSubjects } from "./subjects.ts";

const subjects = await loadSubjects();

const messages = subjects.flatMap((subject) =>
  subject.file.messages.map((message) => ({
    name: `${subject.name} ${message.identifier}`,
    subject,
    message,
  })),
);

const protocol = messages.filter(({ subject }) => subject.name.startsWith("a2a-"));

const hostileKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

/** Adds unknown fields named like what objects inherit to the message and to every message in it. */
function plant(value: unknown, message: MessageModel, index: ModelIndex): unknown {
  if (typeof value !== "object" || value === null) return value;
  const names = new Set(message.fields.flatMap(({ name, jsonName }) => [name, jsonName]));
  const unknown = hostileKeys.filter((key) => !names.has(key));
  const planted = JSON.parse(
    `{${unknown.map((key) => `${JSON.stringify(key)}:{"polluted":true,"text":"x"}`).join(",")}}`,
  ) as Record<string, unknown>;
  for (const [key, entry] of Object.entries(value)) {
    const field = message.fields.find(({ jsonName }) => jsonName === key);
    const inner = (one: unknown): unknown =>
      field === undefined ? one : plantInValue(one, field.shape.type, index);
    if (field?.shape.kind === "list") planted[key] = (entry as readonly unknown[]).map(inner);
    else if (field?.shape.kind === "map") {
      planted[key] = Object.fromEntries(
        Object.entries(entry as object).map(([name, one]) => [name, inner(one)]),
      );
    } else planted[key] = inner(entry);
  }
  return planted;
}

function plantInValue(value: unknown, type: ValueType, index: ModelIndex): unknown {
  return type.kind === "message" ? plant(value, index.message(type.typeName), index) : value;
}

/** The paths of all objects whose prototype is not that of every object. */
function strangePrototypes(value: unknown, path = "$"): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const expected: unknown = Array.isArray(value) ? Array.prototype : Object.prototype;
  const here = Object.getPrototypeOf(value) === expected ? [] : [path];
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, entry]) => strangePrototypes(entry, `${path}.${key}`)),
  ];
}

describe("unknown fields named like what objects inherit change nothing", () => {
  test.each(messages)("$name", ({ subject, message }) => {
    const { index } = subject;
    const codec = subject.codecOf(message);
    const values = [
      buildMessage(message, index),
      ...message.fields.map((field) => buildMessage(message, index, field)),
    ];
    for (const value of values) {
      const given = plant(value, message, index);
      expect(codec.decode(given)).toBe(given);
      const wanted = codec.stringify(codec.decode(value));
      expect(codec.stringify(given)).toBe(wanted);
      expect(JSON.stringify(codec.copy(given))).toBe(wanted);
      expect(strangePrototypes(given)).toEqual([]);
      expect(strangePrototypes(codec.copy(given))).toEqual([]);
    }
    expect(Object.getOwnPropertyNames(Object.prototype).filter((name) => name === "polluted")).toEqual([]);
  });
});

describe("a key named like what objects inherit is a key like others", () => {
  const entries = hostileKeys.map((key) => `${JSON.stringify(key)}:"x"`).join(",");

  test("in a map of strings", () => {
    const text = `{"authorizationUrl":"a","tokenUrl":"b","scopes":{${entries}}}`;
    expect(AuthorizationCodeOAuthFlowCodec.stringify(AuthorizationCodeOAuthFlowCodec.parse(text))).toBe(text);
    expect(JSON.stringify(AuthorizationCodeOAuthFlowCodec.copy(JSON.parse(text)))).toBe(text);
  });

  test("in a map of strings whose message is spelled with proto names", () => {
    const text = `{"authorization_url":"a","token_url":"b","scopes":{${entries}}}`;
    expect(AuthorizationCodeOAuthFlowCodec.stringify(AuthorizationCodeOAuthFlowCodec.parse(text))).toBe(
      `{"authorizationUrl":"a","tokenUrl":"b","scopes":{${entries}}}`,
    );
  });

  test("in a map of messages, which are written anew", () => {
    const scheme = '{"mtlsSecurityScheme":{"description":""}}';
    const card = (inner: string): string =>
      `{"protocolVersion":"1.0","name":"a","description":"b","version":"1","capabilities":{},"securitySchemes":{${hostileKeys
        .map((key) => `${JSON.stringify(key)}:${inner}`)
        .join(",")}},"defaultInputModes":["a"],"defaultOutputModes":["a"],"skills":[]}`;
    const value = AgentCardCodec.parse(card(scheme));
    expect(AgentCardCodec.stringify(value)).toBe(card('{"mtlsSecurityScheme":{}}'));
    expect(strangePrototypes(AgentCardCodec.encode(value))).toEqual([]);
    expect(strangePrototypes(AgentCardCodec.copy(value))).toEqual([]);
  });

  test("in a struct, at every level", () => {
    const text = `{"text":"a","metadata":{${entries},"deep":[{${entries}}]}}`;
    expect(PartCodec.stringify(PartCodec.parse(text))).toBe(text);
    expect(JSON.stringify(PartCodec.copy(JSON.parse(text)))).toBe(text);
    expect(strangePrototypes(PartCodec.copy(JSON.parse(text)))).toEqual([]);
  });
});

describe("a value named like what objects inherit is no value of an enum", () => {
  test.each(hostileKeys)("%s", (state) => {
    expect(issuesOf(TaskStatusCodec, { state })).toEqual(["state [enum]"]);
  });
});

/** Runs with enumerable properties on the prototype of all objects, and takes them away again. */
function withPollution<T>(properties: Readonly<Record<string, unknown>>, run: () => T): T {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(Object.prototype, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  try {
    return run();
  } finally {
    for (const name of Object.keys(properties)) Reflect.deleteProperty(Object.prototype, name);
  }
}

/** What a codec makes of a value, as text. */
function observe(codec: Codec<unknown>, value: unknown): Readonly<Record<string, unknown>> {
  const result = codec.tryDecode(structuredClone(value));
  return {
    decoded: result.ok
      ? JSON.stringify(result.value)
      : result.issues.map(({ path, code }) => `${path} ${code}`).join(),
    copied: result.ok ? JSON.stringify(codec.copy(value)) : "",
    accepted: codec.is(value),
    parsed: codec.is(JSON.parse(JSON.stringify(value))),
  };
}

/** Values of a message with one field after the other, and one with none at all. */
function listValues(message: MessageModel, index: ModelIndex): readonly unknown[] {
  return [
    {},
    buildMessage(message, index),
    ...message.fields.map((field) => buildMessage(message, index, field)),
  ];
}

/** A value for every field of a message, as properties that every object would inherit. */
function pollutionFor(message: MessageModel, index: ModelIndex): Readonly<Record<string, unknown>> {
  return Object.fromEntries(message.fields.map((field) => [field.jsonName, buildField(field, index)]));
}

describe("a polluted Object.prototype sets no field that is decoded", () => {
  test.each(protocol)("$name", ({ subject, message }) => {
    const codec = subject.codecOf(message);
    const pollution = pollutionFor(message, subject.index);
    for (const value of listValues(message, subject.index)) {
      const wanted = observe(codec, value);
      const found = withPollution(pollution, () => observe(codec, value));
      expect({ value, ...found }).toEqual({ value, ...wanted });
    }
  });

  test("with names of the proto, which ProtoJSON accepts", () => {
    const found = withPollution({ context_id: "x", message_id: "y" }, () =>
      observe(TaskCodec, minimalTask()),
    );
    expect(found).toEqual(observe(TaskCodec, minimalTask()));
  });

  test("with wrong values", () => {
    const found = withPollution({ id: 1, history: "x", text: {} }, () => observe(TaskCodec, minimalTask()));
    expect(found).toEqual(observe(TaskCodec, minimalTask()));
  });

  test("and does not change what a struct is", () => {
    const value = { text: "a", metadata: { b: 1 } };
    expect(withPollution({ c: () => 1 }, () => observe(PartCodec, value))).toEqual(observe(PartCodec, value));
  });
});

function minimalTask(): object {
  return { id: "a", status: { state: "TASK_STATE_WORKING" } };
}

class Greeting {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

class Late {
  get text(): string {
    return "from a getter of the class";
  }
}

describe("an object that may inherit fields", () => {
  const refused = [" [type]"];
  const rows: readonly { readonly name: string; readonly given: object; readonly want: readonly string[] }[] =
    [
      { name: "of a prototype is no message", given: Object.create({ text: "x" }) as object, want: refused },
      {
        name: "of a prototype is no message for its own fields",
        given: Object.assign(Object.create({ text: "x" }) as object, { url: "https://example.com" }),
        want: refused,
      },
      { name: "of a class is no message", given: new Greeting("hello"), want: refused },
      { name: "of a class with accessors is no message", given: new Late(), want: refused },
      { name: "of a built-in class is no message", given: new Map([["text", "x"]]), want: refused },
      {
        name: "of another realm is a message",
        given: runInNewContext('({ text: "x" })') as object,
        want: [],
      },
      {
        name: "of no prototype is a message",
        given: Object.assign(Object.create(null) as object, { text: "x" }),
        want: [],
      },
      {
        name: "of no prototype lacks what it lacks",
        given: Object.create(null) as object,
        want: [" [oneof-none]"],
      },
    ];

  test.each(rows)("$name", ({ given, want }) => {
    expect(issuesOf(PartCodec, given)).toEqual(want);
    expect(PartCodec.is(given)).toBe(want.length === 0);
  });

  test.each(rows)("$name, inside of another message", ({ given, want }) => {
    const message = { messageId: "a", role: "ROLE_USER", parts: [given] };
    expect(issuesOf(MessageCodec, message)).toEqual(want.map((issue) => `parts[0]${issue}`));
  });

  test("is no struct", () => {
    const metadata: unknown = Object.create({ inherited: 1 });
    expect(issuesOf(PartCodec, { text: "a", metadata })).toEqual(["metadata [type]"]);
  });
});

function issuesOf(codec: Codec<unknown>, value: unknown): readonly string[] {
  try {
    codec.decode(value);
    return [];
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.issues.map(({ path, code }) => `${path} [${code}]`);
  }
}
