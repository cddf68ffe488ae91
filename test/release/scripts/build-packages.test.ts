import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildPackages } from "../../../scripts/build/build-packages.ts";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "a2agen-packages-"));
  for (const name of ["tsconfig.json", "packages/tsconfig.build.json"]) {
    await write(name, await readFile(join(repository, name), "utf8"));
  }
  await write("packages/runtime/package.json", printPackage("lib", exportsOf("index")));
  await write("packages/runtime/tsconfig.build.json", '{ "extends": "../tsconfig.build.json" }');
  await write("packages/runtime/index.ts", 'export { one } from "./one.ts";\n');
  await write("packages/runtime/one.ts", "export const one = 1;\n");
  await write("generated/a-1.0/package.json", printPackage("a-1.0", exportsOf("*"), ["lib"]));
  await write("generated/a-1.0/tsconfig.build.json", '{ "extends": "../../packages/tsconfig.build.json" }');
  await write(
    "generated/a-1.0/a.ts",
    'import { one } from "lib";\n\nexport const two: number = one + one;\n',
  );
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
    expect(await listBuilt()).toEqual([]);
  });

  test("refuses what only Node has", async () => {
    await write("packages/runtime/one.ts", "export const one: Buffer = Buffer.alloc(1);\n");
    await expect(buildPackages(root)).rejects.toThrow("error TS2591: Cannot find name 'Buffer'.");
  });

  test("builds a package behind those that it needs", async () => {
    expect(await buildPackages(root)).toEqual(["packages/runtime", "generated/a-1.0"]);
  });

  test("leaves the modules as they are where a pattern exports each of them", async () => {
    await buildPackages(root);
    expect((await listBuilt()).filter((path) => path.startsWith("generated/"))).toEqual([
      "generated/a-1.0/dist/a.d.ts",
      "generated/a-1.0/dist/a.js",
    ]);
  });
});

describe("a package with several paths", () => {
  beforeEach(async () => {
    await rm(join(root, "generated"), { recursive: true });
    await write(
      "packages/runtime/package.json",
      printPackage("lib", exportsOf("index", "web/index", "node/index")),
    );
    await write("packages/runtime/index.ts", 'export { Counter } from "./core/counter.ts";\n');
    await write("packages/runtime/core/counter.ts", counter);
    await write(
      "packages/runtime/core/start.ts",
      "/** Where counters begin. */\nexport const start: number = 1;\n",
    );
    await write(
      "packages/runtime/web/index.ts",
      'import { Counter } from "../core/counter.ts";\n\nexport const newCounter = (): Counter => new Counter();\n',
    );
    await write(
      "packages/runtime/node/index.ts",
      'import { basename } from "dep";\nimport { Counter } from "lib";\n\nexport const nameOf = ({ count }: Counter): string => basename("/" + String(count));\n',
    );
    await write("node_modules/dep/package.json", printPackage("dep", { ".": "./index.js" }));
    await write("node_modules/dep/index.js", "export const basename = (path) => path.slice(1);\n");
    await write("node_modules/dep/index.d.ts", "export declare function basename(path: string): string;\n");
    await buildPackages(root);
  });

  test("has a file for each, and one for what they share", async () => {
    expect((await listBuilt()).filter((path) => /^packages.runtime.*\.js$/.test(path))).toEqual([
      "packages/runtime/dist/index.js",
      "packages/runtime/dist/node/index.js",
      "packages/runtime/dist/shared/core.js",
      "packages/runtime/dist/web/index.js",
    ]);
    expect((await listBuilt()).filter((path) => /^packages.runtime.*\.d\.ts$/.test(path))).toEqual([
      "packages/runtime/dist/index.d.ts",
      "packages/runtime/dist/node/index.d.ts",
      "packages/runtime/dist/shared/core.d.ts",
      "packages/runtime/dist/web/index.d.ts",
    ]);
  });

  test("has each class once", async () => {
    const program = `import { Counter } from "lib";
import { newCounter } from "lib/web";
import { nameOf } from "lib/node";

console.log(newCounter() instanceof Counter, nameOf(new Counter()));
`;
    await write("program.mjs", program);
    const { stdout } = await execute(process.execPath, [join(root, "program.mjs")]);
    expect(stdout).toBe("true 1\n");
  });

  test("needs another package only where a path does", async () => {
    await rm(join(root, "node_modules/dep"), { recursive: true });
    await write("program.mjs", 'import { newCounter } from "lib/web";\n\nconsole.log(newCounter().count);\n');
    const { stdout } = await execute(process.execPath, [join(root, "program.mjs")]);
    expect(stdout).toBe("1\n");
  });

  test.each(["js", "d.ts"])("has maps from .%s to its sources, by relative paths", async (extension) => {
    const map = JSON.parse(
      await readFile(join(root, `packages/runtime/dist/shared/core.${extension}.map`), "utf8"),
    ) as SourceMapPayload;
    expect(map.sources.toSorted()).toEqual(
      extension === "js" ? ["../../core/counter.ts", "../../core/start.ts"] : ["../../core/counter.ts"],
    );
    expect(map).not.toHaveProperty("sourcesContent");
    const built = await readFile(join(root, `packages/runtime/dist/shared/core.${extension}`), "utf8");
    const before = built.slice(0, built.indexOf("count")).split("\n");
    const found = new SourceMap(map).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    expect(found).toMatchObject({
      originalSource: "../../core/counter.ts",
      originalLine: counter.slice(0, counter.indexOf("count:")).split("\n").length - 1,
    });
  });

  test("keeps comments in declarations, and leaves them out of code", async () => {
    expect(await readFile(join(root, "packages/runtime/dist/shared/core.d.ts"), "utf8")).toContain(
      "/** Counts. */",
    );
    expect(await readFile(join(root, "packages/runtime/dist/shared/core.js"), "utf8")).not.toContain("/**");
  });
});

const counter = `import { start } from "./start.ts";

/** Counts. */
export class Counter {
  count: number = start;
}
`;

const execute = promisify(execFile);

async function listBuilt(): Promise<readonly string[]> {
  return (await listFiles(root)).filter((path) => /\/(?:dist|\.tmp)\//.test(path));
}

/** Exports of modules, by their paths without the extension. */
function exportsOf(...modules: readonly string[]): object {
  return Object.fromEntries(
    modules.map((path) => [
      `./${path}`.replace(/\/index$/, "").replace(/^\.\/index$/, "."),
      { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
    ]),
  );
}

function printPackage(name: string, exports: object, needs: readonly string[] = []): string {
  const dependencies = Object.fromEntries(needs.map((need) => [need, "*"]));
  return JSON.stringify({ name, type: "module", exports, dependencies });
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
