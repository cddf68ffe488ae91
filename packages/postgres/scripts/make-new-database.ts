import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { PGliteClass } from "../src/directory.ts";
import { openPGlite } from "../src/open.ts";

// Not imported by its name, since its declarations want those of browsers and of Emscripten.
const { PGlite } = createRequire(import.meta.url)("@electric-sql/pglite") as { readonly PGlite: PGliteClass };
const path = join(import.meta.dirname, "../new-database.br");

/** Packs what the installed PGlite and our migrations make: an index, a line feed, and the files. */
async function packNewDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-database-"));
  try {
    const root = join(folder, "database");
    const database = await PGlite.create(root);
    await openPGlite(database).migrate();
    await database.close();
    const found = await readdir(root, { recursive: true, withFileTypes: true });
    const names = found
      .map((entry) => relative(root, join(entry.parentPath, entry.name)) + (entry.isDirectory() ? "/" : ""))
      .sort();
    const files = await Promise.all(
      names.map(async (name) => (name.endsWith("/") ? Buffer.alloc(0) : await readFile(join(root, name)))),
    );
    const index = JSON.stringify(names.map((name, i) => [name, files[i]?.length ?? 0]));
    // A window of 64 MB, for three databases that are almost the same.
    const params = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 26 };
    return brotliCompressSync(Buffer.concat([Buffer.from(`${index}\n`), ...files]), { params });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await writeFile(path, await packNewDatabase());
