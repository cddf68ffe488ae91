import { dirname, relative, sep } from "node:path";
import type { ts as tsTypes } from "ts-morph";
import { compareCodeUnits } from "../../../generators/naming/order.ts";
import { endingOf, generatedEnding, type ImportAdder, withEnding } from "./add-imports.ts";
import { quoted, readStyle } from "./file-style.ts";
import type { GeneratedService, ProjectProgram } from "./generated-code.ts";
import { writeStub } from "./write-stub.ts";

export interface WriteHandlerInit {
  readonly program: ProjectProgram;
  readonly className: string;
  /** The file that is written. */
  readonly file: tsTypes.SourceFile;
  /** A file of the author's to write like. */
  readonly like: tsTypes.SourceFile | undefined;
}

interface Wanted {
  readonly types: Set<string>;
  readonly values: Set<string>;
}

/** A file with a class that refuses every call of a service. */
export function writeHandler(
  service: GeneratedService,
  { program, className, file, like }: WriteHandlerInit,
): string {
  const style = readStyle(program.ts, like ?? service.file);
  const { semicolon, indent } = style;
  const wanted = new Map<string, Wanted>();
  const ending = endingOf(firstRelative(program, like) ?? generatedEnding(program));
  const imports: ImportAdder = {
    nameFor({ name, isType, from }) {
      const specifier = typeof from === "string" ? from : specifierOf(file.fileName, from.fileName, ending);
      const entry = wanted.get(specifier) ?? { types: new Set(), values: new Set() };
      (isType ? entry.types : entry.values).add(name);
      wanted.set(specifier, entry);
      return name;
    },
    finish: () => undefined,
  };
  const name = imports.nameFor({ name: service.name, isType: true, from: service.file });
  const methods = service.methods.map((method) =>
    writeStub(method, { program, imports, style })
      .map((line) => (line === "" ? "" : indent + line))
      .join("\n"),
  );
  const lines = [...wanted]
    .sort(([a], [b]) => Number(a.startsWith(".")) - Number(b.startsWith(".")) || compareCodeUnits(a, b))
    .map(([specifier, { types, values }]) => {
      const mark = values.size === 0 ? "" : "type ";
      const names = [...[...types].map((each) => `${mark}${each}`), ...values];
      const list = names.sort((a, b) => compareCodeUnits(a.replace("type ", ""), b.replace("type ", "")));
      const keyword = values.size === 0 ? "import type" : "import";
      return `${keyword} { ${list.join(", ")} } from ${quoted(specifier, style)}${semicolon}`;
    });
  const text = [
    ...lines,
    "",
    `/** Answers the methods of ${service.name}. */`,
    `export class ${className} implements ${name} {`,
    ...(methods.length === 0 ? [] : [methods.join("\n\n")]),
    "}",
    "",
  ].join("\n");
  return like?.text.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
}

function firstRelative({ ts }: ProjectProgram, file: tsTypes.SourceFile | undefined): string | undefined {
  return file?.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => (ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ""))
    .find((text) => text.startsWith("."));
}

function specifierOf(from: string, to: string, ending: string): string {
  const way = relative(dirname(from), to).split(sep).join("/");
  return withEnding(way.startsWith(".") ? way : `./${way}`, ending);
}
