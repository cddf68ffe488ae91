import { code, importType, importValue } from "../print/piece.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import { runtime } from "./type-text.ts";

/** Emits what tells the values of an enum, and what is said of others. */
export function emitEnum(name: string, values: readonly string[], { out, typesFile }: JsonContext): void {
  const names = functionNames(name);
  out.doc(`Whether a value is a ${name}.`);
  out.block(
    code`export function ${names.is}(value: unknown): value is ${importType(name, typesFile)} {`,
    () =>
      out.block(
        "switch (value) {",
        () => {
          for (const value of values) out.line(`case ${JSON.stringify(value)}:`);
          out.indent(() => out.line("return true;"));
          out.line("default:");
          out.indent(() => out.line("return false;"));
        },
        "}",
      ),
    "}",
  );
  out.blank();
  out.doc(`What is known of ${name} when a value is refused.`);
  out.line(
    code`export const ${names.kind}: ${importType("Kind", runtime)} = /* @__PURE__ */ ${runtimeValue("enumKind")}(${names.is}, { name: ${JSON.stringify(name)}, values: ${importValue(name, typesFile)} });`,
  );
}
