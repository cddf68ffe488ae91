import { code } from "../../print/piece.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";

/** TypeScript gives up on a function with some thousand branches (TS2563). */
const limit = 500;

/** Whether statements for each of so many are emitted in parts. */
export function isWide(all: readonly unknown[]): boolean {
  return all.length > limit;
}

/** Emits statements for each of `all`: beyond a limit in functions, which are called one after the other. */
export function emitParts<T>(out: SourceFile, all: readonly T[], emit: (one: T) => void): void {
  if (!isWide(all)) {
    for (const one of all) emit(one);
    return;
  }
  for (let start = 0; start < all.length; start += limit) {
    const name = `part${start / limit + 1}`;
    out.block(
      code`function ${name}()${ts`: void`} {`,
      () => {
        for (const one of all.slice(start, start + limit)) emit(one);
      },
      "}",
    );
    out.line(`${name}();`);
  }
}
