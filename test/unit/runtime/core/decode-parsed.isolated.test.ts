import { GetTaskRequestCodec, TaskCodec } from "@a2agen/a2a-1.0";
import { DecodeError } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";

/** Runs with an enumerable property on Object.prototype. */
function withPollution<T>(run: () => T): T {
  Object.defineProperty(Object.prototype, "tenant", { value: 1, enumerable: true, configurable: true });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(Object.prototype, "tenant");
  }
}

describe("decodeParsed", () => {
  test("returns the value itself, in the declared spelling", () => {
    const value: unknown = JSON.parse('{"id":"a","history_length":2,"tenant":null}');
    const decoded = GetTaskRequestCodec.decodeParsed(value, { wellFormed: true });
    expect(decoded).toBe(value);
    expect(decoded).toEqual({ id: "a", historyLength: 2 });
  });

  test("reports what decode reports", () => {
    const value: unknown = JSON.parse('{"id":1,"historyLength":-1,"status":[]}');
    const byDecode = TaskCodec.tryDecode(value);
    let issues: unknown;
    try {
      TaskCodec.decodeParsed(value, { wellFormed: true });
    } catch (error) {
      issues = error instanceof DecodeError ? error.issues : error;
    }
    expect(byDecode).toEqual({ ok: false, issues });
  });

  test("looks for halves of surrogate pairs unless there can be none", () => {
    const value: unknown = JSON.parse('{"id":"\\ud800"}');
    expect(() => GetTaskRequestCodec.decodeParsed(value, { wellFormed: false })).toThrow(DecodeError);
    expect(GetTaskRequestCodec.decodeParsed(value, { wellFormed: true })).toBe(value);
    // What is known of one value is not thought of the next.
    expect(GetTaskRequestCodec.is(value)).toBe(false);
  });

  test("can be lenient", () => {
    const paths: string[] = [];
    const value: unknown = JSON.parse("{}");
    const onWarning = ({ path }: { path: string }): number => paths.push(path);
    expect(GetTaskRequestCodec.decodeParsed(value, { wellFormed: true, lenient: true, onWarning })).toEqual({
      id: "",
    });
    expect(paths).toEqual(["id"]);
  });

  test("never takes a field from Object.prototype", () => {
    const value: unknown = JSON.parse('{"id":"a"}');
    const decoded = withPollution(() => GetTaskRequestCodec.decodeParsed(value, { wellFormed: true }));
    expect([Object.getPrototypeOf(decoded), JSON.stringify(decoded)]).toEqual([null, '{"id":"a"}']);
  });
});
