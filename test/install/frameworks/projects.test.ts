import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
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
const versions = ["1.0", "1.0,0.3", "1.0,draft", "1.0,draft,0.3", "1.1-dev,1.0,0.3"] as const;

const projects = models.flatMap((model) =>
  versions.map((spoken) => ({
    name: [...model, spoken].join("-").replaceAll(/[^\w.]+/g, "-"),
    model,
    spoken,
  })),
);

test("agents are written with any model in any version", async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, model, spoken } of projects) {
    const args = ["init", join(folder, name), "--yes", "--model", ...model, "--versions", spoken];
    expect(await runA2agen(args)).toMatchObject({ status: 0, stderr: "" });
  }
});

test("they compile", async () => {
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["."] }),
  );
  expect(await runNode([join(repository, "node_modules/typescript/bin/tsc"), "-p", folder])).toBe("");
});

/** Each model and each version once. */
const run = projects.filter((_, index) => index % (versions.length + 1) === 0);

test.each(run)("the tests of an agent with $model in $spoken pass without a key", async ({ name }) => {
  const program = await bundle(join(name, "test/model.test.ts"));
  expect(await runNode(["--test", "--test-reporter=tap", program])).toMatch(/^# pass 4\n# fail 0$/m);
});

test.each(models.map((model) => ({ model })))(
  "an agent with $model says that the key is missing",
  async ({ model }) => {
    const { name = "" } = projects.find((project) => project.model === model) ?? {};
    expect(await runNode([await bundle(join(name, "src/model.ts"))])).toMatch(
      /Error: [A-Z_]+_API_KEY: expected a key in the environment; found none/,
    );
  },
);

/** With the sources of our packages, as published packages are not there. */
async function bundle(path: string): Promise<string> {
  const outfile = join(folder, path.replace(/ts$/, "mjs"));
  await build({
    entryPoints: [join(folder, path)],
    outdir: dirname(outfile),
    outExtension: { ".js": ".mjs" },
    // Else what a test imports later would be imported first.
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["@ai-sdk/*", "@langchain/*", "@openai/*", "ai", "zod"],
    logLevel: "silent",
  });
  return outfile;
}

/** What it writes, in an environment without keys. */
function runNode(args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/API_KEY|VITEST/.test(name)),
  );
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
