import { createRequire } from "node:module";
import type { PGliteDatabase } from "@a2agen/postgres";

export interface PGlite extends PGliteDatabase {
  close(): Promise<void>;
}

/** Not imported by its name, since its declarations want those of browsers and of Emscripten. */
export const { PGlite: pgliteClass } = createRequire(import.meta.url)("@electric-sql/pglite") as {
  readonly PGlite: { create(directory?: string): Promise<PGlite> };
};

/** Opens a PGlite in a directory, or in memory. */
export function createPGlite(directory?: string): Promise<PGlite> {
  return pgliteClass.create(directory);
}
