import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { bufExtension } from "./image.ts";
import { listProtos } from "./list-protos.ts";

/**
 * The protos that a workspace of buf has from installed packages, such as `node_modules/a2agen/proto`: others
 * wrote them, and the workspace imports them. `listModules` returns the modules of its `buf.yaml`.
 */
export async function listInstalledProtos(
  workspace: string,
  listModules: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const config = join(workspace, "buf.yaml");
  if (!existsSync(config) || !/node_modules/.test(await readFile(config, "utf8"))) return new Set();
  const all = await listModules();
  const modules = all.filter((path) => path.split("/").includes("node_modules"));
  // A workspace of nothing else is about them.
  if (modules.length === all.length) return new Set();
  const protos = await Promise.all(modules.map((path) => listProtos(join(workspace, path))));
  return new Set(protos.flat());
}

/** An image whose files of these names are marked as imports, as buf marks them. */
export function markAsImports(image: Uint8Array, names: ReadonlySet<string>): Uint8Array {
  if (names.size === 0) return image;
  const set = fromBinary(FileDescriptorSetSchema, image);
  for (const file of set.file) {
    if (!names.has(file.name)) continue;
    const others = (file.$unknown ?? []).filter(({ no }) => no !== bufExtension);
    // A message of two bytes: its field 1, is_import, is true.
    file.$unknown = [...others, { no: bufExtension, wireType: 2, data: Uint8Array.of(2, 8, 1) }];
  }
  return toBinary(FileDescriptorSetSchema, set);
}
