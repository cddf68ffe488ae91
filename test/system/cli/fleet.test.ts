import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";
import { a2agen } from "../../shared/process/start-a2agen.ts";

test("a run that is interrupted keeps what was done, and the history before it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-fleet-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  let interrupt = (): void => undefined;
  const server = createServer((request, response) => {
    // The first agent is gone, and the second one never answers.
    if (request.url?.startsWith("/slow/") === true) interrupt();
    else response.writeHead(404).end();
  });
  const origin = await listen(server);
  const agents = ["gone", "slow", "last"].map((name) => ({ name, url: `${origin}/${name}` }));
  await writeFile(join(folder, "fleet.json"), JSON.stringify({ agents }));
  const before = `${JSON.stringify({ date: "2026-01-01T00:00:00Z", name: "last", passed: {}, failed: {} })}\n`;
  await mkdir(join(folder, "out"));
  await writeFile(join(folder, "out/history.jsonl"), before);
  const child = spawn(process.execPath, [a2agen, "fleet", "fleet.json", "--out", "out"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  interrupt = () => void child.kill("SIGINT");
  let stdout = "";
  child.stdout.on("data", (piece: Buffer) => {
    stdout += piece.toString();
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(status).toBe(130);
  expect(stdout).toMatch(/^Fleet: 3 rows, 1 not tested, 2 not run; interrupted\n/);
  const history = await readFile(join(folder, "out/history.jsonl"), "utf8");
  expect(history.startsWith(before)).toBe(true);
  expect(history.slice(before.length)).toMatch(/^\{"date":"[^\n]*"name":"gone"[^\n]*\}\n$/);
  const files = await readdir(join(folder, "out"));
  expect(files.toSorted()).toEqual(["agents", "badges", "history.jsonl", "index.html", "results.json"]);
});
