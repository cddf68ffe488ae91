import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findDependencyVersion } from "../../../../packages/cli/src/init/dependency-versions.ts";
import { readTree, removeDirectory, writeTree } from "../../../shared/cli/project-directory.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

let root: string;
let count = 0;

beforeAll(async () => {
  // Outside of this repository, which has a workspace.
  root = await mkdtemp(join(tmpdir(), "a2agen-add-"));
});

afterAll(() => removeDirectory(root));

async function workIn(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(root, `w${count++}`);
  await mkdir(directory);
  await writeTree(directory, files);
  return directory;
}

const version = (name: string): string => `"${name}": "${findDependencyVersion(name, new Map())}"`;

/** The sources that `a2agen init --kind minimal` writes, with other imports of siblings. */
async function minimalSources(
  title: string,
  importExtension: string,
): Promise<{ readonly agent: string; readonly main: string }> {
  const directory = await workIn({});
  const about = ["--title", title, "--description", `${title}, made with a2agen`];
  await runA2agen(["init", "--kind", "minimal", ...about, "--yes"], { directory });
  const read = (file: string): Promise<string> => readFile(join(directory, "src", file), "utf8");
  const main = await read("main.ts");
  return {
    agent: await read("agent.ts"),
    main: main.replace('"./agent.ts"', `"./agent.${importExtension}"`),
  };
}

