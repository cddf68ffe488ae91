import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findOnPath } from "../../../packages/protos/src/find-on-path.ts";
import { inPlace } from "../../shared/in-place.ts";

async function makeDirectory(...names: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-path-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const name of names) {
    await writeFile(join(directory, name), "");
    await chmod(join(directory, name), 0o755);
  }
  return directory;
}

test("the first directory of PATH counts, and empty ones do not", async () => {
  const [first, second] = [await makeDirectory("protoc"), await makeDirectory("buf", "protoc")];
  const env = { PATH: `:${first}::${second}` };
  expect(findOnPath(["buf"], env, "linux")).toBe(join(second, "buf"));
  expect(findOnPath(["protoc"], env, "linux")).toBe(join(first, "protoc"));
  expect(findOnPath(["npx"], env, "linux")).toBeUndefined();
  expect(findOnPath(["buf"], {}, "linux")).toBeUndefined();
});

test("on Windows PATH has any case, semicolons, drives, and quotes around spaces", async () => {
  // A file of this name stands for one in a directory of Windows.
  const directory = await makeDirectory("C:\\Program Files\\buf\\buf.exe");
  const env = { Path: 'C:\\Windows;"C:\\Program Files\\buf"' };
  expect(await inPlace({ directory }, async () => findOnPath(["buf.cmd", "buf.exe"], env, "win32"))).toBe(
    "C:\\Program Files\\buf\\buf.exe",
  );
});
