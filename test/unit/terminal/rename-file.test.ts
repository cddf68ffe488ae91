import { expect, test } from "vitest";
import { renameFile } from "../../../packages/terminal/src/rename-file.ts";

function failing(
  times: number,
  code: string,
): { readonly move: () => Promise<void>; readonly tries: () => number } {
  let tries = 0;
  return {
    async move() {
      if (++tries <= times) throw Object.assign(new Error(`${code}: no`), { code });
    },
    tries: () => tries,
  };
}

test("on Windows a file that is open is renamed when it is not any more", async () => {
  const { move, tries } = failing(2, "EPERM");
  await renameFile("a", "b", { platform: "win32", move });
  expect(tries()).toBe(3);
});

test("one that stays open is an error, and so are others at once", async () => {
  const open = failing(100, "EBUSY");
  await expect(renameFile("a", "b", { platform: "win32", move: open.move })).rejects.toThrow("EBUSY: no");
  expect(open.tries()).toBe(6);
  const gone = failing(100, "ENOENT");
  await expect(renameFile("a", "b", { platform: "win32", move: gone.move })).rejects.toThrow("ENOENT: no");
  expect(gone.tries()).toBe(1);
});

test("elsewhere the first error counts", async () => {
  const { move, tries } = failing(1, "EPERM");
  await expect(renameFile("a", "b", { platform: "linux", move })).rejects.toThrow("EPERM: no");
  expect(tries()).toBe(1);
});
