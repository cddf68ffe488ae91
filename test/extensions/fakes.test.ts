import { join } from "node:path";
import { listRoots } from "@a2agen/generators/emit/extension/emit-manifest.ts";
import { buildSchemaTypes } from "@a2agen/generators/emit/fakes/schema-types.ts";
import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import { compileCodecs } from "@a2agen/protos/compile-codecs.ts";
import { readManifest } from "@a2agen/protos/read-manifest.ts";
import { arbitraryOf, invalidOf } from "@a2agen/runtime/arbitraries";
import { fakeOf } from "@a2agen/runtime/fakes";
import { Ajv } from "ajv";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseSeed } from "../shared/random/seed.ts";
import { runs } from "../shared/runs.ts";
import { readFamilies } from "./read-families.ts";

const seed = Number(chooseSeed());

/** Its schema takes everything. */
const opaque = "RiskData";

describe.each(await readFamilies())("fakes of $name", async ({ folder, schemas }) => {
  const { manifest, schemas: documents } = await readManifest(join(folder, "extension.yaml"));
  const set = readSchemas(documents, createDiagnostics());
  const roots = listRoots(manifest);
  const codecs = compileCodecs(set, roots, createDiagnostics());
  const subjects = roots.flatMap(({ ref, name }) => {
    const [node, codec] = [set.find(ref), codecs.get(ref)];
    if (node === undefined || codec === undefined) throw new Error(`${ref}: no such schema`);
    const types = buildSchemaTypes(new Map([[name, node]]));
    return [{ name, ref, fake: fakeOf<unknown>(types, name, codec) }];
  });
  const validate = compile(schemas);

  test.each(subjects.filter(({ name }) => name !== opaque))(
    "$ref: values are right by ajv (seed %$)",
    { tags: "thorough" },
    ({ ref, fake }) => {
      const fits = validate(ref);
      for (let index = 0; index < 20; index++) expect(fits(fake(index))).toBe(true);
      expect(fake(3)).toEqual(fake(3));
      fc.assert(
        fc.property(arbitraryOf(fake), (value) => {
          expect(fits(value)).toBe(true);
        }),
        { seed, numRuns: runs(30) },
      );
      fc.assert(
        fc.property(invalidOf(fake), ({ value, issues }) => {
          expect(fits(value)).toBe(false);
          const places = (fits.errors ?? []).map(({ instancePath }) =>
            lettersOf(instancePath.replaceAll("~1", "/").replaceAll("~0", "~")),
          );
          // Ajv names what is around a missing member, and the whole of a union.
          const isAt = (path: string, place: string): boolean => {
            // Paths cut names that are long.
            const [before = "", ...cut] = path.split('..."');
            return cut.length === 0 ? spell(path).startsWith(place) : place.startsWith(spell(`${before}"`));
          };
          const isNear = issues.some(({ path }) => places.some((place) => isAt(path, place)));
          expect(isNear ? [] : { value, issues, places }).toEqual([]);
        }),
        { seed, numRuns: runs(30) },
      );
    },
  );
});

/** Finds validators of the references of a manifest. */
function compile(schemas: ReadonlyMap<string, object>): (ref: string) => ValidateFunction {
  const draft7 = [...schemas.values()].some((schema) => JSON.stringify(schema).includes("draft-07"));
  const ajv = new (draft7 ? Ajv : Ajv2020)({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const [path, schema] of schemas) ajv.addSchema({ ...schema, $id: `https://test.example/${path}` });
  return (ref) => {
    const found = ajv.getSchema(`https://test.example/${ref}`);
    if (found === undefined) throw new Error(`${ref}: no such schema`);
    return found as ValidateFunction;
  };
}

/** The letters of a path, in which names that are no words are quoted. */
function spell(path: string): string {
  return lettersOf(path.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => String(JSON.parse(quoted))));
}

/** What paths and pointers have in common. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, "");
}
