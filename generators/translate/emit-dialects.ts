import { toCamelWords } from "../naming/casing.ts";
import { code } from "../print/piece.ts";
import { codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import type { Version } from "./version.ts";

/** Emits what it takes to tell the versions apart. */
export function emitDialects(versions: readonly Version[]): SourceFile {
  const out = createSourceFile({ path: "dialects" });
  for (const name of ["dialects", "detect"]) out.declare(name);
  for (const version of versions) {
    out.line(`import * as ${variableOf(version)} from ${JSON.stringify(version.module)};`);
  }
  out.blank();
  out.doc("The versions of the protocol, from the oldest to the newest.");
  out.block(
    code`export const dialects: readonly ${runtimeType("Dialect", "versions")}[] = [`,
    () => {
      for (const version of versions) emitDialect(version, out);
    },
    "];",
  );
  out.blank();
  out.doc("Says which version and type a JSON value is.");
  const create = codegenValue("createDetector", "versions");
  out.line(
    code`export const detect: ${runtimeType("Detect", "versions")} = /* @__PURE__ */ ${create}(dialects);`,
  );
  return out;
}

function emitDialect(version: Version, out: SourceFile): void {
  const variable = variableOf(version);
  out.block(
    "{",
    () => {
      out.line(`name: ${JSON.stringify(version.name)},`);
      out.line(`version: ${JSON.stringify(version.protocolVersion)},`);
      out.line(`service: ${variable}.${version.service},`);
      out.block(
        "codecs: [",
        () => {
          for (const name of codecNames(version)) out.line(`${variable}.${name}Codec,`);
        },
        "],",
      );
    },
    "},",
  );
}

/** The types that have codecs: those with names, and what methods take and return. */
function codecNames({ types, methods }: Version): readonly string[] {
  const named = [...types.values()].filter((type) => type.kind === "object" || !type.hidden);
  const used = methods.flatMap(({ request, response }) => [request.name, response.name]);
  // Types of other packages, google.protobuf.Empty, have theirs elsewhere.
  return [...new Set([...named.map(({ name }) => name), ...used.filter((name) => !name.includes("."))])];
}

/** "a2a-1.0-draft" -> "a2a10Draft". */
function variableOf({ name }: Version): string {
  return toCamelWords(name.replaceAll(".", ""));
}
