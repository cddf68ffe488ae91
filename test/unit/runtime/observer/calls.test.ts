import { A2AService } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { connect } from "@a2agen/runtime/client";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { Observer } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { collect } from "../../../shared/collect.ts";
import { RecordingObserver } from "../../../shared/observer/recording-observer.ts";
import { createAgent, fullCard, makeTask, message } from "../host/agent.ts";

const url = "http://127.0.0.1/rpc";

function serve(options: Partial<HostOptions>) {
  const host = createHost({ services: [implement(A2AService, createAgent())], card: fullCard, ...options });
  const answer = toFetchHandler(createHttpHandler(host));
  const post = (body: string, headers: Record<string, string> = {}, path = url): Promise<Response> =>
    answer(
      new Request(path, {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
        body,
      }),
    );
  const open = (observer?: Observer) =>
    connect(A2AService, fullCard, {
      bindings: [jsonRpc()],
      fetch: (input, init) => answer(new Request(input, init)),
      ...(observer && { observer }),
    });
  return { host, post, open };
}

const call = (method: string, params: object = message): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

test("an observer is told of every call, refused ones too", async () => {
  const observer = new RecordingObserver();
  const { host, post } = serve({
    observer,
    authenticate: ({ header }) => (header("authorization") === undefined ? undefined : { id: "ada" }),
    authorize: ({ method }) => method !== "CancelTask",
    security: { requirements: [], schemes: {} },
  });
  await post(call("SendMessage"), { traceparent: "z9" });
  await post("{");
  await post(call("SendNothing"));
  await post(call("SendMessage", { message: {} }));
  await post(call("CancelTask", { id: "t1" }));
  await post(call("SendMessage"), { "a2a-version": "7.0" });
  await post(JSON.stringify(message), {}, "http://127.0.0.1/message:send");
  await post("{}", {}, "http://127.0.0.1/tasks/t1");
  await (await post(call("SendStreamingMessage"))).text();
  await post("{}", {}, "http://127.0.0.1/wp-login.php?user=admin");
  await post(call("SendMessage"), { host: "rebound.example" });
  await post(call("SendMessage"), { "content-type": "text/plain" });

  expect(observer.lines).toEqual([
    "a0 server SendMessage < z9: OK",
    "a1 server ?: INVALID_ARGUMENT",
    "a2 server ?: UNIMPLEMENTED",
    "a3 server SendMessage: INVALID_ARGUMENT",
    "a4 server CancelTask: PERMISSION_DENIED",
    "a5 server SendMessage: FAILED_PRECONDITION",
    "a6 server SendMessage: OK",
    "a7 server ?: UNIMPLEMENTED",
    "a8 server SendStreamingMessage: OK",
    "a9 server ?: NOT_FOUND",
    "a10 server ?: PERMISSION_DENIED",
    "a11 server ?: INVALID_ARGUMENT",
  ]);
  expect(observer.recorded[0]).toMatchObject({
    operation: { binding: "JSONRPC", version: "1.0", isStream: false, authority: undefined },
    requests: [message],
    answers: [{ task: makeTask("t1") }],
  });
  expect(observer.recorded[8]?.answers).toEqual([{ task: makeTask("t1") }]);
  expect(observer.watched.map((gauges) => Object.keys(gauges))).toEqual([["streams"]]);
  await host.close();
  expect(observer.watched).toEqual([]);
});

test("a stream that is cut ends, and is one of the open streams until then", async () => {
  const observer = new RecordingObserver();
  let isStopped = false;
  const { post } = serve({
    observer,
    services: [
      implement(
        A2AService,
        createAgent({
          async *sendStreamingMessage(_request, { signal }) {
            try {
              yield { task: { ...makeTask("t1"), status: { state: "TASK_STATE_WORKING" } } };
              await new Promise((resolve) => signal.addEventListener("abort", resolve));
            } finally {
              isStopped = true;
            }
          },
        }),
      ),
    ],
  });
  const body = (await post(call("SendStreamingMessage"))).body?.getReader();
  await body?.read();
  expect(await observer.watched[0]?.streams?.()).toBe(1);
  await body?.cancel();
  await expect.poll(() => isStopped).toBe(true);
  expect(observer.lines).toEqual(["a0 server SendStreamingMessage: CANCELLED"]);
  expect(await observer.watched[0]?.streams?.()).toBe(0);
});

