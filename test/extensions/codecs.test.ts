import { describe, expect, test } from "vitest";
import { compileSchemas } from "../shared/schema/compile-schemas.ts";
import { areNear, toPointer } from "./places.ts";
import { type Family, listTypes, readFamilies } from "./read-families.ts";

describe.each(await readFamilies())("generated codecs of $name", (family) => {
  const types = listTypes(family);
  const { codecs, diagnostics } = compileFamily(family);

  test("the generator understands the schemas", () => {
    expect(diagnostics.filter((line) => !line.endsWith("[schema-loose]"))).toEqual([]);
  });

  test.each([...types])("%s", (name, type) => {
    const codec = codecs[`${rootName(type)}Codec`];
    const cases = family.cases[name];
    if (codec === undefined || cases === undefined) throw new Error(`${type} or its cases are missing`);
    for (const [title, value] of Object.entries(cases.valid))
      expect(codec.tryDecode(value), `${name}: ${title}`).toEqual({ ok: true, value, warnings: [] });
    for (const [title, { value, at }] of Object.entries(cases.invalid)) {
      const result = codec.tryDecode(value);
      const places = result.ok ? [] : result.issues.map(({ segments }) => toPointer(segments));
      expect({ places, isNear: places.some((place) => areNear(place, at)) }, `${name}: ${title}`).toEqual({
        places,
        isNear: true,
      });
    }
  });
});

function compileFamily(family: Family): ReturnType<typeof compileSchemas> {
  const documents = [...family.schemas].map(([path, json]) => ({ path, json }));
  const refs = new Set(listTypes(family).values());
  return compileSchemas(
    documents,
    [...refs].map((ref) => ({ ref, name: rootName(ref) })),
  );
}

/** `schemas/v1_0.json#/$defs/ToAgent` becomes `V10ToAgent`: documents of one family have the same names. */
function rootName(ref: string): string {
  const [, stem = "", name = ""] = /^schemas\/(.*)\.json#\/\$defs\/(.*)$/.exec(ref) ?? [];
  return stem.replaceAll(/(?:^|[^a-z0-9])([a-z0-9])/g, (_, first: string) => first.toUpperCase()) + name;
}
