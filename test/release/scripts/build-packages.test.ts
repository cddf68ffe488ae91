import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildPackages } from "../../../scripts/build/build-packages.ts";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "a2agen-packages-"));
  for (const name of ["tsconfig.json", "tsconfig.build.json"]) {
    await write(name, await readFile(join(repository, name), "utf8"));
  }
  const exported = { "a2agen-source": "./index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" };
  await write(
    "packages/runtime/package.json",
    JSON.stringify({ name: "lib", type: "module", exports: exported }),
  );
  await write("packages/runtime/tsconfig.build.json", '{ "extends": "../../tsconfig.build.json" }');
  await write("packages/runtime/index.ts", 'export { one } from "./one.ts";\n');
  await write("packages/runtime/one.ts", "export const one = 1;\n");
  await write("generated/a-1.0/package.json", JSON.stringify({ name: "a-1.0", type: "module" }));
  await write("generated/a-1.0/tsconfig.build.json", '{ "extends": "../../tsconfig.build.json" }');
  await write("generated/a-1.0/a.ts", 'import { one } from "lib";\n\nexport const two = one + one;\n');
  await write("generated/without/a.ts", "not a package");
  await mkdir(join(root, "node_modules"));
  await symlink("../packages/runtime", join(root, "node_modules/lib"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe("building packages", () => {
  test("shows what the compiler says of a package, and leaves no half of it", async () => {
    await write("packages/runtime/one.ts", 'export const one: number = "1";\n');
    await expect(buildPackages(root)).rejects.toThrow(
      new Error(`packages/runtime/tsconfig.build.json: does not compile
packages/runtime/one.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.
`),
    );
    expect((await listFiles(root)).filter((path) => path.includes("/dist/"))).toEqual([]);
  });

  test("refuses what only Node has", async () => {
    await write("packages/runtime/one.ts", "export const one: Buffer = Buffer.alloc(1);\n");
    await expect(buildPackages(root)).rejects.toThrow("error TS2591: Cannot find name 'Buffer'.");
  });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
