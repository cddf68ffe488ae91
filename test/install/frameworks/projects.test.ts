import { execFile, spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../shared/free-port.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");
/** Beside the frameworks, which the projects import. */
const folder = join(import.meta.dirname, ".tmp/projects");

const models = [
  ["ai-sdk"],
  ["ai-sdk", "--provider", "anthropic"],
  ["ai-sdk", "--provider", "google"],
  ["langgraph"],
  ["openai-agents"],
] as const;
const kinds = [
  ["minimal"],
  ["agent", "--store", "pglite", "--methods", "own"],
  ["agent", "--store", "postgres"],
  ["agent", "--store", "memory"],
] as const;
const versions = ["1.0", "1.0,0.3", "1.0,draft", "1.0,draft,0.3", "1.1-dev,1.0,0.3"] as const;

const projects = [["none"] as const, ...models].flatMap((model, m) =>
  kinds.flatMap((kind, k) =>
    versions.map((spoken, v) => ({
      name: [...model, ...kind, spoken].join("-").replaceAll(/[^\w.]+/g, "-"),
      model,
      kind,
      spoken,
      // Each pair of a model, a kind and a version; those without a model are run by test/install/projects.
      isRun: m > 0 && (m + v) % kinds.length === k,
    })),
  ),
);

test("agents of any kind are written with any model, store and version", async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, model, kind, spoken } of projects) {
    const flags = ["--model", ...model, "--kind", ...kind, "--versions", spoken];
    const written = await runA2agen(["init", join(folder, name), "--yes", ...flags]);
    expect(written).toMatchObject({ status: 0, stderr: "" });
  }
});

test("they compile", async () => {
  // Their probe imports a2agen, which is installed in test/install/projects.
  const exclude = ["*/test/probe.test.ts"];
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["."], exclude }),
  );
  expect(await runNode([join(repository, "node_modules/typescript/bin/tsc"), "-p", folder])).toBe("");
});

test.each(projects.filter(({ isRun }) => isRun))(
  "the tests of $kind with $model in $spoken pass without a key",
  async ({ name }) => {
    const files = await readdir(join(folder, name, "test"));
    // The probe is run for agents without a model, and is about the runtime.
    const tests = files.filter((file) => file.endsWith(".test.ts") && file !== "probe.test.ts");
    const programs = await bundle(name, ...tests.map((file) => `test/${file}`));
    expect(await runNode(["--test", "--test-reporter=tap", ...programs])).toMatch(
      /^# pass (?:[4-9]|\d\d)\n# fail 0$/m,
    );
  },
);

test.each(models.map((model) => ({ model })))(
  "an agent with $model says that the key is missing",
  async ({ model }) => {
    const { name = "" } = projects.find((project) => project.model === model) ?? {};
    expect(await runNode(await bundle(name, "src/model.ts"))).toMatch(
      /Error: [A-Z_]+_API_KEY: expected a key in the environment; found none/,
    );
  },
);

test("somebody without a key talks to an agent as docs/models.md says", async () => {
  const { name = "" } = projects.find(({ model }) => model === models[0]) ?? {};
  const page = await readFile(join(repository, "docs/models.md"), "utf8");
  const [, code = ""] = /^```ts user=writing-agent\/try\.ts\n(.*?)^```/ms.exec(page) ?? [];
  await writeFile(join(folder, name, "try.ts"), code);
  const { call } = await startAgent(name, "try.ts");
  const asked = await runA2agen([...call, "Publish it"]);
  expect(asked).toMatchObject({ status: 3, stderr: expect.stringContaining("your yes or no") });
  expect(asked.stdout).toContain('Allow publish? {"title":"Tea"}');
  const [, task = ""] = /^task (\S+)/.exec(asked.stdout) ?? [];
  const answered = await runA2agen([...call, "--task", task, "yes"]);
  expect(answered).toMatchObject({ status: 0, stderr: "" });
  expect(answered.stdout).toContain("It is published.");
});

test("the agent with which the README begins asks before it books", async () => {
  const { name = "" } = projects.find(({ model }) => model === models[0]) ?? {};
  const page = await readFile(join(repository, "README.md"), "utf8");
  const [, code = ""] = /^```ts user=trains\/src\/model\.ts\n(.*?)^```/ms.exec(page) ?? [];
  await writeFile(join(folder, name, "src/model.ts"), code);
  await writeFile(
    join(folder, name, "book.ts"),
    `import { replies } from "./test/provider.ts";
replies.push({ call: "book", input: { city: "Rome" } }, { text: ["Booked."] });
await import("./src/main.ts");
`,
  );
  const { call } = await startAgent(name, "book.ts");
  const asked = await runA2agen([...call, "A train to Rome, please"]);
  expect(asked).toMatchObject({ status: 3, stderr: expect.stringContaining("your yes or no") });
  expect(asked.stdout).toContain('Allow book? {"city":"Rome"}');
  const [, task = ""] = /^task (\S+)/.exec(asked.stdout) ?? [];
  const answered = await runA2agen([...call, "--task", task, "yes"]);
  expect(answered).toMatchObject({ status: 0, stderr: "" });
  expect(answered.stdout).toContain("Booked.");
});

/** Starts a program of a project without a key until the test has ended; returns how to call it. */
async function startAgent(name: string, program: string): Promise<{ readonly call: readonly string[] }> {
  const port = await freePort();
  const agent = spawn(process.execPath, await bundle(name, program), {
    env: { ...keylessEnvironment(), PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void agent.kill("SIGKILL"));
  await expect(agent.stdout.setEncoding("utf8").take(1).toArray()).resolves.toEqual([
    `listening on http://localhost:${port}\n`,
  ]);
  return { call: ["call", `http://localhost:${port}`, "stream"] };
}

/** With the sources of our packages, as published packages are not there. */
async function bundle(name: string, ...paths: readonly string[]): Promise<readonly string[]> {
  const project = join(folder, name);
  await build({
    entryPoints: paths.map((path) => join(project, path)),
    outdir: project,
    outbase: project,
    // Beside the sources, where code finds agent-card.json.
    chunkNames: "src/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    // Else what a test imports later would be imported first.
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["@ai-sdk/*", "@electric-sql/*", "@grpc/*", "@langchain/*", "@openai/*", "ai", "pg", "zod"],
    logLevel: "silent",
  });
  return paths.map((path) => join(project, path.replace(/ts$/, "mjs")));
}

function keylessEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/API_KEY|VITEST/.test(name)));
}

/** What it writes, in an environment without keys. */
function runNode(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: keylessEnvironment() }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