test("a connection sends its trace, which the server continues", async () => {
  const [mine, theirs] = [new RecordingObserver("c"), new RecordingObserver("s")];
  const { client } = await serve({ observer: theirs }).open(mine);
  await client.sendMessage(message);
  await collect(client.sendStreamingMessage(message));
  for await (const event of client.sendStreamingMessage(message)) {
    expect(event).toEqual({ task: makeTask("t1") });
    break;
  }
  await expect(client.getTask({ id: "none" })).rejects.toThrow("there is no task none");

  expect(mine.lines).toEqual([
    "c0 client SendMessage: OK",
    "c1 client SendStreamingMessage: OK",
    "c2 client SendStreamingMessage: OK",
    "c3 client GetTask: NOT_FOUND",
  ]);
  expect(theirs.lines.map((line) => line.split(":")[0])).toEqual([
    "s0 server SendMessage < c0",
    "s1 server SendStreamingMessage < c1",
    "s2 server SendStreamingMessage < c2",
    "s3 server GetTask < c3",
  ]);
  expect(mine.recorded[0]).toMatchObject({ requests: [message], answers: [{ task: makeTask("t1") }] });
  const { operation } = mine.recorded[0] ?? {};
  expect(operation?.kind === "client" && operation.target()).toMatchObject({
    url,
    binding: "JSONRPC",
    version: "1.0",
  });
});

test("an observer that throws breaks nothing, and is reported", async () => {
  const broken = (): never => {
    throw new Error("broken");
  };
  const failing: Observer = {
    begin: () => ({ run: broken, carrier: broken, request: broken, answer: broken, end: broken }),
    carrier: broken,
    watch: broken,
  };
  const warning = JSON.stringify({ about: "observer", path: "", message: "broken" });
  for (const { observer, told } of [
    { observer: failing, told: [warning] },
    { observer: { begin: broken }, told: [warning] },
    { observer: { ...failing, begin: () => undefined }, told: [] },
  ]) {
    const reported: unknown[] = [];
    const server = serve({ observer, onError: (error) => reported.push(error) });
    const { client, warnings } = await server.open(observer);
    expect(await client.sendMessage(message)).toEqual({ task: makeTask("t1") });
    expect(await collect(client.sendStreamingMessage(message))).toEqual([{ task: makeTask("t1") }]);
    expect(new Set(reported.map(String))).toEqual(new Set(["Error: broken"]));
    expect(new Set(warnings.map((warning) => JSON.stringify(warning)))).toEqual(new Set(told));
  }
});

test("what an observer carries is bounded, and only of a trace", async () => {
  const seen: (string | undefined)[][] = [];
  const names = ["traceparent", "tracestate", "baggage", "cookie"];
  const { open } = serve({
    authenticate: ({ header }) => {
      seen.push(names.map(header));
      return undefined;
    },
  });
  const carriers = [
    { traceparent: "00-1-2-3", tracestate: "a=1", baggage: "b=2", cookie: "c" },
    { traceparent: "00-1", tracestate: "x".repeat(513), baggage: "line\r\nbreak" },
    { traceparent: "x".repeat(300) },
  ];
  for (const carrier of carriers) {
    const { client } = await open({
      begin: () => ({
        run: (work) => work(),
        carrier: () => carrier,
        request: () => undefined,
        answer: () => undefined,
        end: () => undefined,
      }),
    });
    await client.getTask({ id: "t1" });
  }
  expect(seen).toEqual([
    ["00-1-2-3", "a=1", "b=2", undefined],
    ["00-1", undefined, undefined, undefined],
    [undefined, undefined, undefined, undefined],
  ]);
});
