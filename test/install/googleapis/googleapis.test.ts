import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { protoc } from "../../shared/process/compile-protos.ts";
import { pluginPath } from "../../shared/process/run-plugin.ts";
import { runProcess } from "../../shared/process/run-process.ts";

const protos = join(import.meta.dirname, "node_modules/google-proto-files");

/** With A2AGEN_GOOGLEAPIS=all every proto, some 7,000 in several minutes. */
const folders =
  process.env["A2AGEN_GOOGLEAPIS"] === "all"
    ? ["google"]
    : [
        "firestore/v1",
        "pubsub/v1",
        "spanner/v1",
        "logging/v2",
        "cloud/discoveryengine/v1",
        "longrunning",
      ].map((folder) => `google/${folder}`);

const isMissing = !existsSync(protos);
if (isMissing)
  console.warn("npm ci --prefix test/install/googleapis installs Google's protos: leaving out their test");

test.skipIf(isMissing)("Google's protos generate without an edit", { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-googleapis-"));
  const files = folders.flatMap((folder) =>
    readdirSync(join(protos, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".proto"))
      .map((path) => `${folder}/${path}`),
  );
  const { status, stderr } = await runProcess(protoc, {
    args: [
      "-I",
      protos,
      `--plugin=protoc-gen-a2a=${pluginPath("protoc-gen-a2a")}`,
      `--a2a_out=${directory}`,
      "--a2a_opt=targets=types+json+binary+service+grpc",
      ...files,
    ],
  });
  const generated = readdirSync(directory, { recursive: true, encoding: "utf8" });
  await rm(directory, { recursive: true });
  // Warnings of the compiler have no code.
  const codes = new Set(stderr.match(/(?<=\[)[\w-]+(?=\]$)/gm));
  const isExpected = (code: string): boolean =>
    ["http-rule", "required-in-oneof", "not-generated", "elsewhere"].includes(code);
  expect({ status, others: [...codes].filter((code) => !isExpected(code)) }).toEqual({
    status: 0,
    others: [],
  });
  expect(generated.filter((path) => path.endsWith("_types.d.ts")).length).toBeGreaterThan(files.length / 2);
});
