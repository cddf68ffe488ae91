import { gzipSync } from "node:zlib";
import type { SplitPage } from "./build-page.ts";

/** Bytes after gzip of a page and of the modules that it loads at once. */
export function measureFirstLoad({ page, chunks }: SplitPage): number {
  const loaded = new Set<string>();
  const load = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/(?:from|import) ?"\.\/(?:chunks\/)?([\w-]+\.js)"/g)) {
      const path = `chunks/${name}`;
      if (loaded.has(path)) continue;
      loaded.add(path);
      load(chunks[path] ?? "");
    }
  };
  load(page);
  const texts = [page, ...[...loaded].map((path) => chunks[path] ?? "")];
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}
