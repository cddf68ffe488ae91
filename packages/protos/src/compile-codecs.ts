import type { Diagnostics } from "@a2agen/generators/model/diagnostics.ts";
import type { SourceFile } from "@a2agen/generators/print/source-file.ts";
import { readStatements } from "@a2agen/generators/print/statements.ts";
import { toJavaScript } from "@a2agen/generators/print/to-javascript.ts";
import { emitSchemas } from "@a2agen/generators/schema/emit-schemas.ts";
import { type SchemaRoot, stemOf } from "@a2agen/generators/schema/schema-names.ts";
import type { SchemaSet } from "@a2agen/generators/schema/schema-node.ts";
import type { Codec } from "@a2agen/runtime";
import * as support from "@a2agen/runtime/codegen/schema";

type Module = Readonly<Record<string, unknown>>;

/**
 * The codecs of schemas for use at once, by the references of the roots: what the generator writes, run. The
 * literals of a schema stand in it as the generator escapes them. None when an error was reported.
 */
export function compileCodecs(
  set: SchemaSet,
  roots: readonly SchemaRoot[],
  diagnostics: Diagnostics,
): ReadonlyMap<string, Codec<unknown>> {
  const modules = runFiles(emitSchemas(set, roots, diagnostics));
  return new Map(
    roots.flatMap(({ ref, name }) => {
      const module = modules.get(`${stemOf(ref.split("#")[0] ?? "")}_json.js`);
      const codec = module?.[`${name}Codec`];
      return codec === undefined ? [] : [[ref, codec as Codec<unknown>] as const];
    }),
  );
}

/** Runs emitted files; the modules have the names that imports between them have. */
export function runFiles(files: readonly SourceFile[]): ReadonlyMap<string, Module> {
  const modules = new Map<string, Module>([["@a2agen/runtime/codegen/schema", support]]);
  for (const file of files.filter(({ path }) => path.endsWith("_json"))) {
    const text = file.toMarkedText({ header: "", importExtension: "js" });
    modules.set(`${file.path}.js`, runModule(file.path, toJavaScript(readStatements(text)), modules));
  }
  return modules;
}

/** What is imported from others is looked up when it is called, since modules go in circles. */
function runModule(path: string, code: string, modules: ReadonlyMap<string, Module>): Module {
  const exported = [...code.matchAll(/^export (?:function|const) ([\w$]+)/gm)].map(([, name = ""]) => name);
  const body = code
    .replaceAll(/^import \{([^}]*)\} from "([^"]*)";$/gm, (_, names: string, from: string) => {
      const isOurs = from.startsWith(".");
      const module = isOurs ? new URL(from, `file:///${path}`).pathname.slice(1) : from;
      const get = `modules.get(${JSON.stringify(module)})`;
      return names
        .split(",")
        .filter((name) => name.trim() !== "")
        .map((name) => {
          const [imported = "", local = imported] = name.trim().split(" as ");
          const value = isOurs ? `(...all) => ${get}.${imported}(...all)` : `${get}.${imported}`;
          return `const ${local} = ${value};`;
        })
        .join("\n");
    })
    .replaceAll(/^export /gm, "");
  // oxlint-disable-next-line no-implied-eval -- the generator has written it
  const run = new Function("modules", `"use strict";\n${body}\nreturn { ${exported.join(", ")} };`) as (
    all: typeof modules,
  ) => Module;
  return run(modules);
}
