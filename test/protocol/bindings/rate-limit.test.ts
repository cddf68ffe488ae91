import { createServer } from "node:http";
import { A2AService, type A2AServiceClient, type Message } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement, limitCalls, type RateLimitOptions } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { type CallError, isCallError } from "@a2agen/runtime/service";
import { expect, onTestFinished, test } from "vitest";
import { bindings } from "../../shared/bindings/bindings.ts";
import { fullCard, TestAgent } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { RecordingObserver } from "../../shared/observer/recording-observer.ts";
import { startFamily } from "../../shared/versions/start-family.ts";

const ada = { authorization: "Bearer ada" };
const card = { ...fullCard, securityRequirements: [{ schemes: { token: { list: [] } } }] };

interface Limited {
  /** The status of a call's error and when to try again, or "ok". */
  readonly call: (headers: Readonly<Record<string, string>>, stream?: boolean) => Promise<string>;
  readonly url: string;
  readonly wait: (ms: number) => void;
  /** What `authenticate` was shown. */
  readonly checked: string[];
  readonly observer: RecordingObserver;
}

/** An agent with two calls a minute for each caller, over one binding. */
async function start(name: string, options: Partial<RateLimitOptions> = {}): Promise<Limited> {
  let time = 0;
  const checked: string[] = [];
  const observer = new RecordingObserver();
  const host = createHost({
    services: [implement(A2AService, new TestAgent())],
    card,
    rateLimit: limitCalls({ calls: 2, perSeconds: 60, now: () => time, ...options }),
    authenticate: ({ header }) => {
      const token = header("authorization") ?? "none";
      checked.push(token);
      return ["Bearer ada", "Bearer bob"].includes(token) ? { id: token } : undefined;
    },
    observer,
  });
  const served = await bindings.find((binding) => binding.name === name)?.serve(host);
  if (served === undefined) throw new Error(`no binding ${name}`);
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return {
    call: (headers, stream) => answerOf(served.client(headers), stream),
    url: served.url,
    wait: (ms) => {
      time += ms;
    },
    checked,
    observer,
  };
}

async function answerOf(client: A2AServiceClient, stream = false): Promise<string> {
  try {
    const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "do it" }] };
    if (!stream) await client.sendMessage({ message });
    else await collect(client.sendStreamingMessage({ message }));
    return "ok";
  } catch (error) {
    if (!isCallError(error)) throw error;
    return shown(error);
  }
}

function shown({ status, retryAfterMs }: CallError): string {
  return retryAfterMs === undefined ? status : `${status} ${retryAfterMs}`;
}

const all = bindings.map(({ name }) => name);

test.each(all)(
  "%s: a caller has two calls, streams too, and the next one after half a minute",
  async (name) => {
    const { call, wait, observer } = await start(name);
    expect([await call(ada), await call(ada, true)]).toEqual(["ok", "ok"]);
    expect([await call(ada), await call(ada, true)]).toEqual([
      "RESOURCE_EXHAUSTED 30000",
      "RESOURCE_EXHAUSTED 30000",
    ]);
    expect(await call({ authorization: "Bearer bob" })).toBe("ok");
    wait(30_000);
    expect([await call(ada), await call(ada)]).toEqual(["ok", "RESOURCE_EXHAUSTED 30000"]);
    expect(observer.recorded.flatMap(({ ends }) => ends)).toEqual([
      undefined,
      undefined,
      "RESOURCE_EXHAUSTED",
      "RESOURCE_EXHAUSTED",
      undefined,
      undefined,
      "RESOURCE_EXHAUSTED",
    ]);
  },
);

test.each(all)(
  "%s: an address may guess twice, whatever address it claims, and is not checked then",
  async (name) => {
    const { call, checked } = await start(name);
    const guess = (index: number): Promise<string> =>
      call({
        authorization: `Bearer guess-${index}`,
        "x-forwarded-for": `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
      });
    expect([await guess(1), await guess(2), await guess(3), await guess(4)]).toEqual([
      "UNAUTHENTICATED",
      "UNAUTHENTICATED",
      "RESOURCE_EXHAUSTED 30000",
      "RESOURCE_EXHAUSTED 30000",
    ]);
    expect(checked).toEqual(["Bearer guess-1", "Bearer guess-2"]);
  },
);

test.each(["JSONRPC", "HTTP+JSON", "GRPC"])(
  "%s: behind a declared proxy its clients count apart",
  async (name) => {
    const { call } = await start(name, { trustedProxies: ["127.0.0.0/8"] });
    const from = (list: string): Promise<string> => call({ "x-forwarded-for": list });
    const spent = ["UNAUTHENTICATED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED 30000"];
    expect([
      await from("203.0.113.1"),
      await from("198.51.100.7, 203.0.113.1"),
      await from("203.0.113.1"),
    ]).toEqual(spent);
    expect([await from("2001:db8::1"), await from("2001:db8::2"), await from("2001:db8::3")]).toEqual(spent);
    expect(await from("203.0.113.2")).toBe("UNAUTHENTICATED");
  },
);

test("the answers say in their headers when to try again", async () => {
  for (const [name, path, body] of [
    ["HTTP+JSON", "/message:send", {}],
    ["JSONRPC", "", { jsonrpc: "2.0", id: 1, method: "SendMessage", params: {} }],
  ] as const) {
    const { url } = await start(name, { calls: 1 });
    const post = (): Promise<Response> =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "a2a-version": "1.0", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await post()).status).toBe(401);
    const refused = await post();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  }
});

test("the versions of one agent count together", async () => {
  const { origin } = await startFamily({ options: { rateLimit: limitCalls({ calls: 3, now: () => 0 }) } });
  const post = async (path: string, body: object, version: string): Promise<number> => {
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { ...ada, "a2a-version": version, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    });
    await response.text();
    return response.status;
  };
  const newer = (): Promise<number> => post("/rpc", { method: "GetTask", params: { id: "task-1" } }, "1.0");
  const older = (): Promise<number> => post("/rpc", { method: "tasks/get", params: { id: "task-1" } }, "0.3");
  const draft = (): Promise<number> =>
    post("/draft/rpc", { method: "GetTask", params: { id: "task-1" } }, "1.0");
  expect([await newer(), await older(), await draft()]).toEqual([200, 200, 200]);
  expect([await newer(), await older(), await draft()]).toEqual([429, 429, 429]);
});

test("hosts that are given one limit count together, and others apart", async () => {
  const rateLimit = limitCalls({ calls: 2, now: () => 0 });
  const serve = async (limit: typeof rateLimit): Promise<() => Promise<number>> => {
    const host = createHost({ services: [implement(A2AService, new TestAgent())], rateLimit: limit });
    const server = createServer(toNodeListener(createHttpHandler(host)));
    const origin = await listen(server);
    onTestFinished(() => host.close({ graceMs: 0 }));
    return async () => (await fetch(`${origin}/tasks/task-1`, { headers: { "a2a-version": "1.0" } })).status;
  };
  const [one, other, apart] = [
    await serve(rateLimit),
    await serve(rateLimit),
    await serve(limitCalls({ calls: 2, now: () => 0 })),
  ];
  expect([await one(), await other(), await one(), await other(), await apart()]).toEqual([
    200, 200, 429, 429, 200,
  ]);
});
