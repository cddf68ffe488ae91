import { parseObject } from "./json.ts";
import { type PackageFile, textOf } from "./package-file.ts";

/** Whether two releases have the same files, byte for byte; package.json may differ in the version. */
export function isSameRelease(before: readonly PackageFile[], after: readonly PackageFile[]): boolean {
  const others = new Map(after.map((file) => [file.path, file]));
  return (
    others.size === new Set(before.map(({ path }) => path)).size &&
    before.every((file) => {
      const other = others.get(file.path);
      return other !== undefined && isSameFile(file, other);
    })
  );
}

function isSameFile(file: PackageFile, other: PackageFile): boolean {
  if (Buffer.compare(file.bytes, other.bytes) === 0) return true;
  if (file.path !== "package.json") return false;
  const [one, two] = [file, other].map((each) =>
    JSON.stringify({ ...parseObject(textOf(each)), version: "" }),
  );
  return one === two;
}
