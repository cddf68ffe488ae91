import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The protos below a directory, without packages that are installed there. */
export async function listProtos(root: string, below = ""): Promise<readonly string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) {
      found.push(...(await listProtos(root, name)));
    } else if (entry.isFile() && name.endsWith(".proto")) found.push(name);
  }
  return found.sort();
}
