import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../shared/runs.ts";
import { compileSchema } from "../../../shared/schema/compile-schemas.ts";
import { ajvVerdict, dialects, hyperjumpVerdict } from "../../../shared/schema/other-validators.ts";
import { schemas, values } from "../../../shared/schema/random-schemas.ts";

/**
 * Its code for what is evaluated throws, and is wrong, where conditions are in one another; an empty array
 * contains something for it where there are prefixItems.
 */
function ajvDiffers(schema: string): boolean {
  return (
    schema.includes('"unevaluated') || (schema.includes('"contains"') && schema.includes('"prefixItems"'))
  );
}

describe("random schemas and values", () => {
  test.each(["7", "2020-12"] as const)(
    "get one verdict of three validators, draft %s",
    { tags: "thorough" },
    async (dialect) => {
      await fc.assert(
        fc.asyncProperty(
          schemas(dialect),
          fc.array(values, { minLength: 5, maxLength: 20 }),
          async (...arbitrary) => {
            // Objects of fast-check may have no prototype.
            const [given, all] = JSON.parse(JSON.stringify(arbitrary)) as typeof arbitrary;
            const schema = { $schema: dialects[dialect], ...given };
            const { codec, diagnostics } = compileSchema(schema);
            expect(diagnostics.filter((line) => line.includes(": error:"))).toEqual([]);
            const ours = all.map((value) => codec?.is(value));
            const hyperjump = await hyperjumpVerdict(schema, dialect);
            expect(ours).toEqual(all.map(hyperjump));
            if (!ajvDiffers(JSON.stringify(schema)))
              expect(ours).toEqual(all.map(ajvVerdict(schema, dialect)));
          },
        ),
        { numRuns: runs(60) },
      );
    },
  );
});
