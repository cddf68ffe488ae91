import { create, fromJson, toJson } from "@bufbuild/protobuf";
import { FieldMaskSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fieldMaskFromPaths,
  fieldMaskToPaths,
  isFieldMask,
} from "../../../../packages/runtime/src/core/field-mask.ts";
import { runs } from "../../../shared/runs.ts";

describe("isFieldMask", () => {
  const masks: { name: string; json: string; paths: string[] }[] = [
    { name: "no path", json: "", paths: [] },
    { name: "one name", json: "name", paths: ["name"] },
    { name: "a name of two words", json: "displayName", paths: ["display_name"] },
    { name: "names within names", json: "user.displayName", paths: ["user.display_name"] },
    { name: "several paths", json: "user.displayName,photo", paths: ["user.display_name", "photo"] },
    { name: "digits in a name", json: "line2,fooBar10Baz", paths: ["line2", "foo_bar10_baz"] },
    { name: "one letter after another", json: "aBC", paths: ["a_b_c"] },
    { name: "a name that begins with an underscore in proto", json: "Foo", paths: ["_foo"] },
    { name: "everything", json: "*", paths: ["*"] },
    { name: "everything of a list", json: "items.*.id", paths: ["items.*.id"] },
  ];
  for (const { name, json, paths } of masks) {
    test(`accepts ${name}, which converts both ways`, () => {
      expect({
        is: isFieldMask(json),
        paths: fieldMaskToPaths(json),
        json: fieldMaskFromPaths(paths),
      }).toEqual({
        is: true,
        paths,
        json,
      });
    });
  }

  const wrong: { name: string; given: string }[] = [
    { name: "an underscore", given: "display_name" },
    { name: "an empty path", given: "a,,b" },
    { name: "a comma at the end", given: "a," },
    { name: "a comma at the start", given: ",a" },
    { name: "an empty name", given: "a..b" },
    { name: "a dot at the end", given: "a." },
    { name: "a dot at the start", given: ".a" },
    { name: "a space", given: "a, b" },
    { name: "a digit at the start", given: "1a" },
    { name: "a star within a name", given: "a*" },
    { name: "a letter after a star", given: "*a" },
    { name: "a letter beyond ASCII", given: "n\u00e4me" },
  ];
  for (const { name, given } of wrong) {
    test(`rejects ${name}`, () => {
      expect(isFieldMask(given)).toBe(false);
    });
  }
});

describe("fieldMaskFromPaths", () => {
  for (const path of [
    "foo__bar",
    "foo_1",
    "foo_",
    "fooBar",
    "",
    "a,b",
    "a b",
    "a..b",
    "foo_Bar",
    "__proto__",
  ]) {
    test(`throws for the path ${JSON.stringify(path)}`, () => {
      expect(() => fieldMaskFromPaths(["ok", path])).toThrow(
        new RangeError(`expected a path that lowerCamelCase can carry, got ${JSON.stringify(path)}`),
      );
    });
  }

  test("agrees with protobuf-es both ways", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,3}(_[a-z][a-z0-9]{0,3}){0,2}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
        const json = fieldMaskFromPaths(paths);
        expect(isFieldMask(json)).toBe(true);
        expect(toJson(FieldMaskSchema, create(FieldMaskSchema, { paths }))).toBe(json);
        expect(fromJson(FieldMaskSchema, json).paths).toEqual(paths);
        expect(fieldMaskToPaths(json)).toEqual(paths);
      }),
    );
  });

  test("accepts only masks that come back the same", { tags: "thorough" }, () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aB1_.,*"), maxLength: 8 }), (text) => {
        if (isFieldMask(text)) expect(fieldMaskFromPaths(fieldMaskToPaths(text))).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });
});
