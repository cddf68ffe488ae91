import { fakeAgentCard } from "@a2agen/a2a-1.0/fakes";
import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import { fakeOf, type Shape } from "@a2agen/runtime/fakes";
import fc from "fast-check";
import { expect, test } from "vitest";

function sample(shape: Shape, numRuns = 1000): readonly unknown[] {
  const fake = fakeOf<{ readonly value?: unknown }>({ Type: { fields: { value: shape } } }, "Type");
  return fc.sample(arbitraryOf(fake), { seed: 1, numRuns }).map(({ value }) => value);
}

test.each<readonly [shape: Shape, edges: readonly unknown[]]>([
  ["bool", [undefined, true, false]],
  ["text", [undefined, "", "__proto__", "toString", "\u{10ffff}\uffff\ud7ff\ue000", "x".repeat(127)]],
  ["int32", [undefined, 0, 127, 128, 16384, 2 ** 31 - 1, -(2 ** 31)]],
  ["uint32", [undefined, 0, 127, 2 ** 31, 2 ** 32 - 1]],
  ["int64", ["9007199254740993", "9223372036854775807", "-9223372036854775808"]],
  ["uint64", ["9007199254740993", "18446744073709551615"]],
  ["double", [0, 0.1, 1e21, 1e-7, "NaN", "Infinity", "-Infinity"]],
  ["float", [0, 1, 2 ** -149, "NaN", "Infinity", "-Infinity"]],
  ["number", [0.1, 1e21, 1e-7]],
  ["timestamp", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.001Z"]],
  ["duration", ["0s", "-0.500s", "315576000000s", "-315576000000s"]],
])("arbitraries of %j reach the edges", (shape, edges) => {
  const found = new Set(sample(shape));
  expect(edges.filter((edge) => !found.has(edge))).toEqual([]);
});

test("maps have keys that objects inherit, or sort first", () => {
  const keys = new Set(sample({ map: "bool" }).flatMap((map) => Object.keys(map ?? {})));
  expect(
    ["__proto__", "constructor", "hasOwnProperty", "", "1", "01", "a.b"].filter((key) => !keys.has(key)),
  ).toEqual([]);
});

test("rules of texts leave texts only", () => {
  const kinds = new Set(sample({ leaf: "text", rules: { minLength: 1 } }).map((value) => typeof value));
  expect(kinds).toEqual(new Set(["undefined", "string"]));
});

test("what objects need four levels for is there too", () => {
  const schemes = fc
    .sample(arbitraryOf(fakeAgentCard), { seed: 1, numRuns: 200 })
    .flatMap(({ securitySchemes = {} }) => Object.values(securitySchemes));
  const flows = schemes.flatMap(({ oauth2SecurityScheme }) => Object.keys(oauth2SecurityScheme?.flows ?? {}));
  expect(new Set(flows).size).toBeGreaterThan(3);
});

test("what holds itself ends", () => {
  const fake = fakeOf<object>({ Chain: { fields: { next: "#Chain", all: { list: "#Chain" } } } }, "Chain");
  const depths = fc.sample(arbitraryOf(fake), { seed: 1, numRuns: 300 }).map(depthOf);
  expect(Math.max(...depths)).toBe(4);
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Math.max(0, ...Object.values(value).map(depthOf));
  return Array.isArray(value) ? inner : 1 + inner;
}
