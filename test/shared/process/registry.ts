import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createFileRegistry,
  type DescFile,
  type DescMessage,
  type FileRegistry,
  fromBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const buf = createRequire(import.meta.url).resolve("@bufbuild/buf/bin/buf");

let registry: FileRegistry | undefined;

/** Descriptors of the feature protos and of the protos of A2A, compiled by buf once in a process. */
export function buildRegistry(): FileRegistry {
  registry ??= createFileRegistry(fromBinary(FileDescriptorSetSchema, buildImage()));
  return registry;
}

/** The bytes of a FileDescriptorSet of the same files. */
export function buildImage(): Uint8Array<ArrayBuffer> {
  const directory = mkdtempSync(join(tmpdir(), "a2agen-differential-"));
  try {
    const image = join(directory, "image.binpb");
    execFileSync(
      process.execPath,
      [buf, "build", ".", "--config", "test/protos/buf.yaml", "--output", image],
      {
        cwd: root,
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    return new Uint8Array(readFileSync(image));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The file of the path "features/maps.proto". */
export function getFile(registry: FileRegistry, protoFile: string): DescFile {
  const file = registry.getFile(protoFile);
  if (file === undefined)
    throw new Error(`${protoFile}: not in the image; is it in a module of test/protos/buf.yaml?`);
  return file;
}

/** All messages of the file, nested ones after the message that holds them, without map entries. */
export function listMessages(file: DescFile): DescMessage[] {
  function withNested(desc: DescMessage): DescMessage[] {
    return [desc, ...desc.nestedMessages.flatMap(withNested)];
  }
  return file.messages.flatMap(withNested);
}
