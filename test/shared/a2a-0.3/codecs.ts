import type { Codec } from "@a2agen/runtime";
import * as generated from "../../../generated/a2a-0.3/src/index.ts";
import schema from "../../../profiles/a2a-0.3.schema.json" with { type: "json" };

/** The names of all definitions of the schema. */
export const definitionNames: readonly string[] = Object.keys(schema.definitions);

export { schema };

/** The codec of a definition. */
export function codecOf(name: string): Codec<unknown> {
  const codec = new Map<string, unknown>(Object.entries(generated)).get(`${name}Codec`);
  if (codec === undefined) throw new Error(`no codec of ${name}`);
  return codec as Codec<unknown>;
}
