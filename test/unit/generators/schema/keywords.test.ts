import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { compileSchema } from "../../../shared/schema/compile-schemas.ts";
import {
  ajvVerdict,
  type Dialect,
  dialects,
  hyperjumpVerdict,
} from "../../../shared/schema/other-validators.ts";
import { cases } from "./cases.ts";

const both = ["7", "2020-12"] as const satisfies readonly Dialect[];
const all = cases.flatMap((each) =>
  (each.dialect === undefined ? both : [each.dialect]).map((dialect) => ({ ...each, dialect })),
);

describe("generated codecs and two validators", () => {
  test.each(all)("$dialect: $name", async ({ schema, right, wrong, dialect, differ }) => {
    const document = typeof schema === "object" ? { $schema: dialects[dialect], ...schema } : schema;
    const { codec, diagnostics } = compileSchema(document);
    expect(diagnostics.filter((line) => line.includes("error"))).toEqual([]);
    const others = {
      ajv: ajvVerdict(document, dialect),
      hyperjump: await hyperjumpVerdict(document, dialect),
    };
    const verdicts = [...right, ...wrong].map((value) => {
      const copy = structuredClone(value);
      const ours = [codec?.is(value), codec?.tryDecode(value).ok, isDeepStrictEqual(value, copy)];
      return { value, ours, ajv: others.ajv(value), hyperjump: others.hyperjump(value) };
    });
    const expected = [...right, ...wrong].map((value, at) => {
      const isRight = at < right.length;
      const isOther = (who: string): boolean =>
        differ?.who === who && differ.values.some((each) => isDeepStrictEqual(each, value));
      const [ajv, hyperjump] = ["ajv", "hyperjump"].map((who) => isRight !== isOther(who));
      return { value, ours: [isRight, isRight, true], ajv, hyperjump };
    });
    expect(verdicts).toEqual(expected);
  });
});
