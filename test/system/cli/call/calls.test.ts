import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";
import { pixel } from "./command-agent.ts";
import { linesOf } from "./lines-of.ts";
import { startAgent } from "./start-agent.ts";

const directory = await useDirectory("a2agen-call-");

test("shows the card", async () => {
  const { call } = await startAgent();
  const { status, stdout, stderr } = await call([]);
  expect({ status, stderr }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
    }
  `);
  expect(stdout).toMatchInlineSnapshot(`
    "Test agent 1.0.0
      Does what the text of a message says.

    About
      card: ORIGIN/.well-known/agent-card.json

    Interfaces
      *  JSONRPC    1.0  ORIGIN/rpc
         HTTP+JSON  1.0  ORIGIN/rest
         GRPC       1.0  GRPC
         JSONRPC    0.3  ORIGIN/rpc

    Capabilities
      streaming: yes
      push notifications: yes
      extended card: yes

    Extensions
      https://example.com/extensions/echo/v1

    Skills
      Obey (obey) [test]
        Does what it is told.

    Takes
      text/plain

    Gives
      text/plain

    Security
      token: HTTP Bearer

    Signatures
      none
    "
  `);
  expect(await call(["card"])).toEqual({ status, stdout, stderr });
});

test("the card as JSON is the card as it is served", async () => {
  const { call, origin } = await startAgent();
  const served: unknown = await (await fetch(`${origin}/.well-known/agent-card.json`)).json();
  const { stdout } = await call(["card", "--json"]);
  expect(linesOf(stdout.replaceAll("ORIGIN", origin))).toEqual([
    JSON.parse(
      JSON.stringify(served).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (url) =>
        url === origin ? url : "GRPC",
      ),
    ),
  ]);
});

test("sends a message and shows the task that comes of it", async () => {
  const { call } = await startAgent();
  expect(await call(["send", "Hello", "there"])).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "task task-10 in context context-1
    completed
    artifact a Answer
      first
      second
    ",
    }
  `);
});

