import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { a2agen } from "../../../shared/process/start-a2agen.ts";
import { startAgent } from "./start-agent.ts";

interface Running {
  readonly child: ChildProcess;
  readonly written: () => { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Resolves when standard output has a text. */
  until(text: string | RegExp): Promise<void>;
}

function start(program: string, args: readonly string[]): Running {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    for (const listener of listeners) listener();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (status, signal) => resolve({ status, signal }));
  });
  return {
    child,
    written: () => ({ stdout, stderr }),
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (typeof text === "string" ? !stdout.includes(text) : !text.test(stdout)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without ${String(text)}: ${stdout}${stderr}`)));
      }),
  };
}

describe("Ctrl-C", () => {
  test.each(["stream", "send"])("cancels the task that %s has begun", async (action) => {
    const { origin, agent } = await startAgent();
    const waiting = agent.nextWait();
    const running = start(process.execPath, [a2agen, "call", origin, action, "wait"]);
    const id = await waiting;
    if (action === "stream") await running.until("thinking");
    running.child.kill("SIGINT");
    expect(await running.ended).toEqual({ status: 130, signal: null });
    expect(agent.canceled).toEqual([id]);
    const { stdout, stderr } = running.written();
    expect(stdout.endsWith("\ncanceled\n") || stdout === "canceled\n").toBe(true);
    expect(stderr).toBe(`note: canceling task ${id}; Ctrl-C again leaves at once\n`);
  });

  test("leaves a task alone that is only followed", async () => {
    const { origin, agent } = await startAgent();
    const running = start(process.execPath, [a2agen, "call", origin, "subscribe", "task-1", "--json"]);
    await running.until("task-1");
    running.child.kill("SIGINT");
    expect(await running.ended).toEqual({ status: 130, signal: null });
    expect({ canceled: agent.canceled, stderr: running.written().stderr }).toEqual({
      canceled: [],
      stderr: "",
    });
  });

  test("for the second time leaves while the task is being canceled", async () => {
    const { origin, agent } = await startAgent();
    const asked = new Promise<void>((resolve) => {
      agent.cancelTask = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const waiting = agent.nextWait();
    const running = start(process.execPath, [a2agen, "call", origin, "stream", "wait"]);
    await waiting;
    running.child.kill("SIGINT");
    await asked;
    running.child.kill("SIGINT");
    expect(await running.ended).toEqual({ status: 130, signal: null });
  });
});

test("a reader that has seen enough ends the stream, and leaves the task alone", async () => {
  const { origin, agent } = await startAgent();
  const command = `"${process.execPath}" "${a2agen}" call ${origin} stream flood | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const running = start("bash", ["-c", command]);
  expect(await running.ended).toEqual({ status: 0, signal: null });
  expect(running.written()).toEqual({ stdout: "task task-10 in context context-1\n0\n", stderr: "" });
  expect(agent.canceled).toEqual([]);
});

/** Runs the command line on a terminal; `script` is of util-linux. */
function onTerminal(args: readonly string[]): Running {
  const words = [process.execPath, a2agen, ...args].map((word) => `'${word}'`).join(" ");
  return start("script", ["--quiet", "--return", "--flush", "--command", words, "/dev/null"]);
}

/** The lines that a terminal is left with: what was drawn and taken away again is not among them. */
function withoutProgress(stdout: string): string {
  return stdout
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split("\r\u001b[2K").at(-1))
    .join("\n");
}

describe("on a terminal", () => {
  test("a task that asks gets its answer", async () => {
    const { origin, agent } = await startAgent();
    const running = onTerminal(["call", origin, "stream", "ask"]);
    await running.until("> ");
    running.child.stdin?.write("blue\n");
    expect(await running.ended).toEqual({ status: 0, signal: null });
    expect(agent.received.map(({ taskId, parts }) => [taskId, parts])).toEqual([
      [undefined, [{ text: "ask" }]],
      ["task-10", [{ text: "blue" }]],
    ]);
    const shown = withoutProgress(running.written().stdout);
    expect(shown).toContain("\u001b[33minput-required\u001b[39m:\n  What colour?\n");
    expect(shown).toContain("\u001b[32mcompleted\u001b[39m:\n  so it is blue\n");
  });

  test.each([
    ["approve", ["yes"], [{ data: { approvalId: "call-1", approved: true } }]],
    ["approve", ["no"], [{ data: { approvalId: "call-1", approved: false } }]],
    ["approve", ["what for?"], [{ text: "what for?" }]],
    [
      "approve both",
      ["y", "n"],
      [
        { data: { approvalId: "call-1", approved: true } },
        { data: { approvalId: "call-2", approved: false } },
      ],
    ],
  ])("a task that asks to %s is answered with %j", async (command, lines, parts) => {
    const { origin, agent } = await startAgent();
    const running = onTerminal(["call", origin, "stream", command]);
    for (const [index, line] of lines.entries()) {
      await running.until(index === 0 ? "pay␛[2J: yes or no > " : "mail: yes or no > ");
      running.child.stdin?.write(`${line}\n`);
    }
    expect(await running.ended).toEqual({ status: 0, signal: null });
    expect(agent.received.slice(1).map((message) => [message.taskId, message.parts])).toEqual([
      ["task-10", parts],
    ]);
    expect(withoutProgress(running.written().stdout)).toContain(
      '  May I?\n  {\n    "approvalId": "call-1",\n',
    );
  });

  test("Ctrl-C at the question cancels the task", async () => {
    const { origin, agent } = await startAgent();
    const running = onTerminal(["call", origin, "send", "ask"]);
    await running.until("> ");
    running.child.stdin?.write("\u0003");
    expect(await running.ended).toEqual({ status: 130, signal: null });
    expect(agent.canceled).toEqual(["task-10"]);
  });

  test("an answer of nothing leaves the task", async () => {
    const { origin, agent } = await startAgent();
    const running = onTerminal(["call", origin, "send", "ask"]);
    await running.until("> ");
    running.child.stdin?.write("\n");
    expect(await running.ended).toEqual({ status: 3, signal: null });
    expect(agent.canceled).toEqual([]);
    expect(running.written().stdout).toContain(`go on with: a2agen call ${origin} send --task task-10 TEXT`);
  });

  test("says while it waits that it does, and for how long", async () => {
    const { origin, agent } = await startAgent();
    const running = onTerminal(["call", origin, "send", "wait"]);
    await running.until(/waiting for the agent \d+ s/);
    for (const id of agent.tasks.keys()) if (id !== "task-1") await agent.cancelTask({ id });
    await running.ended;
  });
});
