import { type Diagnostics, defineDiagnostics } from "../model/diagnostics.ts";
import type { FileModel, Model, Position } from "../model/model.ts";

const importDiagnostics = defineDiagnostics({
  "not-generated": {
    severity: "warning",
    text: (p: { type: string; file: string }) =>
      `${p.type} is used, but no code is generated for ${p.file}: with buf, set include_imports and include_wkt to true; with protoc, name ${p.file} as well`,
  },
  elsewhere: {
    severity: "warning",
    text: (p: { type: string; file: string }) =>
      `${p.type} is used, and this run generates no code for ${p.file}: unless another run does, set include_imports to true, name the file as well, or give the option modules=${p.file}=PACKAGE`,
  },
  "modules-unknown": {
    severity: "warning",
    text: (p: { file: string; known: string }) =>
      `the option modules names ${p.file}, which no proto of this run imports; it imports ${p.known}`,
  },
});

/** Reports imports of code that is not generated, and packages for protos that are not imported. */
export function checkImports(
  { files }: Model,
  packages: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): void {
  const requested = files.filter((file) => file.requested);
  // With the strategy directory of buf each directory is a run, and the others generate what this one
  // imports.
  const isWhole = new Set(requested.map(({ name }) => name.replace(/[^/]*$/, ""))).size > 1;
  for (const { name, messages, enums } of files.filter((file) => !file.requested)) {
    if (packages.has(name) || shipped.test(name)) continue;
    const isGoogle = name.startsWith("google/protobuf/");
    if (!isGoogle && !isWhole) continue;
    const types = new Set([...messages, ...enums].map(({ typeName }) => typeName));
    const [first] = requested.flatMap((file) => usesOf(file).filter(({ type }) => types.has(type)));
    if (first === undefined) continue;
    const kind = importDiagnostics[isGoogle ? "not-generated" : "elsewhere"];
    diagnostics.report(kind, first.position, { type: first.type, file: name });
  }
  for (const file of packages.keys()) {
    const [first] = requested;
    if (first === undefined || shipped.test(file) || files.some(({ name }) => name === file)) continue;
    const known = files.filter((each) => !each.requested).map(({ name }) => name);
    diagnostics.report(
      importDiagnostics["modules-unknown"],
      { file: "", line: 1, column: 1 },
      { file, known: known.length === 0 ? "none" : known.join(", ") },
    );
  }
}

/** The core protos of A2A, which projects name before their own protos use them. */
const shipped = /(?:^|\/)a2a\/v1\/a2a\.proto$/;

interface Use {
  readonly type: string;
  readonly position: Position;
}

function usesOf({ messages, services }: FileModel): readonly Use[] {
  const fields = messages.flatMap((message) => message.fields);
  return [
    ...fields.flatMap(({ shape: { type }, position }) =>
      type.kind === "message" || type.kind === "enum" ? [{ type: type.typeName, position }] : [],
    ),
    ...services
      .flatMap(({ methods }) => methods)
      .flatMap(({ input, output, position }) => [input, output].map((type) => ({ type, position }))),
  ];
}
