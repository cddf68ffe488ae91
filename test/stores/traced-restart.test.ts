import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { bundleProgram } from "./postgres/bundle-program.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly links: readonly string[];
}

test("a turn that begins again after SIGKILL stays in the trace of its call, and links to it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-traced-"));
  const program = await bundleProgram(join(import.meta.dirname, "traced-agent.ts"), {
    name: "traced-agent",
    external: ["@electric-sql/pglite", "@opentelemetry/*"],
  });
  /** Runs the agent until it has written what is wanted, and kills it. */
  const run = async (
    mode: "hang" | "go",
    isDone: (lines: readonly string[]) => boolean,
  ): Promise<readonly Span[]> => {
    const child = spawn(process.execPath, [program, join(directory, "data"), mode], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (isDone(lines)) child.kill("SIGKILL");
    }
    await exited;
    return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Span);
  };

  const before = await run("hang", (lines) => lines.includes("begun") && lines.includes("answered"));
  const after = await run("go", (lines) => lines.some((line) => line.includes('"name":"a2agen.turn"')));
  const calls = before.filter(({ name }) => name === "SendMessage");
  const [server, client] = calls;
  expect(calls.map(({ name, parent }) => [name, parent])).toEqual([
    ["SendMessage", client?.spanId],
    ["SendMessage", undefined],
  ]);
  expect(before.some(({ name }) => name === "a2agen.turn")).toBe(false);
  const turn = after.find(({ name }) => name === "a2agen.turn");
  expect(turn).toEqual({
    name: "a2agen.turn",
    traceId: client?.traceId,
    spanId: turn?.spanId,
    parent: server?.spanId,
    links: [server?.spanId],
  });
  expect(after.filter(({ parent }) => parent === turn?.spanId).map(({ name }) => name)).toContain(
    "a2agen.append",
  );
  await rm(directory, { recursive: true });
});
