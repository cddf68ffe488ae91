import { uniqueName } from "../../naming/unique-name.ts";
import { code, importType, importValue } from "../../print/piece.ts";
import { type Literal, printLiteral } from "../../print/print-literal.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { checksModule, typesModule } from "../../schema/schema-context.ts";
import type { SchemaRoot } from "../../schema/schema-names.ts";
import type { SchemaNode, SchemaSet } from "../../schema/schema-node.ts";
import { buildSchemaTypes } from "./schema-types.ts";

export interface SchemaFakesInit {
  readonly set: SchemaSet;
  readonly roots: readonly SchemaRoot[];
  readonly path: string;
  /** The file that names the roots. */
  readonly source: string;
}

/** Emits for every root a function that makes plausible values of it, which its codec takes. */
export function emitSchemaFakes({ set, roots, path, source }: SchemaFakesInit): SourceFile {
  const names = new Set<string>();
  const fakes = new Map<string, { readonly node: SchemaNode; readonly name: string }>();
  for (const { ref, name } of roots) {
    const node = set.find(ref);
    if (node === undefined) continue;
    // Files may have types of one name.
    const own = uniqueName(name, names);
    names.add(own);
    fakes.set(own, { node, name });
  }
  const types = buildSchemaTypes(new Map([...fakes].map(([own, { node }]) => [own, node])));
  const out = createSourceFile({ path, source });
  for (const own of fakes.keys()) out.declare(`fake${own}`);
  printLiteral(out, types as Literal, {
    open: code`const types${ts`: ${runtimeType("FakeTypes", "fakes")}`} = `,
    close: ";",
  });
  for (const [own, { node, name }] of fakes) {
    const [type, codec] = [
      importType(name, typesModule(node)),
      importValue(`${name}Codec`, checksModule(node)),
    ];
    const call = code`${runtimeValue("fakeOf", "fakes")}(types, ${JSON.stringify(own)}, ${codec})`;
    out.blank();
    out.doc(`Makes ${name} for tests: plausible, valid, the same for the same seed.`);
    out.line(
      code`export const fake${own}${ts`: ${runtimeType("Fake", "fakes")}<${type}>`} = /* @__PURE__ */ ${call};`,
    );
  }
  return out;
}