test("shows events as they come, appended text in one line", async () => {
  const { call } = await startAgent();
  expect(await call(["stream", "Hello"])).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "task task-10 in context context-1
    working
    artifact a Answer
      first
      second
    completed
    ",
    }
  `);
});

test("shows a message that is the whole answer", async () => {
  const { call } = await startAgent();
  expect(await call(["send", "echo this"])).toEqual({
    status: 0,
    stdout: "agent:\n  echo this\n",
    stderr: "",
  });
});

/** The agent's answers in a version: a stream of a task, pieces of an artifact, its end; and one task. */
const inOne = {
  events: [
    { task: { id: "task-10", contextId: "context-1", status: { state: "TASK_STATE_WORKING" } } },
    {
      artifactUpdate: {
        taskId: "task-10",
        artifact: { artifactId: "a", name: "Answer", parts: [{ text: "first\nsec" }] },
      },
    },
    {
      artifactUpdate: {
        taskId: "task-10",
        append: true,
        artifact: { artifactId: "a", parts: [{ text: "ond" }] },
      },
    },
    { statusUpdate: { taskId: "task-10", status: { state: "TASK_STATE_COMPLETED" } } },
  ],
  task: { id: "task-1", status: { state: "TASK_STATE_WORKING" } },
};
const [, ...draftPieces] = inOne.events.slice(0, 3);
const inDraft = {
  events: [
    { task: { id: "task-10", contextId: "context-1", status: { state: "working" } } },
    ...draftPieces,
    { statusUpdate: { taskId: "task-10", status: { state: "completed" }, final: true } },
  ],
  task: { id: "task-1", status: { state: "working" } },
};
const inOlder = {
  events: [
    { kind: "task", id: "task-10", contextId: "context-1", status: { state: "working" } },
    {
      kind: "artifact-update",
      taskId: "task-10",
      artifact: { artifactId: "a", name: "Answer", parts: [{ kind: "text", text: "first\nsec" }] },
    },
    {
      kind: "artifact-update",
      taskId: "task-10",
      append: true,
      artifact: { artifactId: "a", parts: [{ kind: "text", text: "ond" }] },
    },
    { kind: "status-update", taskId: "task-10", status: { state: "completed" }, final: true },
  ],
  task: { kind: "task", id: "task-1", status: { state: "working" } },
};

describe.each([
  { name: "JSONRPC", args: ["--binding", "JSONRPC"] },
  { name: "HTTP+JSON", args: ["--binding", "HTTP+JSON"] },
  { name: "GRPC", args: ["--binding", "GRPC"] },
  { name: "0.3", args: ["--protocol", "0.3"], want: inOlder },
  { name: "the draft", args: ["--protocol", "draft"], path: "/draft", want: inDraft },
  { name: "the draft, found out,", args: [], path: "/draft" },
  { name: "JSONRPC without a card", args: ["--direct"], path: "/rpc" },
  { name: "HTTP+JSON without a card", args: ["--direct", "--binding", "HTTP+JSON"], path: "/rest" },
  { name: "0.3 without a card", args: ["--direct", "--protocol", "0.3"], path: "/rpc", want: inOlder },
  {
    name: "the draft without a card",
    args: ["--direct", "--protocol", "draft"],
    path: "/draft/rpc",
    want: inDraft,
  },
])("over $name", ({ args, path = "", want = inOne }) => {
  test("streams, gets and cancels in the form of 1.0, or of --protocol", async () => {
    const { call } = await startAgent();
    const stream = await call(["stream", "Hello", "--json", ...args], { path });
    const events = linesOf(stream.stdout);
    expect(stream.status).toBe(0);
    expect(events).toMatchObject(want.events);
    const got = await call(["get", "task-1", "--json", ...args], { path });
    expect(linesOf(got.stdout)).toMatchObject([want.task]);
    const canceled = await call(["cancel", "task-1", ...args], { path });
    expect(canceled).toEqual({
      status: 0,
      stdout: "task task-1 in context context-1\ncanceled\n",
      stderr: canceled.stderr,
    });
    const missing = await call(["get", "no-such-task", ...args], { path });
    expect(missing).toMatchObject({ status: 1, stdout: "" });
    expect(missing.stderr).toContain("TaskNotFoundError: ");
  });
});

test.each([[], ["--binding", "HTTP+JSON"]])(
  "calls an agent of 0.3 over HTTP+JSON by its card: --protocol 0.3 %s",
  async (...args) => {
    const status = { state: "TASK_STATE_WORKING" };
    const server = createServer((request, response) => {
      const origin = `http://${request.headers.host ?? ""}`;
      const card = {
        protocolVersion: "0.3.0",
        name: "Older",
        description: "An agent of 0.3",
        version: "1",
        url: `${origin}/rest`,
        preferredTransport: "HTTP+JSON",
        capabilities: {},
        defaultInputModes: ["text/plain"],
        defaultOutputModes: ["text/plain"],
        skills: [],
      };
      const isTask = request.url === "/rest/v1/tasks/task-1";
      if (!isTask && request.url !== "/.well-known/agent-card.json") response.statusCode = 404;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(isTask ? { id: "task-1", contextId: "c", status } : card));
    });
    const origin = await listen(server);
    const calls = [
      ["get", "task-1", "--json"],
      ["rpc", "getTask", '{"name":"tasks/task-1"}', "--json"],
    ];
    for (const call of calls) {
      const answer = await runA2agen(["call", origin, ...call, "--protocol", "0.3", ...args]);
      expect(answer).toMatchObject({ status: 0 });
      expect(linesOf(answer.stdout)).toMatchObject([{ id: "task-1", status }]);
    }
  },
);

test("calls over gRPC without a card", async () => {
  const { grpc } = await startAgent();
  const flags = ["--direct", "--binding", "GRPC", "--json"];
  const { status, stdout } = await runA2agen(["call", grpc, "stream", "Hello", ...flags]);
  expect({ status, count: linesOf(stdout).length }).toEqual({ status: 0, count: 4 });
});

test("uses gRPC where the card offers nothing else", async () => {
  const { call } = await startAgent((card) => ({
    ...card,
    supportedInterfaces: card.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === "GRPC"),
  }));
  const { status, stdout } = await call(["get", "task-1", "--json"]);
  expect({ status, id: linesOf(stdout) }).toMatchObject({ status: 0, id: [{ id: "task-1" }] });
});

