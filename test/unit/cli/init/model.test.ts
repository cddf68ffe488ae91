import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDirectory, readTree, removeDirectory } from "../../../shared/cli/project-directory.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

let root: string;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(() => removeDirectory(root));

/** What tells the models apart: the import of the adapter, the key, and the interface of the provider. */
const models = [
  {
    flags: ["ai-sdk"],
    adapter: "ai-sdk",
    key: "OPENAI_API_KEY",
    wire: "Responses API",
    needs: ["@ai-sdk/openai", "ai", "zod"],
  },
  {
    flags: ["ai-sdk", "--provider", "anthropic"],
    adapter: "ai-sdk",
    key: "ANTHROPIC_API_KEY",
    wire: "Messages API",
    needs: ["@ai-sdk/anthropic", "ai", "zod"],
  },
  {
    flags: ["ai-sdk", "--provider", "google"],
    adapter: "ai-sdk",
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    wire: "streamGenerateContent",
    needs: ["@ai-sdk/google", "ai", "zod"],
  },
  {
    flags: ["langgraph"],
    adapter: "langgraph",
    key: "OPENAI_API_KEY",
    wire: "Chat Completions",
    needs: ["@langchain/core", "@langchain/langgraph", "@langchain/openai", "zod"],
  },
  {
    flags: ["openai-agents"],
    adapter: "openai-agents",
    key: "OPENAI_API_KEY",
    wire: "Responses API",
    needs: ["@openai/agents", "zod"],
  },
] as const;

describe.each(models)("init --model $flags", ({ flags, adapter, key, wire, needs }) => {
  const packages = ["@a2agen/a2a-1.0", "@a2agen/adapters", "@a2agen/runtime", ...needs];
  const name = flags.join("-");
  let tree: Readonly<Record<string, string>>;

  test("writes a project, and says where the key belongs", async () => {
    const args = ["init", name, "--model", ...flags, "--yes"];
    const { status, stdout, stderr } = await runA2agen(args, { directory: root });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n").slice(3)).toEqual([
      `  cd ${name}`,
      "  npm install",
      "  npm test",
      `  export ${key}=... # the key of your account`,
      "  npm run dev # with a console at http://localhost:4000/console",
      '  npx a2agen call http://localhost:4000 stream "Write a short report about tea" # in another terminal',
      "",
    ]);
    tree = await readTree(join(root, name));
    const code = Object.keys(tree).filter((path) => /^(?:src|test)\//.test(path));
    expect(code.filter((path) => /\n\n\n|[ \t]\n|\n\n$|.{111}/.test(tree[path] ?? ""))).toEqual([]);
  });

  test("has the model in one file, which only the agent imports", () => {
    expect(tree["src/model.ts"]).toContain(`from "@a2agen/adapters/${adapter}"`);
    expect(tree["src/model.ts"]).toContain(`if (!process.env["${key}"]) {`);
    expect(tree["src/agent.ts"]?.match(/.*model.*/g)).toEqual(['import { execute } from "./model.ts";']);
  });

  test("answers for the provider in its tests, and has none of an echo", () => {
    expect(tree["test/provider.ts"]).toContain(wire);
    expect(Object.keys(tree)).not.toContain("test/agent.test.ts");
  });

  test("depends on what the model and its agent import", () => {
    const { dependencies } = JSON.parse(tree["package.json"] ?? "") as { readonly dependencies: object };
    expect(Object.keys(dependencies)).toEqual(packages);
  });
});

test("init --kind agent has the model in src/agent.ts, and nothing that stands in for one", async () => {
  const args = ["init", "full", "--yes", "--kind", "agent", "--model", "langgraph", "--store", "postgres"];
  const { status, stdout, stderr } = await runA2agen(args, { directory: root });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("  export OPENAI_API_KEY=... # the key of your account\n");
  const tree = await readTree(join(root, "full"));
  expect(tree["src/agent.ts"]).toContain('from "@a2agen/adapters/langgraph"');
  expect(Object.keys(tree).filter((path) => /(?:report|outline|model|agent\.test)\.ts$/.test(path))).toEqual(
    [],
  );
  expect(Object.keys(tree).filter((path) => path.startsWith("test/"))).toEqual([
    "test/model.test.ts",
    "test/probe.test.ts",
    "test/provider.ts",
    "test/server.test.ts",
    "test/start.ts",
    "test/tasks.test.ts",
  ]);
  expect(tree["compose.yaml"]).toContain("      OPENAI_API_KEY:\n");
});

test.each([
  {
    args: ["--provider", "google"],
    want: "--provider: expected --model ai-sdk beside it",
  },
  {
    args: ["--model", "langgraph", "--provider", "google"],
    want: "--provider: expected --model ai-sdk beside it",
  },
  {
    args: ["--model", "ai-sdk", "--versions", "draft,1.0"],
    want: "--model: expected 1.0 first in --versions, in whose types adapters of models write; found draft,1.0",
  },
  {
    args: ["--model", "gpt"],
    want: '--model: expected none or ai-sdk or langgraph or openai-agents; found "gpt"',
  },
])("init refuses $args", async ({ args, want }) => {
  const refused = await runA2agen(["init", "refused", "--yes", ...args], { directory: root });
  expect(refused).toMatchObject({
    status: 2,
    stderr: `a2agen init: ${want}\nRun "a2agen init --help" for help.\n`,
  });
});

test.each([
  { flags: [], kind: "minimal" },
  { flags: ["--model", "langgraph", "--versions", "1.0,0.3"], kind: "minimal" },
  { flags: ["--store", "memory"], kind: "agent" },
  { flags: ["--methods", "none"], kind: "agent" },
  { flags: ["--auth", "bearer", "--title", "Ada"], kind: "agent" },
])("init $flags writes an agent of the kind $kind", async ({ flags, kind }) => {
  const name = ["kind", ...flags]
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");
  await runA2agen(["init", name, "--yes", ...flags], { directory: root });
  const { "package.json": text = "" } = await readTree(join(root, name));
  expect(JSON.parse(text)).toMatchObject({ a2agen: { kind } });
});
