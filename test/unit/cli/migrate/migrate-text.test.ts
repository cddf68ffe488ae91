import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { rewriteJson } from "../../../../packages/cli/src/migrate/json-text.ts";
import { keepOrder } from "../../../../packages/cli/src/migrate/keep-order.ts";
import { migrateText } from "../../../../packages/cli/src/migrate/migrate-text.ts";
import { openYaml } from "../../../../packages/cli/src/migrate/yaml-text.ts";
import { findVersion, loadVersions } from "../../../../packages/migrate/src/versions.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed()) || 1;

/** Values with few keys, so that two of them have much in common; JSON has no -0. */
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 0, 1.5, "", "a", "# x", "\u2028", "1"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", ""), tie("value"), { maxKeys: 4 }),
  ),
}));

describe(`a text with another value (seed ${seed})`, () => {
  test.each([{ indent: undefined }, { indent: 2 }, { indent: "\t" }])(
    "says in JSON with the indentation $indent exactly that value",
    { tags: "thorough" },
    ({ indent }) => {
      fc.assert(
        fc.property(json, json, (before, after) => {
          const text = `${JSON.stringify(before, undefined, indent)}\n`;
          expect(rewriteJson(text, JSON.parse(text))).toBe(text);
          const rewritten = rewriteJson(text, keepOrder(after, before));
          expect(JSON.parse(rewritten)).toEqual(after);
          expect(rewriteJson(rewritten, JSON.parse(rewritten))).toBe(rewritten);
        }),
        { seed, numRuns: runs(60) },
      );
    },
  );

  test("says in YAML exactly that value", { tags: "thorough" }, async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (before, after) => {
        const { values, rewrite } = await openYaml(`${JSON.stringify(before)}\n`);
        expect(values).toEqual([before]);
        expect(parse(rewrite([keepOrder(after, before)]))).toEqual(after);
      }),
      { seed, numRuns: runs(60) },
    );
  });
});

test("an empty text in YAML becomes null", async () => {
  const { rewrite } = await openYaml('- [""]\n');
  expect(rewrite([[[null]]])).toBe("- [null]\n");
});

test("what is moved keeps the spelling of its numbers and the order of its fields", () => {
  const text = '{\n  "b": 12345678901234567890,\n  "a": {\n    "z": 1.0\n  }\n}\n';
  const before = JSON.parse(text) as { a: unknown; b: unknown };
  const after = keepOrder({ in: { a: before.a, b: before.b } }, before);
  expect(rewriteJson(text, after)).toBe(
    '{\n  "in": {\n    "b": 12345678901234567890,\n    "a": {\n      "z": 1.0\n    }\n  }\n}\n',
  );
});

describe("a text of more than 500 levels is refused before anything walks through it", () => {
  const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const message = (x: string): string =>
    `{"kind": "message", "messageId": "m", "role": "user", "parts": [{"kind": "text", "text": "a"}], "x": ${x}}`;

  test.each([
    { format: "json", levels: 100_000, reason: "" },
    { format: "json-lines", levels: 100_000, reason: "line 1: " },
    { format: "yaml", levels: 510, reason: "" },
  ] as const)("in $format", async ({ format, levels, reason }) => {
    const versions = await loadVersions();
    const options = { versions, to: findVersion("1.0", "--to", versions.dialects) };
    await expect(migrateText(message(deep(levels)), format, options)).rejects.toThrow(
      new SyntaxError(`${reason}expected at most 500 levels, found more`),
    );
    expect(await migrateText(message(deep(400)), format, options)).toMatchObject({ known: 0 });
    expect(await migrateText(message(deep(90)), format, options)).toMatchObject({ known: 1 });
  });
});
