import { A2AService, errors, protocol } from "@a2agen/a2a-1.0-draft";
import { createHost, implement } from "@a2agen/runtime/host";
import { CallError, createClient } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { createRestHandler, createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { sendRaw, serve } from "../../../shared/rest/serve.ts";

async function start(handler: Partial<A2AService>): Promise<string> {
  const host = createHost({
    services: [implement(A2AService, handler as A2AService)],
    onError: () => undefined,
  });
  return await serve(createRestHandler(host));
}

const task = { id: "task-1", contextId: "c", status: { state: "working" as const } };

test("errors are problem details", async () => {
  const url = await start({
    getTask: () =>
      Promise.reject(
        errors.TaskNotFoundError("no such task", { metadata: { taskId: "task-1", title: "x" } }),
      ),
  });
  const answer = await sendRaw(url, "/v1/tasks/task-1");
  expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/problem+json"]);
  expect(JSON.parse(answer.text)).toEqual({
    type: "https://a2a-protocol.org/errors/task-not-found",
    title: "Task Not Found",
    status: 404,
    detail: "no such task",
    taskId: "task-1",
    metadata: { title: "x" },
  });
});

test("problems of a request are told by field", async () => {
  const url = await start({});
  const answer = await sendRaw(url, "/v1/tasks/task-1?historyLength=-1");
  expect(JSON.parse(answer.text)).toEqual({
    type: "about:blank",
    title: "Invalid Argument",
    status: 400,
    detail: expect.stringContaining("historyLength: expected a 32-bit integer, at least 0, got -1") as string,
    reason: "INVALID_ARGUMENT",
    errors: [{ field: "historyLength", message: "expected a 32-bit integer, at least 0, got -1" }],
  });
});

test("the versions that are spoken are a list", async () => {
  const url = await start({ getTask: () => Promise.resolve(task) });
  const answer = await fetch(`${url}/v1/tasks/task-1`, { headers: { "a2a-version": "0.5" } });
  expect(await answer.json()).toEqual({
    type: "https://a2a-protocol.org/errors/version-not-supported",
    title: "Protocol Version Not Supported",
    status: 400,
    detail: 'the request names version "0.5"; supported: 1.0; send it as A2A-Version',
    supportedVersions: ["1.0"],
  });
});

test.each([
  errors.TaskNotFoundError("a", { metadata: { taskId: "1", status: "2", metadata: "3" } }),
  errors.VersionNotSupportedError("b", { violations: [{ field: "x", description: "y" }] }),
  errors.ContentTypeNotSupportedError(),
  errors.VersionNotSupportedError("b2", { metadata: { supportedVersions: "0.3, 1.0", errors: "e" } }),
  new CallError("ABORTED", "c", { reason: "TRY_LATER", metadata: { __proto__: "x", code: "7" } }),
  new CallError("OUT_OF_RANGE", "d", { details: [{ "@type": "type.googleapis.com/x.Y", z: [1] }] }),
  new CallError("UNAVAILABLE", "e", { retryAfterMs: 2000 }),
  new CallError("UNAUTHENTICATED", "f", { challenges: ["Bearer"] }),
  new CallError("INVALID_ARGUMENT", "g", { http: 422 }),
])("a client gets the error that the handler threw: $message", async (thrown) => {
  const url = await start({ getTask: () => Promise.reject(thrown) });
  const client = createClient(A2AService, createRestTransport(protocol, { url }));
  const got = (await client.getTask({ name: "tasks/1" }).catch((error: unknown) => error)) as CallError;
  const facts = ({
    name,
    message,
    status,
    reason,
    metadata,
    violations,
    details,
    retryAfterMs,
    challenges,
    http,
  }: CallError) => ({
    name,
    message,
    status,
    reason,
    metadata,
    violations,
    details,
    retryAfterMs,
    challenges,
    http,
  });
  expect(facts(got)).toEqual(facts(thrown));
});

test("all rules of a method are served", async () => {
  const url = await start({
    listTasks: () => Promise.resolve({ tasks: [task], totalSize: 1, pageSize: 1, nextPageToken: "" }),
    async *subscribeToTask() {
      yield { task };
    },
    getTask: ({ name }) => Promise.resolve({ ...task, id: name }),
  });
  const json = { "content-type": "application/json" };
  for (const [verb, target] of [
    ["GET", "/v1/tasks"],
    ["POST", "/v1/tasks/list"],
    ["POST", "/v1/tasks/task-1:subscribe"],
    ["GET", "/v1/tasks/task-1:subscribe"],
  ] as const) {
    const request = verb === "GET" ? {} : { headers: json, body: "{}" };
    const answer = await sendRaw(url, target, { verb, ...request });
    expect([target, answer.status]).toEqual([target, 200]);
  }
  // The path of another rule is also that of a task: the verb tells which is meant.
  expect(JSON.parse((await sendRaw(url, "/v1/tasks/list")).text)).toMatchObject({ id: "tasks/list" });
  expect((await sendRaw(url, "/v1/tasks/list", { verb: "PUT" })).headers["allow"]).toBe(
    "POST, GET, HEAD, OPTIONS",
  );
});
