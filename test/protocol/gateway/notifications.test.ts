import { createServer } from "node:http";
import { A2AService, A2AServiceClient, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, textArtifact, working } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { createSdkClient, sdkMessage, startSdkServer } from "../../shared/interop-0.3/harness.ts";
import { type Answer, type Receiver, startReceiver } from "../../shared/push/receiver.ts";
import { local } from "../../shared/push/start-webhooks.ts";

/** Webhooks of the tests, which are on this machine. */
const allowed = { webhooks: { http: true, networks: ["127.0.0.0/8"] } };

async function startHook(answer?: Answer): Promise<Receiver> {
  const hook = await startReceiver(answer);
  onTestFinished(() => hook.close());
  return hook;
}

/** An agent of 1.0 that notifies, and a task of which is done in two steps. */
async function startNotifying(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const { securitySchemes: _, ...open } = fullCard;
  const card: AgentCard = {
    ...open,
    capabilities: { streaming: true, pushNotifications: true },
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  const agent = createAgent({
    service: A2AService,
    card,
    push: webhooks(local),
    async *execute() {
      yield working();
      yield textArtifact("answer", "the work");
      yield completed();
    },
  });
  const host = createHost({ services: [implement(A2AService, agent)], card });
  server.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(async () => {
    await agent.close(0);
    await host.close({ graceMs: 0 });
  });
  return origin;
}

async function connectTo(url: string): Promise<A2AServiceClient> {
  const connection = await connect(A2AServiceClient, url, { bindings: [jsonRpc()], authentication: "none" });
  onTestFinished(() => connection.close());
  return connection.client;
}

function say(text: string, taskPushNotificationConfig: { readonly url: string; readonly token?: string }) {
  return {
    message: { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text }] },
    configuration: { taskPushNotificationConfig, returnImmediately: true },
  };
}

test("an agent of 1.0 notifies a client of 0.3: with whole tasks, in its form, with its token", async () => {
  const hook = await startHook();
  const gateway = await startGateway(await startNotifying(), allowed);
  const client = await createSdkClient(gateway.url);
  await client.sendMessage(
    sdkMessage("do it", {
      configuration: {
        blocking: false,
        pushNotificationConfig: {
          url: `${hook.origin}/hook?of=client`,
          token: "the client's token",
          authentication: { schemes: ["Bearer"], credentials: "password" },
        },
      },
    }),
  );
  await expect.poll(() => hook.received.at(-1)?.text).toContain('"completed"');
  for (const { path, headers } of hook.received) {
    expect(path).toBe("/hook?of=client");
    expect(headers).toMatchObject({
      "x-a2a-notification-token": "the client's token",
      authorization: "Bearer password",
      "webhook-id": expect.any(String),
    });
  }
  expect(JSON.parse(hook.received.at(-1)?.text ?? "")).toMatchObject({
    kind: "task",
    status: { state: "completed" },
    artifacts: [{ artifactId: "answer", parts: [{ kind: "text", text: "the work" }] }],
  });
});

test("the SDK's agent of 0.3 notifies a client of 1.0 with events", async () => {
  // The SDK tells the console of every notification.
  const silenced = vi.spyOn(console, "info").mockImplementation(() => undefined);
  onTestFinished(() => silenced.mockRestore());
  const hook = await startHook();
  const { origin, complete } = await startSdkServer();
  const gateway = await startGateway(origin, allowed);
  const client = await connectTo(gateway.url);
  const { task } = await client.sendMessage(say("stay", { url: `${hook.origin}/hook`, token: "t" }));
  await complete();
  await expect.poll(() => hook.received.at(-1)?.text).toContain("TASK_STATE_COMPLETED");
  const last = hook.received.at(-1);
  expect(last?.headers).toMatchObject({ "x-a2a-notification-token": "t" });
  expect(JSON.parse(last?.text ?? "")).toMatchObject({
    task: { id: task?.id, status: { state: "TASK_STATE_COMPLETED" } },
  });
});

test("the upstream learns neither the address of a webhook nor its secrets", async () => {
  const upstream = await startRawUpstream();
  const gateway = await startGateway(upstream.origin, allowed);
  const client = await connectTo(gateway.url);
  await client.sendMessage(say("hello", { url: "http://127.0.0.1:9999/hidden-hook", token: "hidden-token" }));
  const [call] = upstream.calls;
  const { params } = JSON.parse(call?.body ?? "") as {
    readonly params: { readonly configuration: { readonly taskPushNotificationConfig: object } };
  };
  expect(params.configuration.taskPushNotificationConfig).toEqual({
    url: expect.stringMatching(new RegExp(`^${gateway.url}/notifications/[\\w-]+$`)),
  });
  expect(call?.body).not.toContain("hidden");
});