describe("a2agen add", () => {
  test("adds an agent to a project with TypeScript, Express and tabs", async () => {
    const before = {
      "package.json":
        '{\n\t"name": "@acme/web-shop",\n\t"type": "module",\n\t"files": ["dist", "bin"],\n\t"scripts": {\n\t\t"start": "node dist/main.js"\n\t},\n\t"dependencies": {\n\t\t"express": "^5.0.0",\n\t\t"zod": "^4.0.0"\n\t},\n\t"devDependencies": {\n\t\t"typescript": "~5.9.0"\n\t}\n}\n',
      "src/server.ts": "export {};\n",
      "yarn.lock": "",
    };
    const directory = await workIn(before);
    expect(await runA2agen(["add"], { directory })).toEqual({
      status: 0,
      stderr: "",
      stdout: `wrote src/agent/agent.ts, src/agent/main.ts, package.json in .

Next:
  yarn install
  yarn run agent
  yarn run a2agen call http://localhost:4000 send "Hello" # in another terminal

Or serve it with Express, before body parsers (paths are those of a file in src/):
  import { toExpress } from "@a2agen/runtime/adapters/node";
  import { handler } from "./agent/agent.js";
  app.use(toExpress(handler));
Its card has the port of PORT: start your server with that, or change the card's URLs.
`,
    });
    const { agent, main } = await minimalSources("Web Shop", "js");
    expect(await readTree(directory)).toEqual({
      ...before,
      "package.json": before["package.json"]
        .replace(
          'main.js"\n\t},\n\t"dependencies": {\n',
          `main.js",\n\t\t"agent": "tsx src/agent/main.ts"\n\t},\n\t"dependencies": {\n\t\t${version("@a2agen/a2a-1.0")},\n\t\t${version("@a2agen/runtime")},\n`,
        )
        .replace(
          '"typescript"',
          `${version("@types/node")},\n\t\t${version("a2agen")},\n\t\t${version("tsx")},\n\t\t"typescript"`,
        ),
      "src/agent/agent.ts": agent,
      "src/agent/main.ts": main,
    });
  });

  test("writes JavaScript without TypeScript, and .mjs in CommonJS", async () => {
    const directory = await workIn({
      "package.json": '{"packageManager": "pnpm@10.0.0", "dependencies": {"fastify": "5"}}',
    });
    const run = await runA2agen(["add", "--name", "orders", "--port", "5000", "--yes"], { directory });
    expect(run).toEqual({
      status: 0,
      stderr: "",
      stdout: `wrote orders/agent.mjs, orders/main.mjs, package.json in .

Next:
  pnpm install
  pnpm run orders
  pnpm exec a2agen call http://localhost:5000 send "Hello" # in another terminal

Or serve it with Fastify, in an async function:
  const { toFastify } = await import("@a2agen/runtime/adapters/node");
  const { handler } = await import("./orders/agent.mjs");
  await app.register(toFastify(handler));
Its card has the port of PORT: start your server with that, or change the card's URLs.
`,
    });
    const tree = await readTree(directory);
    const { agent, main } = await minimalSources("Orders", "mjs");
    expect(tree).toEqual({
      "orders/agent.mjs": agent
        .replace(", type AgentCard", "")
        .replace(", type Execute", "")
        .replace(/: (?:AgentCard|Execute|Promise<unknown>) =/g, " =")
        .replace("(): Promise<unknown> =>", "() =>")
        .replace("?? 4000", "?? 5000"),
      "orders/main.mjs": main,
      // It was on one line.
      "package.json": `{
  "packageManager": "pnpm@10.0.0",
  "dependencies": {
    ${version("@a2agen/a2a-1.0")},
    ${version("@a2agen/runtime")},
    "fastify": "5"
  },
  "scripts": {
    "orders": "node orders/main.mjs"
  },
  "devDependencies": {
    ${version("a2agen")}
  }
}
`,
    });
  });

  test("finds the compiler and the lock file of the workspace", async () => {
    const directory = await workIn({
      "package.json": `{ "workspaces": ["packages/*"], "devDependencies": { "typescript": "5", "tsx": "4" } }`,
      "package-lock.json": "{}",
      "packages/shop/package.json": '{\n  "name": "shop",\n  "type": "module"\n}\n',
      "packages/shop/tsconfig.json": '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
      "packages/old/package.json": '{ "dependencies": { "hono": "4" } }',
      "packages/old/tsconfig.json": '{ "compilerOptions": { "module": "CommonJS" } }',
    });
    const shop = await runA2agen(["add", "packages/shop"], { directory });
    expect(shop).toEqual({
      status: 0,
      stderr: "",
      stdout: `wrote agent/agent.ts, agent/main.ts, package.json in packages/shop

Next:
  cd packages/shop
  npm install
  npm run agent
  npx a2agen call http://localhost:4000 send "Hello" # in another terminal
`,
    });
    expect(await readFile(join(directory, "packages/shop/agent/main.ts"), "utf8")).toContain('"./agent.ts"');
    expect(await readFile(join(directory, "packages/shop/package.json"), "utf8")).toBe(`{
  "name": "shop",
  "type": "module",
  "scripts": {
    "agent": "tsx agent/main.ts"
  },
  "dependencies": {
    ${version("@a2agen/a2a-1.0")},
    ${version("@a2agen/runtime")}
  },
  "devDependencies": {
    ${version("@types/node")},
    ${version("a2agen")}
  }
}
`);
    const old = await runA2agen(["add", "packages/old"], { directory });
    expect(old.stderr).toBe(
      'tsconfig.json: expected "moduleResolution": "node16", "nodenext" or "bundler", with which tsc finds the packages; found "CommonJS"\n',
    );
    expect(old.stdout).toContain(`Or serve it with Hono, in an async function:
  const { toHono } = await import("@a2agen/runtime/adapters");
  const { handler } = await import("./agent/agent.mjs");
  app.use(toHono(handler));
`);
  });

  test("shows with --dry-run what it would write", async () => {
    const before = { "package.json": '{\n  "type": "module"\n}\n' };
    const directory = await workIn(before);
    const { status, stdout, stderr } = await runA2agen(["add", "--dry-run"], { directory });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n").filter((line) => line.startsWith("+++ "))).toEqual([
      "+++ b/agent/agent.js",
      "+++ b/agent/main.js",
      "+++ b/package.json",
    ]);
    expect(stdout).toContain('+  "scripts": {\n+    "agent": "node agent/main.js"\n+  },\n');
    expect(await readTree(directory)).toEqual(before);
  });

  test("takes packages from files, also those that others need", async () => {
    const directory = await workIn({
      "package.json": '{ "type": "module" }',
      ...Object.fromEntries(
        ["a2agen-runtime", "a2agen-translate"].map((name) => [
          `packed/${name}-${findDependencyVersion("a2agen", new Map())?.slice(1)}.tgz`,
          "",
        ]),
      ),
    });
    await runA2agen(["add", "--packages", "packed"], { directory });
    const file = (name: string): string =>
      `file:${join(directory, "packed", `${name}-${findDependencyVersion("a2agen", new Map())?.slice(1)}.tgz`)}`;
    expect(JSON.parse(await readFile(join(directory, "package.json"), "utf8"))).toMatchObject({
      dependencies: { "@a2agen/runtime": file("a2agen-runtime") },
      overrides: { "@a2agen/translate": file("a2agen-translate") },
    });
  });

  const started = { "package.json": '{ "type": "module", "scripts": { "agent": "x" } }' };

  test.each([
    {
      name: "files and a script of that name",
      files: { ...started, "agent/main.js": "mine" },
      args: [],
      status: 1,
      stderr: `.: expected a project without these:
  agent/main.js
  package.json: scripts.agent
nothing was written; choose another name than this with --name NAME
`,
    },
    {
      name: "no package.json",
      files: {},
      args: ["shop"],
      status: 1,
      stderr:
        'shop: expected a project with a package.json; found none: name its directory, or begin a project with "a2agen init"\n',
    },
    {
      name: "a section that is no object",
      files: { "package.json": '{ "dependencies": ["express"] }' },
      args: [],
      status: 1,
      stderr: 'package.json: dependencies: expected an object; found ["express"]\n',
    },
    {
      name: "a name that is no folder",
      files: started,
      args: ["--name", "../x"],
      status: 2,
      stderr:
        'a2agen add: --name: expected lower-case letters, digits and "-"; found "../x"\nRun "a2agen add --help" for help.\n',
    },
    {
      name: "a port out of range",
      files: started,
      args: ["--port", "99999"],
      status: 2,
      stderr:
        'a2agen add: --port: expected a number from 1 to 65535; found "99999"\nRun "a2agen add --help" for help.\n',
    },
  ])("writes nothing with $name", async ({ files, args, status, stderr }) => {
    const directory = await workIn(files);
    expect(await runA2agen(["add", ...args], { directory })).toEqual({ status, stdout: "", stderr });
    expect(await readTree(directory)).toEqual(files);
  });
});
