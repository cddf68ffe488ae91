import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorSet, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { publishedModules } from "../../../scripts/release/published-protos.ts";
import { runProcess } from "./run-process.ts";

const repository = join(import.meta.dirname, "../../..");

/** The program in the npm package, whose wrapper in JavaScript takes ten times as long as the program. */
export const protoc: string = findProtoc();

function findProtoc(): string {
  const directory = join(repository, "node_modules/protoc");
  const programs = JSON.parse(readFileSync(join(directory, "assets.json"), "utf8")) as readonly {
    readonly platform: string;
    readonly arch: string;
    readonly executable: string;
  }[];
  const own = programs.find(({ platform, arch }) => platform === process.platform && arch === process.arch);
  if (own === undefined) throw new Error(`protoc: there is none for ${process.platform} ${process.arch}`);
  return join(directory, "bin", own.executable);
}

/** Where the protos of A2A, of google.api and of the features lie. */
export const protoRoots: readonly string[] = [...publishedModules, "test/protos"].map((path) =>
  join(repository, path),
);

/**
 * Compiles protos with protoc, with their positions and comments and what they import, which may
 * also lie in `protoRoots`. `texts` are by path; without any, `paths` name files of `protoRoots`.
 */
export async function compileProtos(
  texts: Readonly<Record<string, string>>,
  paths: readonly string[] = Object.keys(texts),
): Promise<FileDescriptorSet> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-compile-"));
  try {
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const out = join(directory, "set.binpb");
    const roots = [directory, ...protoRoots].map((root) => `--proto_path=${root}`);
    const options = ["--include_imports", "--include_source_info", `--descriptor_set_out=${out}`];
    const { status, stderr } = await runProcess(protoc, { args: [...roots, ...options, ...paths] });
    if (status !== 0) throw new Error(`protoc: ended with exit code ${status}\n${stderr}`);
    return fromBinary(FileDescriptorSetSchema, await readFile(out));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
