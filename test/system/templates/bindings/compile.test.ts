import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";
import { sourceOptions, sourceProblems } from "./compile-rendered.ts";

const repository = join(import.meta.dirname, "../../../..");

let directory: string;

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/websocket-compile-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const generated = "../../test/websocket/generated";

test.each(outerCompilers)("server and client compile with %s", { tags: "thorough" }, async (compiler) => {
  const said = await compileProject({
    compiler,
    directory,
    options: {
      ...strictest,
      ...resolutions.nodenext,
      ...sourceOptions,
      types: ["node"],
      typeRoots: ["../../node_modules/@types"],
    },
    include: [`${generated}/**/*.ts`],
  });
  expect(sourceProblems(said)).toBe("");
});

test.each(outerCompilers)(
  "the client compiles with %s for browsers, without types of Node.js",
  { tags: "thorough" },
  async (compiler) => {
    const said = await compileProject({
      compiler,
      directory,
      options: { ...strictest, ...resolutions.bundler, ...sourceOptions, lib: ["es2023", "dom"] },
      include: [`${generated}/lf/a2a/v1/a2a_websocket_client.ts`, `${generated}/websocket/binding.ts`],
    });
    expect(sourceProblems(said)).toBe("");
  },
);
