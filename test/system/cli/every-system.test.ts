import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../shared/free-port.ts";
import { startA2agen } from "../../shared/process/start-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");

/** Below the repository, whose packages the projects import. */
let root: string;
beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  root = await mkdtemp(join(repository, ".tmp/every-system-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

// What .github/workflows/systems.yml runs on Windows and macOS: no shell, no signals, no program of Unix.

test("an agent is begun, started and called", async () => {
  const init = ["init", "an agent", "--name", "an-agent", "--kind", "minimal", "--yes"];
  expect(await startA2agen(init, { directory: root })).toMatchObject({ status: 0, stderr: "" });
  const url = await startAgent(join(root, "an agent"));
  const { status, stdout, stderr } = await startA2agen(["call", url, "send", "Hello"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("completed");
});

test("the code of an extension is generated, and found to be current", async () => {
  const init = ["init", "extension", "--kind", "extension", "--source", "schema", "--yes"];
  expect(await startA2agen(init, { directory: root })).toMatchObject({ status: 0, stderr: "" });
  const directory = join(root, "extension");
  const generate = [
    "generate",
    "extension",
    "extension.yaml",
    "--out",
    "src/gen",
    "--import-extension",
    "ts",
  ];
  expect(await startA2agen([...generate, "--check"], { directory })).toMatchObject({ status: 0, stderr: "" });
  expect(await startA2agen(generate, { directory })).toMatchObject({ status: 0, stderr: "" });
});

test("the code of protos is generated, and found to be current", async () => {
  const init = ["init", "own", "--methods", "own", "--yes"];
  expect(await startA2agen(init, { directory: root })).toMatchObject({ status: 0, stderr: "" });
  const directory = join(root, "own");
  expect(await startA2agen(["init", "--update"], { directory })).toMatchObject({
    status: 0,
    stderr: "nothing to do\n",
  });
});

/** Starts an agent by its source, which resolves the packages of the repository to theirs. */
async function startAgent(directory: string): Promise<string> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", "-C", "a2agen-source", join("src", "main.ts")],
    { cwd: directory, env: { ...process.env, PORT: String(port) }, stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(async () => {
    const exited = once(child, "exit");
    if (child.kill()) await exited;
  });
  if (child.stdout === null) throw new Error("expected the output of the agent");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("listening on ")) return line.slice("listening on ".length);
  }
  throw new Error("the agent has ended before it listened");
}
