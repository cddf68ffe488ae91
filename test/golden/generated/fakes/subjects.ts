import { readFile } from "node:fs/promises";
import type { Codec } from "@a2agen/runtime";
import type { BinaryType } from "@a2agen/runtime/binary";
import type { Fake } from "@a2agen/runtime/fakes";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { versionTable } from "../../../../generated/versions/table.ts";

/** A fake with what judges its values. */
export interface Subject {
  readonly name: string;
  readonly fake: Fake<unknown>;
  readonly codec: Codec<unknown>;
  /** Of a type of a proto. */
  readonly binary: BinaryType | undefined;
  readonly schema: ValidateFunction | undefined;
}

export type Exports = Readonly<Record<string, unknown>>;

/** Those of a module of fakes; `modules` have the codecs. */
export function listSubjects(
  fakes: Exports,
  modules: Exports,
  schemaOf: (name: string) => ValidateFunction | undefined = () => undefined,
): readonly Subject[] {
  return Object.entries(fakes).map(([key, fake]) => {
    const name = key.replace(/^fake/, "");
    const codec = modules[`${name}Codec`];
    if (codec === undefined) throw new Error(`no codec of ${name}`);
    return {
      name,
      fake: fake as Fake<unknown>,
      codec: codec as Codec<unknown>,
      binary: modules[`${name}Binary`] as BinaryType | undefined,
      schema: schemaOf(name),
    };
  });
}

/** The versions that have a package. */
export const versions = versionTable.filter((row) => !("formOf" in row));

export async function loadVersion({
  module,
  directory,
}: (typeof versions)[number]): Promise<readonly Subject[]> {
  const root = new URL(`../../../../${directory}/`, import.meta.url);
  const bundle = JSON.parse(await readFile(new URL("schemas/a2a.schema.json", root), "utf8")) as {
    readonly $id: string;
  };
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, schemas: [bundle] });
  addFormats(ajv);
  const [fakes, modules] = await Promise.all([
    import(`${module}/fakes`) as Promise<Exports>,
    import(module) as Promise<Exports>,
  ]);
  return listSubjects(fakes, modules, (name) => ajv.getSchema(`${bundle.$id}#/$defs/${name}`));
}
