import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, onTestFinished, test } from "vitest";
import { hashFile } from "../../../../../generators/source/proto/hash-file.ts";
import { publishedModules } from "../../../../../scripts/release/published-protos.ts";

const repository = join(import.meta.dirname, "../../../../..");

/** The hashes of both versions of a2a.proto in a descriptor set. */
function hashesIn(path: string): readonly string[] {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(path)));
  const extensions = [...registry.files].flatMap((file) => file.extensions);
  const messages = extensions.filter(({ message }) => message !== undefined);
  return ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"].map((name) => {
    const file = registry.getFile(name);
    return file === undefined ? "" : hashFile(file, messages);
  });
}

test("a proto has one hash, whichever compiler has read it", () => {
  const directory = mkdtempSync(join(tmpdir(), "a2agen-hash-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const run = (name: string, args: readonly string[]): void => {
    execFileSync(join(repository, "node_modules/.bin", name), args, { cwd: repository, stdio: "ignore" });
  };
  const [byBuf, byProtoc] = [join(directory, "buf.binpb"), join(directory, "protoc.binpb")];
  run("buf", ["build", "-o", byBuf]);
  const protos = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];
  run("protoc", [
    ...publishedModules.map((path) => `-I${path}`),
    "--include_imports",
    "-o",
    byProtoc,
    ...protos,
  ]);
  const hashes = hashesIn(byBuf);
  expect(hashes).toEqual(hashesIn(byProtoc));
  expect(new Set([...hashes, ""]).size).toBe(3);
});
