import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { findChanges, takeSnapshot } from "../../shared/snapshot-globals.ts";

/** The names that a change brings to light; `undo` puts back what it has changed. */
function changesBy(change: () => () => void): readonly string[] {
  const before = takeSnapshot();
  const undo = change();
  try {
    return findChanges(before, takeSnapshot());
  } finally {
    undo();
    expect(findChanges(before, takeSnapshot())).toEqual([]);
  }
}

function set(object: object, key: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, key);
  Object.defineProperty(object, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: object === process.env,
  });
  return () => {
    if (before === undefined) Reflect.deleteProperty(object, key);
    else Object.defineProperty(object, key, before);
  };
}

describe("a change of globals is found", () => {
  test.each<[string, () => () => void, readonly string[]]>([
    ["nothing", () => () => undefined, []],
    ["a new global", () => set(globalThis, "leftOver", 1), ["leftOver"]],
    ["another function", () => set(globalThis, "fetch", () => undefined), ["fetch"]],
    ["another method", () => set(Array.prototype, "map", () => []), ["Array.prototype.map"]],
    ["another static method", () => set(Date, "now", () => 0), ["Date.now"]],
    ["a property for all objects", () => set(Object.prototype, "polluted", 1), ["Object.prototype.polluted"]],
    [
      "a method of all typed arrays",
      () => set(Object.getPrototypeOf(Uint8Array.prototype) as object, "at", () => 0),
      ["%TypedArray%.prototype.at"],
    ],
    ["a method of the console", () => set(console, "log", () => undefined), ["console.log"]],
    ["a variable", () => set(process.env, "A2AGEN_LEFT_OVER", "1"), ["process.env.A2AGEN_LEFT_OVER"]],
    [
      "the directory",
      () => {
        const before = process.cwd();
        process.chdir(tmpdir());
        return () => process.chdir(before);
      },
      ["process.cwd()"],
    ],
  ])("%s", (_, change, want) => {
    expect(changesBy(change)).toEqual(want);
  });
});
