import { A2AService, A2AServiceClient } from "@a2agen/a2a-1.0";
import { toLambda } from "@a2agen/runtime/adapters";
import { createAgent, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpRequest } from "@a2agen/runtime/http";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { expect, onTestFinished, test } from "vitest";
import { createGate, userMessage } from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";
import { functionUrl, lambdaRuntime } from "../../../shared/http/lambda-runtime.ts";
import { createSignal, listen } from "../../../shared/http/listen.ts";

/** An agent behind a function URL. */
async function serve(execute: Execute, after?: () => Promise<unknown>) {
  const agent = createAgent({ service: A2AService, execute });
  const host = createHost({ services: [implement(A2AService, agent)] });
  const handler = createHttpHandler(host, { jsonRpc: "/rpc" });
  const errors: unknown[] = [];
  const ended = createSignal();
  const run = toLambda(handler, { runtime: lambdaRuntime, ...(after && { after }) });
  const { url } = await listen(
    functionUrl(run, (error) => {
      if (error !== undefined) errors.push(error);
      ended.resolve();
    }),
  );
  onTestFinished(async () => {
    await agent.close(0);
    await host.close({ graceMs: 0 });
  });
  const transport = createJsonRpcTransport(A2AService.protocol, { url: `${url}/rpc` });
  return { url, client: createClient(A2AServiceClient, transport), errors, ended: ended.promise };
}

test("calls, and streams that come piece by piece", async () => {
  const gate = createGate();
  const { client, errors } = await serve(async function* ({ text }) {
    yield textArtifact("answer", `${text} `);
    await gate.opened;
    yield textArtifact("answer", "x".repeat(100_000), { append: true });
  });
  const seen: string[] = [];
  for await (const { artifactUpdate } of client.sendStreamingMessage({ message: userMessage("Grüße") })) {
    if (artifactUpdate === undefined) continue;
    seen.push(artifactUpdate.artifact.parts[0]?.text ?? "");
    gate.open();
  }
  expect(seen).toEqual(["Grüße ", "x".repeat(100_000)]);
  const { task } = await client.sendMessage({ message: userMessage("again") });
  expect(task?.artifacts?.[0]?.parts[0]?.text).toBe(`again ${"x".repeat(100_000)}`);
  expect(errors).toEqual([]);
});

test("a client that leaves ends its stream, and the invocation waits for what goes on", async () => {
  const work = createGate();
  const begun: string[] = [];
  const { client, ended } = await serve(
    async function* () {
      yield working("I begin.");
      await work.opened;
      begun.push("finished");
    },
    async () => {
      begun.push("after");
      await work.opened;
    },
  );
  const leaving = new AbortController();
  const left = collect(
    client.sendStreamingMessage({ message: userMessage("Go") }, { signal: leaving.signal }),
  );
  left.catch(() => undefined);
  const [task] = await expect
    .poll(async () => (await client.listTasks({})).tasks.map(({ status }) => status.message?.parts[0]?.text))
    .toEqual(["I begin."])
    .then(async () => (await client.listTasks({})).tasks);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ status: "CANCELLED" });
  await expect.poll(() => begun).toContain("after");
  work.open();
  await ended;
  await expect
    .poll(async () => (await client.getTask({ id: task?.id ?? "" })).status.state)
    .toBe("TASK_STATE_COMPLETED");
});

test("requests arrive as they were sent, and answers without a body have a status", async () => {
  const seen: HttpRequest[] = [];
  const run = toLambda(
    async (request) => {
      seen.push(request);
      const headers = { "set-cookie": "a=b", "x-answer": "yes" };
      return { status: 204, headers };
    },
    { runtime: lambdaRuntime, basePath: "/agents" },
  );
  const { url } = await listen(functionUrl(run, () => undefined));
  const response = await fetch(`${url}/agents/x%2Fy?a=1&b=%20`, {
    method: "PUT",
    headers: { cookie: "one=1; two=2" },
    body: new Uint8Array([0, 255, 10]),
  });
  expect([response.status, response.headers.get("x-answer"), response.headers.getSetCookie()]).toEqual([
    204,
    "yes",
    ["a=b"],
  ]);
  const [request] = seen;
  expect([request?.method, request?.target, request?.base, request?.header("cookie")]).toEqual([
    "PUT",
    "/x%2Fy?a=1&b=%20",
    "/agents",
    "one=1; two=2",
  ]);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
});

test("an answer that breaks off fails its invocation, which still waits for what goes on", async () => {
  const waited: string[] = [];
  let pulls = 0;
  const pull = (): Promise<string> =>
    pulls++ === 0 ? Promise.resolve("begun") : Promise.reject(new Error("broken"));
  const run = toLambda(async () => ({ status: 200, headers: {}, body: { pull, cancel: () => undefined } }), {
    runtime: lambdaRuntime,
    after: async () => waited.push("after"),
  });
  const failed = createSignal<unknown>();
  const { url } = await listen(functionUrl(run, failed.resolve));
  const reading = fetch(url).then((response) => response.text());
  await expect(reading).rejects.toThrow(/terminated|fetch failed/);
  expect(String(await failed.promise)).toBe("Error: broken");
  expect(waited).toEqual(["after"]);
});

test("outside of Lambda it says what is missing", () => {
  expect(() => toLambda(async () => undefined)).toThrow(
    "toLambda: expected the global awslambda of Lambda's runtime for Node, found none",
  );
});
