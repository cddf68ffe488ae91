import { toPropertyName } from "../naming/identifiers.ts";
import { toPascalWords } from "../naming/words.ts";
import { code, join } from "../print/piece.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import type { Definition, Definitions, Property } from "./schema-model.ts";
import { type TypeContext, typeOf } from "./type-text.ts";

/** Emits an interface for every object of a schema, and a type for everything else. */
export function emitTypes(definitions: Definitions, path: string): SourceFile {
  const out = createSourceFile({ path });
  const visible = [...definitions.values()].filter(({ hidden }) => !hidden);
  for (const { name } of visible) out.declare(name);
  visible.forEach((definition, i) => {
    if (i > 0) out.blank();
    emitDefinition(definition, { out, definitions, typesFile: `./${path}`, namesHidden: false });
  });
  return out;
}

interface FileContext extends TypeContext {
  readonly out: SourceFile;
}

function emitDefinition({ name, doc, body }: Definition, context: FileContext): void {
  const { out } = context;
  out.doc(doc);
  switch (body.kind) {
    case "object":
      out.block(
        `export interface ${name} {`,
        () => {
          for (const property of body.properties) emitProperty(property, context);
        },
        "}",
      );
      return;
    case "enum":
      out.block(
        `export const ${name} = {`,
        () => {
          for (const value of body.values) {
            out.line(`${toPropertyName(toPascalWords(value))}: ${JSON.stringify(value)},`);
          }
        },
        "} as const;",
      );
      out.line(`export type ${name} = (typeof ${name})[keyof typeof ${name}];`);
      return;
    case "union": {
      const arms = body.arms.map((arm) => typeOf(arm, context));
      if (arms.length < 4) {
        out.line(code`export type ${name} = ${join(arms, " | ")};`);
        return;
      }
      out.line(`export type ${name} =`);
      out.indent(() => {
        arms.forEach((arm, i) => {
          out.line(code`| ${arm}${i === arms.length - 1 ? ";" : ""}`);
        });
      });
      return;
    }
    case "alias":
      out.line(code`export type ${name} = ${typeOf(body.node, context)};`);
  }
}

function emitProperty(property: Property, context: FileContext): void {
  const { out } = context;
  const { name, required, node } = property;
  out.doc(docOf(property));
  out.line(code`${toPropertyName(name)}${required ? "" : "?"}: ${typeOf(node, context)};`);
}

function docOf({ doc, required, default: absent }: Property): string {
  if (absent === undefined) return doc;
  const text = JSON.stringify(absent);
  const sentence = required ? `Usually ${text}.` : `Absent means ${text}.`;
  return doc === "" ? sentence : `${doc}\n\n${sentence}`;
}
