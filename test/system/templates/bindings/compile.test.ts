import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";

const repository = join(import.meta.dirname, "../../../..");

let directory: string;

beforeAll(async () => {
  directory = await buildWorkspace("websocket-compile");
  await cp(join(repository, "test/websocket/generated"), join(directory, "src"), { recursive: true });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test.each(outerCompilers)("server and client compile with %s", { tags: "thorough" }, async (compiler) => {
  const said = await compileProject({
    compiler,
    directory,
    options: {
      ...strictest,
      ...resolutions.nodenext,
      types: ["node"],
      typeRoots: ["../../node_modules/@types"],
      // Those of Node.js and ws are not ours.
      skipLibCheck: true,
    },
    include: ["src/**/*.ts"],
  });
  expect(said).toBe("");
});

test.each(outerCompilers)(
  "the client compiles with %s for browsers, without types of Node.js",
  { tags: "thorough" },
  async (compiler) => {
    const said = await compileProject({
      compiler,
      directory,
      options: { ...strictest, ...resolutions.bundler, lib: ["es2023", "dom"] },
      include: ["src/lf/a2a/v1/a2a_websocket_client.ts", "src/websocket/binding.ts"],
    });
    expect(said).toBe("");
  },
);
