import { describe, expect, test } from "vitest";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { linesOf } from "./lines-of.ts";
import { startAgent } from "./start-agent.ts";

describe("rpc", () => {
  test("calls any method in the JSON of 1.0", async () => {
    const { call } = await startAgent();
    const { stdout } = await call(["rpc", "GetTask", '{"id": "task-1", "historyLength": 0}', "--json"]);
    expect(linesOf(stdout)).toMatchObject([{ id: "task-1", status: { state: "TASK_STATE_WORKING" } }]);
    expect(
      (await call(["rpc", "getTask", "-", "--json"], { input: '{"id": "task-1", "historyLength": 0}' }))
        .stdout,
    ).toBe(stdout);
  });

  test("speaks the JSON of the version that was asked for", async () => {
    const { call } = await startAgent();
    const { stdout } = await call(["rpc", "tasks/get", '{"id": "task-1"}', "--protocol", "0.3", "--json"]);
    expect(linesOf(stdout)).toMatchObject([{ kind: "task", id: "task-1", status: { state: "working" } }]);
  });

  test("takes the parts of a resource name, as servers do", async () => {
    const { origin } = await startAgent();
    const get = (request: object): Promise<CliResult> => {
      const words = ["rpc", "GetTask", JSON.stringify(request), "--protocol", "draft", "--json"];
      return runA2agen(["call", `${origin}/draft`, ...words]);
    };
    const byId = await get({ id: "task-1" });
    expect(linesOf(byId.stdout)).toMatchObject([{ id: "task-1", status: { state: "working" } }]);
    expect(byId).toEqual(await get({ name: "tasks/task-1" }));
  });

  test("writes the events of a stream as lines", async () => {
    const { call } = await startAgent();
    const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "Hello" }] };
    const { stdout } = await call(["rpc", "SendStreamingMessage", JSON.stringify({ message }), "--json"]);
    expect(linesOf(stdout)).toHaveLength(4);
  });

  test("says what is wrong with a request or a method", async () => {
    const { call } = await startAgent();
    expect(await call(["rpc", "GetTask", '{"id": 3}'])).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "the request is no lf.a2a.v1.GetTaskRequest:
          id: expected a string, got 3 [type]
      ",
        "stdout": "",
      }
    `);
    const unknown = await call(["rpc", "GetTusk"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toMatch(/rpc: unknown method "GetTusk"; the methods are SendMessage, /);
  });
});
