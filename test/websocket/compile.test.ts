import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProject, compilers, resolutions, strictest } from "../compile/compile-project.ts";

const repository = join(import.meta.dirname, "../..");

let directory: string;

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/websocket-compile-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const generated = "../../test/websocket/generated";

// The packages are taken from their sources, as everywhere in the tests, and are compiled elsewhere.
const sources = { customConditions: ["a2agen-source"], allowImportingTsExtensions: true };

function ownProblems(said: string): string {
  return said
    .split("\n")
    .filter((line) => !/^(?:\.\.\/)+(?:runtime|generated)\//.test(line))
    .join("\n")
    .trim();
}

test.each(compilers)("server and client compile with %s", async (compiler) => {
  const said = await compileProject({
    compiler,
    directory,
    options: {
      ...strictest,
      ...resolutions.nodenext,
      ...sources,
      types: ["node"],
      typeRoots: ["../../node_modules/@types"],
    },
    include: [`${generated}/**/*.ts`],
  });
  expect(ownProblems(said)).toBe("");
});

test.each(compilers)(
  "the client compiles with %s for browsers, without types of Node.js",
  async (compiler) => {
    const said = await compileProject({
      compiler,
      directory,
      options: { ...strictest, ...resolutions.bundler, ...sources, lib: ["es2023", "dom"] },
      include: [`${generated}/lf/a2a/v1/a2a_websocket_client.ts`, `${generated}/websocket/binding.ts`],
    });
    expect(ownProblems(said)).toBe("");
  },
);