test.each([
  { url: "http://127.0.0.1:9/hook", why: "expected an https URL, found the scheme http:" },
  { url: "https://169.254.169.254/latest", why: "the address is not one of the public internet" },
  { url: "https://localhost/hook", why: "the host is the machine of the agent itself" },
  { url: "https://user:password@example.com/", why: "expected a URL without user and password" },
])("a webhook at $url is refused", async ({ url, why }) => {
  const upstream = await startRawUpstream();
  const gateway = await startGateway(upstream.origin);
  const client = await connectTo(gateway.url);
  const field = "configuration.taskPushNotificationConfig.url";
  expect(await failureOf(client.sendMessage(say("hello", { url })))).toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [{ field, description: why }],
  });
  expect(await failureOf(client.createTaskPushNotificationConfig({ taskId: "t", url }))).toMatchObject({
    violations: [{ field: "url", description: why }],
  });
  expect(upstream.calls).toEqual([]);
});

test("the upstream is told what the client's webhook answers, and what it sent that is no notification", async () => {
  const statuses = [500, 410, 204];
  const hook = await startHook(
    (response, { index }) => void response.writeHead(statuses[index] ?? 204).end(),
  );
  const upstream = await startRawUpstream();
  const gateway = await startGateway(upstream.origin, allowed);
  const client = await connectTo(gateway.url);
  await client.sendMessage(say("hello", { url: `${hook.origin}/hook` }));
  const { params } = JSON.parse(upstream.calls[0]?.body ?? "") as {
    readonly params: {
      readonly configuration: { readonly taskPushNotificationConfig: { readonly url: string } };
    };
  };
  const { url } = params.configuration.taskPushNotificationConfig;
  const notify = async (body: string): Promise<number> => {
    const headers = { "content-type": "application/json", "webhook-id": "n-1" };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  const event = {
    statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
  };
  const answers = [await notify(JSON.stringify(event)), await notify(JSON.stringify(event))];
  answers.push(await notify(JSON.stringify(event)), await notify('{"rubbish":true}'), await notify("{"));
  expect(answers).toEqual([502, 410, 204, 400, 400]);
  expect((await fetch(url)).status).toBe(405);
  expect(hook.received.map(({ headers }) => headers["webhook-id"])).toEqual(["n-1", "n-1", "n-1"]);
  expect(JSON.parse(hook.received[0]?.text ?? "")).toEqual(event);
});

test("an address outlives its process where the secret does, and only there", async () => {
  const hook = await startHook();
  const upstream = await startRawUpstream();
  const first = await startGateway(upstream.origin, allowed);
  const client = await connectTo(first.url);
  await client.sendMessage(say("hello", { url: `${hook.origin}/hook` }));
  const [, path = ""] = /(\/notifications\/[\w-]+)/.exec(upstream.calls[0]?.body ?? "") ?? [];
  const body = JSON.stringify({
    statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
  });
  const again = await startGateway(upstream.origin, allowed);
  const other = await startGateway(upstream.origin, {
    ...allowed,
    secret: "another secret of 32 characters or so",
  });
  expect((await fetch(again.url + path, { method: "POST", body })).status).toBe(204);
  expect((await fetch(other.url + path, { method: "POST", body })).status).toBe(404);
  expect(hook.received).toHaveLength(1);
});

test("a client of 0.3 is told of a task's artifact with its state, where that comes later", async () => {
  const hook = await startHook();
  const upstream = await startRawUpstream();
  const gateway = await startGateway(upstream.origin, allowed);
  const client = await createSdkClient(gateway.url);
  const pushNotificationConfig = { url: `${hook.origin}/hook` };
  await client.sendMessage(sdkMessage("hello", { configuration: { pushNotificationConfig } }));
  const [url = ""] = /http:[^"]+\/notifications\/[\w-]+/.exec(upstream.calls[0]?.body ?? "") ?? [];
  const notify = async (event: object): Promise<number> =>
    (await fetch(url, { method: "POST", body: JSON.stringify(event) })).status;
  const artifact = { artifactId: "a", parts: [{ text: "the work" }] };
  expect(await notify({ artifactUpdate: { taskId: "t", contextId: "c", artifact } })).toBe(204);
  expect(hook.received).toEqual([]);
  const status = { state: "TASK_STATE_COMPLETED" };
  expect(await notify({ statusUpdate: { taskId: "t", contextId: "c", status } })).toBe(204);
  expect(hook.received.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
    {
      kind: "task",
      id: "t",
      contextId: "c",
      status: { state: "completed" },
      artifacts: [{ artifactId: "a", parts: [{ kind: "text", text: "the work" }] }],
    },
  ]);
});
