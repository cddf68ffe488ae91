import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDirectory, removeDirectory } from "../../../shared/cli/project-directory.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { choose } from "../../../shared/runs.ts";

const biome = join(import.meta.dirname, "../../../../node_modules/@biomejs/biome/bin/biome");

let root: string;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(() => removeDirectory(root));

const agent = ["--kind", "agent"];
const all = ["--push", "yes", "--telemetry", "yes", "--auth", "bearer"];
const own = ["--methods", "own"];

/** Each kind, then what changes the form of lines: names, versions, bindings and stores. */
const projects: readonly (readonly string[])[] = [
  ["--kind", "minimal"],
  agent,
  [...agent, ...own],
  ["--kind", "client"],
  ["--kind", "extension"],
  ["--kind", "schema-package"],
  ["--model", "ai-sdk", "--provider", "google"],
  [...agent, "--model", "langgraph", "--store", "postgres", "--versions", "1.0,draft,0.3", ...all, ...own],
  ...choose<readonly string[]>([
    [...agent, "--versions", "draft,0.3", "--bindings", "JSONRPC", "--store", "memory"],
    [...agent, "--versions", "1.0", "--model", "ai-sdk", ...all],
    [...agent, "--versions", "1.0", "--bindings", "HTTP+JSON", ...own],
    [
      ...agent,
      "--versions",
      "draft,1.0",
      "--bindings",
      "HTTP+JSON,GRPC",
      "--name",
      "@acme/a-rather-long-name",
      ...own,
    ],
    [
      ...agent,
      "--versions",
      "1.1-dev,1.0,0.3",
      "--model",
      "openai-agents",
      "--bindings",
      "HTTP+JSON",
      ...all,
    ],
    ["--kind", "client", "--versions", "1.1-dev,1.0,0.3"],
    ["--kind", "client", "--versions", "draft"],
    ["--kind", "extension", "--versions", "1.1-dev,1.0,0.3", "--name", "extension"],
    ["--kind", "extension", "--versions", "draft,0.3", "--name", "a-rather-long-name"],
    ["--versions", "draft,0.3,1.0"],
    ["--versions", "1.0,draft", "--model", "langgraph"],
  ]),
];

test.each(projects.map((flags, index) => ({ flags, index })))(
  "a project of $flags is as its linter and formatter want it",
  { tags: "thorough" },
  async ({ flags, index }) => {
    const directory = join(root, `project-${index}`);
    const written = await runA2agen(["init", directory, "--yes", ...flags]);
    expect(written).toMatchObject({ status: 0, stderr: "" });
    // As "npm run lint" does it.
    const args = [biome, "check", "--error-on-warnings"];
    const { status, stderr } = await runProcess(process.execPath, { args, directory });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  },
);
