import { createRandom } from "@a2agen/runtime/fakes";
import { type DescMessage, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { buildRegistry, listMessages } from "../../shared/process/registry.ts";
import { a2aOptions } from "../../shared/random/a2a-limits.ts";
import { type RandomMessageOptions, randomMessage } from "../../shared/random/message.ts";
import { isRequired } from "../../shared/random/required.ts";

const registry = buildRegistry();
const protocol = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];

function getMessage(typeName: string): DescMessage {
  const desc = registry.getMessage(typeName);
  if (desc === undefined) throw new Error(`${typeName}: not in the image`);
  return desc;
}

function makeJson(
  typeName: string,
  count: number,
  options: RandomMessageOptions = {},
): Record<string, unknown>[] {
  const desc = getMessage(typeName);
  return Array.from({ length: count }, (_, index) => {
    // No message that is asked for here has a JSON form of its own.
    return toJson(desc, randomMessage(desc, createRandom(`${typeName}/${index}`), options)) as Record<
      string,
      unknown
    >;
  });
}

/** Every value that a property took in the messages, once. */
function collect(messages: readonly Record<string, unknown>[], property: string): Set<unknown> {
  return new Set(messages.map((json) => json[property]));
}

describe("random messages", () => {
  test("are the same for the same seed and others for another", () => {
    const desc = getMessage("features.wellknown.Lists");
    const make = (seed: string): unknown => toJson(desc, randomMessage(desc, createRandom(seed)));
    expect(make("1")).toEqual(make("1"));
    expect(make("1")).not.toEqual(make("2"));
  });

  test("are read back as they are written, for every message of every file", () => {
    const messages = [...registry.files]
      .filter(({ proto }) => !proto.name.startsWith("google/"))
      .flatMap(listMessages);
    for (const desc of messages) {
      for (let index = 0; index < 10; index++) {
        const message = randomMessage(desc, createRandom(`${desc.typeName}/${index}`), { maxDepth: 3 });
        const json = toJson(desc, message);
        expect(toJson(desc, fromJson(desc, json))).toEqual(json);
        expect(toJson(desc, fromBinary(desc, toBinary(desc, message)))).toEqual(json);
      }
    }
  });

  test("always set REQUIRED fields, to something else than the default", () => {
    const required = getMessage("features.wide.Required")
      .fields.filter(isRequired)
      .map((field) => field.jsonName);
    const isDefault = (value: unknown): boolean =>
      value === undefined || value === "" || value === 0 || value === false || value === "GRADE_UNSPECIFIED";
    for (const json of makeJson("features.wide.Required", 200)) {
      expect(required.filter((name) => isDefault(json[name]))).toEqual([]);
      expect(["field6", "field15", "field26", "field35"].filter((integer) => json[integer] === "0")).toEqual(
        [],
      );
    }
  });

  test("set optional fields now to zero, now to a value, and leave them unset", () => {
    const messages = makeJson("features.scalars.Optional", 300);
    expect(collect(messages, "boolField")).toEqual(new Set([undefined, true, false]));
    const numbers = collect(messages, "int32Field");
    expect([undefined, 0, 2147483647, -2147483648].map((value) => numbers.has(value))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const doubles = collect(messages, "doubleField");
    expect(["NaN", "Infinity", "-Infinity"].map((value) => doubles.has(value))).toEqual([true, true, true]);
  });

  test("have maps with keys that objects inherit", () => {
    const keys = new Set(
      makeJson("features.maps.Keys", 300).flatMap((json) => Object.keys(json["stringKey"] ?? {})),
    );
    const hostile = ["__proto__", "constructor", "toString", "", "1"];
    expect(hostile.filter((key) => !keys.has(key))).toEqual([]);
  });

  test("stop nesting at the given depth", () => {
    const depth = (json: unknown): number => {
      const next: unknown =
        typeof json === "object" && json !== null && "next" in json ? json.next : undefined;
      return next === undefined ? 0 : 1 + depth(next);
    };
    const depths = makeJson("features.nested.Chain", 200, { maxDepth: 2 }).map(depth);
    expect(Math.max(...depths)).toBe(2);
  });

  test.each(protocol)("of %s keep to the limits of the protocol", (name) => {
    const scope = registry.getFile(name)?.proto.package;
    const schemes = makeJson(`${scope}.APIKeySecurityScheme`, 50, a2aOptions);
    expect(collect(schemes, "location")).toEqual(new Set(["query", "header", "cookie"]));
    const sizes = [...collect(makeJson(`${scope}.ListTasksRequest`, 200, a2aOptions), "pageSize")];
    expect(sizes.filter((size) => size !== undefined && !(Number(size) >= 1 && Number(size) <= 100))).toEqual(
      [],
    );
  });

  test.each(protocol)("of %s have a member in every oneof", (name) => {
    const scope = registry.getFile(name)?.proto.package;
    const members = getMessage(`${scope}.Part`).oneofs.flatMap((oneof) =>
      oneof.fields.map((field) => field.jsonName),
    );
    const counts = makeJson(`${scope}.Part`, 100, a2aOptions).map(
      (json) => members.filter((member) => json[member] !== undefined).length,
    );
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});
