import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { expect, test } from "vitest";
import type { ProgramRules } from "../../../packages/testing/src/index.ts";
import { collect } from "../../shared/collect.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";

/** A client of a mock that answers by a program of Node. */
async function run(code: string, more: Partial<ProgramRules> = {}): Promise<A2AServiceClient> {
  const mock = await startMock(
    { name: "Program" },
    { program: { command: [process.execPath, "-e", code, "a b; echo $HOME"], ...more } },
  );
  const { client } = await connect(A2AService, mock.url, { fetch: mock.fetch, bindings: [jsonRpc()] });
  return client;
}

test("a program gets the text and its arguments as they are, and its output becomes an artifact", async () => {
  const client = await run(
    'process.stdin.on("data", (text) => console.log([text, process.argv[1], process.env.A2A_TASK_ID].join(" ")))',
  );
  const { task } = await client.sendMessage(say("$(date) 'ü'"));
  expect(task).toMatchObject({
    status: { state: "TASK_STATE_COMPLETED" },
    artifacts: [{ artifactId: "output", parts: [{ text: `$(date) 'ü' a b; echo $HOME ${task?.id}\n` }] }],
  });
});

test("the output is streamed as it comes", async () => {
  const client = await run(
    'process.stdout.write("one "); process.stdin.resume(); setTimeout(() => process.stdout.write("two"), 300)',
  );
  const events = await collect(client.sendStreamingMessage(say("go")));
  const pieces = events.flatMap(
    ({ artifactUpdate }) => artifactUpdate?.artifact.parts.map(({ text }) => text) ?? [],
  );
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe("one two");
});

test.each([
  {
    name: "an exit status",
    code: 'console.error("x".repeat(5000)); console.error("no money"); process.exitCode = 3',
    more: {},
    want: /: exit status 3: x{1900,2000}\nno money$/,
  },
  {
    name: "a time limit",
    code: "setInterval(() => 0, 1000)",
    more: { timeoutMs: 300 },
    want: /: not done after 300 ms$/,
  },
  {
    name: "no such program",
    code: "",
    more: { command: ["a2agen-no-program"] as const },
    want: /^a2agen-no-program: .*ENOENT/,
  },
])("$name fails the task", async ({ code, more, want }) => {
  const { task } = await (await run(code, more)).sendMessage(say("go"));
  expect(task?.status.state).toBe("TASK_STATE_FAILED");
  expect(task?.status.message?.parts[0]?.text).toMatch(want);
});

test("a task that is canceled ends its program", async () => {
  const client = await run('process.stdout.write(process.pid + " is here"); setInterval(() => 0, 1000)');
  let taskId = "";
  let text = "";
  for await (const { task, artifactUpdate } of client.sendStreamingMessage(say("go"))) {
    taskId = task?.id ?? taskId;
    text += artifactUpdate?.artifact.parts[0]?.text ?? "";
    if (text.includes(" ")) break;
  }
  expect(await client.cancelTask({ id: taskId })).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
  const pid = Number.parseInt(text, 10);
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a program answers by a card alone", async () => {
  const rules = [{ answer: [{ message: "hi" }] }];
  await expect(startMock({ rules }, { program: { command: ["cat"] } })).rejects.toThrow(
    "program: expected a card for it to answer by; found a scenario",
  );
});
