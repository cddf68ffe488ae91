import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "../bundle.ts";
import { median } from "../median.ts";
import { scratch } from "../paths.ts";
import { run } from "../process.ts";

export interface SizeResult {
  readonly entries: readonly EntrySize[];
  readonly imports: readonly ImportTime[];
}

export interface EntrySize {
  readonly name: EntryName;
  readonly title: string;
  /** Bytes after minifying. */
  readonly minified: number;
  /** Bytes after minifying and gzip. */
  readonly gzipped: number;
}

export interface ImportTime {
  readonly title: string;
  /** Milliseconds from import() to its end, in a process that did nothing before. */
  readonly milliseconds: number;
}

interface EntryRow {
  readonly title: string;
  readonly source: string;
  /** Whether the bundle's import is timed. */
  readonly isTimed?: boolean;
}

const ours = "@a2agen/a2a-1.0";

/** Bundles as an application would have them. */
const entryTable = {
  empty: { title: "nothing", source: "export const nothing = 0;", isTimed: true },
  decodeTask: { title: "a2agen: decodeTask", source: `export { decodeTask } from "${ours}";` },
  parseTask: { title: "a2agen: parseTask", source: `export { parseTask } from "${ours}";` },
  decodeAll: { title: "a2agen: decode of all 44 messages", source: "" },
  decodeEncodeAll: { title: "a2agen: decode and encode of all 44 messages", source: "", isTimed: true },
  everything: { title: "a2agen: the whole package", source: `export * from "${ours}";`, isTimed: true },
  jsonRpcClient: {
    title: "a2agen: client by JSON-RPC",
    source: clientOf("jsonrpc", "createJsonRpcTransport"),
  },
  restClient: { title: "a2agen: client by HTTP+JSON", source: clientOf("rest", "createRestTransport") },
  connect: {
    title: "a2agen: connect with JSON-RPC",
    source: `import { A2AServiceClient } from "${ours}";
      import { connect } from "@a2agen/runtime/client";
      import { jsonRpc } from "@a2agen/runtime/jsonrpc";
      export const open = (url: string) => connect(A2AServiceClient, url, { bindings: [jsonRpc()] });`,
  },
  sdkClient: {
    title: "@a2a-js/sdk: client by JSON-RPC",
    source: 'export { Client, JsonRpcTransport } from "@a2a-js/sdk/client";',
  },
  typia: {
    title: "typia: parseTask, with stringify",
    source: 'export { parseTask, stringifyTask } from "#generated/typia/a2a";',
    isTimed: true,
  },
  tsProto: {
    title: "ts-proto: Task, JSON and binary",
    source: 'export { Task } from "#generated/ts-proto/lf/a2a/v1/a2a";',
    isTimed: true,
  },
  zod: {
    title: "zod: the library alone",
    source: 'export { object, string, array } from "zod";',
    isTimed: true,
  },
  ajv: {
    title: "ajv: the library alone",
    source: 'export { Ajv2020 } from "ajv/dist/2020.js";',
    isTimed: true,
  },
  protobufEs: {
    title: "protobuf-es: Task, fromJson and toJson",
    source: `export { fromJsonString, toJsonString } from "@bufbuild/protobuf";
      export { TaskSchema } from "#generated/protobuf-es/lf/a2a/v1/a2a_pb";`,
    isTimed: true,
  },
} as const satisfies Readonly<Record<string, EntryRow>>;

export type EntryName = keyof typeof entryTable;

/** Hoisted: the table above calls it. */
function clientOf(binding: string, create: string): string {
  return `import { A2AServiceClient } from "${ours}";
    import { ${create} } from "@a2agen/runtime/${binding}";
    import { createClient } from "@a2agen/runtime/service";
    export const open = (url: string) =>
      createClient(A2AServiceClient, ${create}(A2AServiceClient.protocol, { url }));`;
}

const importRounds = 15;

export async function runSize(report: (line: string) => void): Promise<SizeResult> {
  const functions = await listFunctions();
  const rows = (Object.entries(entryTable) as [EntryName, EntryRow][]).map(([name, row]) => ({
    name,
    row,
    outfile: join(scratch, `size-${name}.mjs`),
    source:
      row.source || exportOnly(functions, name === "decodeAll" ? /^decode[A-Z]/ : /^(?:decode|encode)[A-Z]/),
  }));
  const entries = await Promise.all(
    rows.map(async ({ name, row, outfile, source }) => {
      await bundle({ source, outfile, minify: true, isPublished: true });
      const code = await readFile(outfile);
      return { name, title: row.title, minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
    }),
  );
  report("size: bundles");
  const imports = await timeImports(rows.filter(({ row }) => row.isTimed === true));
  report("size: imports");
  return { entries, imports };
}

/** The names of the functions that a user can import from our package, without the binary ones. */
async function listFunctions(): Promise<readonly string[]> {
  const outfile = join(scratch, "size-names.mjs");
  await bundle({
    source: `import * as all from "${ours}"; process.stdout.write(JSON.stringify(Object.keys(all)));`,
    outfile,
  });
  const { output } = await run(process.execPath, [outfile], { directory: scratch });
  return (JSON.parse(output.toString()) as readonly string[]).filter((name) => !name.endsWith("Binary"));
}

function exportOnly(functions: readonly string[], pattern: RegExp): string {
  return `export { ${functions.filter((name) => pattern.test(name)).join(", ")} } from "${ours}";`;
}

/** Each bundle in its own process, one after the other in every round. */
async function timeImports(
  rows: readonly { readonly row: EntryRow; readonly outfile: string }[],
): Promise<readonly ImportTime[]> {
  const timer = join(scratch, "time-import.mjs");
  await writeFile(
    timer,
    `import { pathToFileURL } from "node:url";
const url = pathToFileURL(process.argv[2]).href;
const start = performance.now();
await import(url);
process.stdout.write(String(performance.now() - start));
`,
  );
  const times = rows.map((): number[] => []);
  for (let round = 0; round < importRounds; round++) {
    for (const [index, { outfile }] of rows.entries()) {
      const { output } = await run(process.execPath, [timer, outfile], { directory: scratch });
      times[index]?.push(Number(output.toString()));
    }
  }
  return rows.map(({ row }, index) => ({ title: row.title, milliseconds: median(times[index] ?? []) }));
}