test("lists tasks, by state, and page by page", async () => {
  const { call } = await startAgent();
  await call(["send", "Hello"]);
  expect(await call(["list"])).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "working    task-1   context-1  2026-01-02T03:04:05Z
    completed  task-10  context-1  2026-01-02T03:04:05Z
    ",
    }
  `);
  await call(["send", "ask"]);
  expect((await call(["list", "--state", "input-required"])).stdout).toMatch(
    /^input-required {2}.*Z {2}What colour\?\n$/,
  );
  expect((await call(["list", "--state", "completed"])).stdout).toMatchInlineSnapshot(`
    "completed  task-10  context-1  2026-01-02T03:04:05Z
    "
  `);
  expect((await call(["list", "--state", "TASK_STATE_WORKING", "--json"])).stdout).toContain('"id":"task-1"');
  expect(await call(["list", "--state", "sleeping"])).toMatchInlineSnapshot(`
    {
      "status": 2,
      "stderr": "a2agen call: --state: expected one of submitted, working, completed, failed, canceled, input-required, rejected, auth-required; found "sleeping"
    Run "a2agen call --help" for help.
    ",
      "stdout": "",
    }
  `);
  expect(await call(["list", "--context", "none"])).toEqual({
    status: 0,
    stdout: "",
    stderr: "note: no tasks\n",
  });
});

test("sets, gets, lists and deletes push notification configurations", async () => {
  const { call } = await startAgent();
  const env = { HOOK_TOKEN: "secret-1", HOOK_BEARER: "secret-2" };
  const webhook = ["--webhook", "https://example.com/hook", "--webhook-token-env", "HOOK_TOKEN"];
  const set = await call(
    ["push", "set", "task-1", ...webhook, "--webhook-bearer-env", "HOOK_BEARER", "--json"],
    { env },
  );
  expect(linesOf(set.stdout)).toEqual([
    {
      id: "config-1",
      taskId: "task-1",
      url: "https://example.com/hook",
      token: "secret-1",
      authentication: { scheme: "Bearer", credentials: "secret-2" },
    },
  ]);
  expect((await call(["push", "get", "task-1", "config-1", "--json"])).stdout).toBe(set.stdout);
  expect(linesOf((await call(["push", "list", "task-1", "--json"])).stdout)).toEqual([
    { configs: linesOf(set.stdout) },
  ]);
  expect(await call(["push", "delete", "task-1", "config-1", "--json"])).toEqual({
    status: 0,
    stdout: "{}\n",
    stderr: "",
  });
  expect(await call(["push", "list", "task-1"])).toEqual({
    status: 0,
    stdout: "",
    stderr: "note: no configurations\n",
  });
});

test.each([
  { command: "ask", status: 3 },
  { command: "login", status: 3 },
  { command: "reject", status: 1 },
  { command: "Hello", status: 0 },
  { command: "fail TaskNotFoundError", status: 1 },
])("ends with exit code $status after $command", async ({ command, status }) => {
  const { call } = await startAgent();
  expect(await call(["send", command])).toMatchObject({ status });
  expect(await call(["stream", command, "--json"])).toMatchObject({ status });
});

test("returns at once with --no-wait, and says how to follow a task", async () => {
  const { call } = await startAgent();
  expect(await call(["send", "Hello", "--no-wait"])).toEqual({
    status: 0,
    stdout: "task task-10 in context context-1\nworking\n",
    stderr: "",
  });
});

test("saves files under names that are safe and not taken", async () => {
  const { call } = await startAgent();
  const target = join(directory, "saved");
  for (const name of ["../../etc/passwd", "passwd", "C:\\con", "...", `${"x".repeat(400)}.png`]) {
    const { status } = await call(["stream", `file ${name}`, "--save", target]);
    expect(status).toBe(0);
  }
  const json = await call(["send", "file passwd", "--save", target, "--json"]);
  expect(json.stderr).toBe(`note: saved ${join(target, "passwd-3")}\n`);
  expect((await readdir(target)).toSorted()).toEqual(
    ["_con", "f-1.png", "passwd", "passwd-2", "passwd-3", `${"x".repeat(180)}.png`].toSorted(),
  );
  for (const name of await readdir(target)) {
    expect((await readFile(join(target, name))).toString("base64")).toBe(pixel);
  }
});
