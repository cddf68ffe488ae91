import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProject, outerCompilers, strictest } from "../../shared/process/compile-project.ts";

const repository = join(import.meta.dirname, "../../..");

let directory: string;

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/neutral-runtime-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** What needs Node: the folders, and the adapters to node:http and what is built on it. */
const needsNode = {
  folders: ["grpc", "internal", "node", "push"],
  adapters: /^(?:node(?:-.*)?|express|fastify|index|koa)\.ts$/,
  // The server takes upgrades of node:http.
  websocket: /^(?:index|server(?:-.*)?)\.ts$/,
};

async function listNeutral(): Promise<readonly string[]> {
  const runtime = join(repository, "packages/runtime/src");
  const entries = await readdir(runtime, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !needsNode.folders.includes(entry.name))
    .map(({ name }) => name);
  const halves = await Promise.all(
    (["adapters", "websocket"] as const).map(async (folder) => {
      const names = await readdir(join(runtime, folder));
      return names.filter((name) => !needsNode[folder].test(name)).map((name) => `${folder}/${name}`);
    }),
  );
  const whole = folders.filter((name) => name !== "adapters" && name !== "websocket");
  return [...whole.map((name) => `${name}/**/*.ts`), ...halves.flat()].map(
    (path) => `../../packages/runtime/src/${path}`,
  );
}

/** The newest compiler with each host, and the oldest with the one that has less. */
const programs = outerCompilers.flatMap((compiler) =>
  (compiler === "typescript" ? ["dom", "webworker"] : ["webworker"]).map((host) => ({ compiler, host })),
);

test.each(programs)(
  "the runtime compiles with $compiler and of its host only what $host has",
  { tags: "thorough" },
  async ({ compiler, host }) => {
    const said = await compileProject({
      compiler,
      directory,
      options: {
        ...strictest,
        module: "nodenext",
        moduleResolution: "nodenext",
        // Before 6.0 what can be iterated over was a part of its own.
        lib: ["es2023", host, `${host}.iterable`],
        customConditions: ["a2agen-source"],
        allowImportingTsExtensions: true,
        noImplicitReturns: false,
      },
      include: await listNeutral(),
    });
    expect(said).toBe("");
  },
);
