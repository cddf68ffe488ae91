import {
  A2AService,
  type A2AServiceClient,
  A2AServiceGrpc,
  type AgentCard,
  errors,
  type Message,
  type Part,
  type SendMessageRequest,
} from "@a2agen/a2a-1.0";
import { type Connection, type ConnectOptions, connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { createJsonRpcTransport, jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createRestTransport, rest } from "@a2agen/runtime/rest";
import { createClient } from "@a2agen/runtime/service";
import { describe, expect, onTestFinished, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { echoExtension, type HttpBinding } from "../../shared/interop/our-agent.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { type PeerAgent, type PeerAgentOptions, startPeerAgent } from "../../shared/interop/peer-agent.ts";

/** Connects to an agent of the SDK by its card, with every binding installed. */
export async function connectTo(
  { origin }: PeerAgent,
  options: Partial<ConnectOptions<AgentCard>> = {},
): Promise<Connection<A2AService, AgentCard>> {
  const connection = await connect<A2AService, AgentCard>(A2AService, origin, {
    bindings: [grpc({ codecs: [A2AServiceGrpc] }), rest(), jsonRpc()],
    resume: { initialDelayMs: 1 },
    retry: false,
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** Who makes a client of an agent of the SDK. */
export const ways = {
  "connect()": async (agent) => (await connectTo(agent)).client,
  "a transport alone": async ({ url }) => {
    const create = url.endsWith("/rpc") ? createJsonRpcTransport : createRestTransport;
    return createClient(A2AService, create(A2AService.protocol, { url }));
  },
} as const satisfies Record<string, (agent: PeerAgent) => Promise<A2AServiceClient>>;

export function say(text: string): SendMessageRequest {
  return { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] } };
}

const everyPart: Part[] = [
  { text: "echo", mediaType: "text/plain", metadata: { "a.b": [1, "two", null] } },
  { raw: "AAEC/w==", mediaType: "image/png", filename: "a b.png" },
  { url: "https://example.com/?a=1&b=2" },
  { data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
];

const id = expect.any(String);
const working = { state: "TASK_STATE_WORKING", timestamp: "2026-01-02T03:04:05Z" };
const completed = { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:06Z" };
const artifact = { artifactId: "a-1", parts: [{ text: "the work" }, { raw: "AAEC/w==" }] };

function history(text: string): unknown {
  return [{ messageId: "m-1", contextId: id, taskId: id, role: "ROLE_USER", parts: [{ text }] }];
}

function begun(text: string): unknown {
  return { task: { id, contextId: id, status: working, history: history(text) } };
}

const artifactUpdate = { taskId: id, contextId: id, artifact, lastChunk: true };
const done = { id, contextId: id, status: completed, artifacts: [artifact], history: history("work") };

/** Begins a task that stays at work; the stream has told its artifact. */
async function startStaying(
  client: A2AServiceClient,
): Promise<{ readonly taskId: string; readonly events: AsyncIterator<unknown> }> {
  const events = client.sendStreamingMessage(say("stay"))[Symbol.asyncIterator]();
  const first = await events.next();
  await events.next();
  const task = first.done === true ? undefined : first.value.task;
  return { taskId: task?.id ?? "", events };
}

/** Tests that our client gets on with an agent of the SDK over a binding. */
export function testOurClient(binding: HttpBinding): void {
  const start = (options: Partial<PeerAgentOptions> = {}): Promise<PeerAgent> =>
    startPeerAgent({ binding, ...options });

  describe.each(Object.keys(ways) as (keyof typeof ways)[])(
    "our client, made by %s, calls an agent of the SDK",
    (way) => {
      test("sendMessage is answered with a message that has every kind of part", async () => {
        const client = await ways[way](await start());
        const message: Message = { messageId: "m-1", role: "ROLE_USER", parts: everyPart };
        expect(await client.sendMessage({ message })).toEqual({
          message: { ...message, messageId: "reply", role: "ROLE_AGENT", contextId: id, taskId: id },
        });
      });

      test("sendMessage is answered with a task, which can be read and listed", async () => {
        const client = await ways[way](await start());
        const { task } = await client.sendMessage(say("work"));
        expect(task).toEqual(done);
        const named = { id: task?.id ?? "" };
        expect(await client.getTask(named)).toEqual(task);
        const { history: _history, ...bare } = done;
        expect(await client.getTask({ ...named, historyLength: 0 })).toEqual(bare);
        const page = { nextPageToken: "", pageSize: 10, totalSize: 1 };
        const filter = { status: "TASK_STATE_COMPLETED", pageSize: 10, includeArtifacts: true } as const;
        expect(await client.listTasks(filter)).toEqual({ ...page, tasks: [task] });
        expect(
          await client.listTasks({ pageSize: 10, statusTimestampAfter: "2026-12-31T00:00:00.5Z" }),
        ).toEqual({ ...page, tasks: [], totalSize: 0 });
        expect(await failureOf(client.cancelTask(named))).toMatchObject({ name: "TaskNotCancelableError" });
      });

      test("sendStreamingMessage", async () => {
        const client = await ways[way](await start());
        expect(await collect(client.sendStreamingMessage(say("work")))).toEqual([
          begun("work"),
          { artifactUpdate },
          { statusUpdate: { taskId: id, contextId: id, status: completed } },
        ]);
      });

      test("sendStreamingMessage of a message alone", async () => {
        const client = await ways[way](await start());
        expect(await collect(client.sendStreamingMessage(say("echo")))).toMatchObject([
          { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ text: "echo" }] } },
        ]);
      });

      test("subscribeToTask and cancelTask", async () => {
        const client = await ways[way](await start());
        const { taskId, events } = await startStaying(client);
        const second = client.subscribeToTask({ id: taskId })[Symbol.asyncIterator]();
        expect((await second.next()).value).toEqual({
          task: {
            id: taskId,
            contextId: id,
            status: working,
            artifacts: [artifact],
            history: history("stay"),
          },
        });
        const status = { ...completed, state: "TASK_STATE_CANCELED" };
        expect(await client.cancelTask({ id: taskId })).toMatchObject({ id: taskId, status });
        for (const stream of [events, second]) {
          expect(await stream.next()).toEqual({
            done: false,
            value: { statusUpdate: { taskId, contextId: id, status } },
          });
          expect(await stream.next()).toEqual({ done: true, value: undefined });
        }
      });

      test("push notification configs are made, read, listed and deleted", async () => {
        const client = await ways[way](await start());
        const taskId = (await client.sendMessage(say("work"))).task?.id ?? "";
        const config = {
          taskId,
          id: "config-1",
          url: "https://client.example.com/hook",
          token: "secret",
          authentication: { scheme: "Bearer", credentials: "password" },
        };
        const name = { taskId, id: "config-1" };
        expect(await client.createTaskPushNotificationConfig(config)).toEqual(config);
        expect(await client.getTaskPushNotificationConfig(name)).toEqual(config);
        expect(await client.listTaskPushNotificationConfigs({ taskId })).toEqual({ configs: [config] });
        expect(await client.deleteTaskPushNotificationConfig(name)).toEqual({});
        expect(await client.listTaskPushNotificationConfigs({ taskId })).toEqual({});
        expect(await failureOf(client.getTaskPushNotificationConfig(name))).toMatchObject({
          name: "TaskNotFoundError",
        });
      });

      test("the extended card", async () => {
        const client = await ways[way](await start());
        const options = { headers: { authorization: "Bearer t" } };
        expect(await client.getExtendedAgentCard({}, options)).toMatchObject({
          ...fullCard,
          supportedInterfaces: expect.any(Array),
          description: "For Bearer t only.",
        });
      });

      test.each(Object.keys(errors))("%s is our error of that name", async (name) => {
        const client = await ways[way](await start());
        const { status, reason } = errors[name as keyof typeof errors]();
        const want = {
          code: "ERR_A2AGEN_CALL",
          name,
          status,
          reason,
          message: `the agent was told to fail with ${name}`,
          metadata: { command: `fail ${name}` },
        };
        expect(await failureOf(client.sendMessage(say(`fail ${name}`)))).toMatchObject(want);
        const stream = await brokenStream(client.sendStreamingMessage(say(`fail ${name}`)));
        expect(stream).toMatchObject({ events: [], error: want });
      });

      test("errors that the SDK finds itself", async () => {
        const client = await ways[way](await start());
        const notFound = { name: "TaskNotFoundError", status: "NOT_FOUND", reason: "TASK_NOT_FOUND" };
        expect(await failureOf(client.getTask({ id: "none" }))).toMatchObject(notFound);
        expect(await failureOf(collect(client.subscribeToTask({ id: "none" })))).toMatchObject(notFound);
        expect(await failureOf(client.sendMessage(say("fail now")))).toMatchObject({ status: "INTERNAL" });
        expect(
          await failureOf(client.getTask({ id: "x" }, { headers: { "a2a-version": "7.3" } })),
        ).toMatchObject({ name: "VersionNotSupportedError", reason: "VERSION_NOT_SUPPORTED" });
      });

      test("a fault of the agent's code is a task that has failed", async () => {
        const client = await ways[way](await start());
        const status = {
          state: "TASK_STATE_FAILED",
          timestamp: expect.any(String),
          message: {
            messageId: id,
            taskId: id,
            contextId: id,
            role: "ROLE_AGENT",
            parts: [{ text: "Agent execution error: a fault of the agent", mediaType: "text/plain" }],
          },
        };
        const { task } = await client.sendMessage(say("throw"));
        expect(task).toMatchObject({ id, contextId: id, status });
        const events = await collect(client.sendStreamingMessage(say("throw")));
        expect(events).toMatchObject([
          { task: { id, contextId: id, status } },
          { statusUpdate: { taskId: id, contextId: id, status } },
        ]);
      });

      test("an error in mid-stream comes after the events before it", async () => {
        const client = await ways[way](await start());
        expect(await brokenStream(client.sendStreamingMessage(say("twice")))).toMatchObject({
          events: [begun("twice"), { artifactUpdate }],
          error: { name: "UnsupportedOperationError", reason: "UNSUPPORTED_OPERATION" },
        });
      });

      test("a stream is left early, and given up", async () => {
        const client = await ways[way](await start());
        for await (const event of client.sendStreamingMessage(say("stay"))) {
          expect(event).toEqual(begun("stay"));
          break;
        }
        const controller = new AbortController();
        const stream = client.sendStreamingMessage(say("stay"), { signal: controller.signal });
        const events = stream[Symbol.asyncIterator]();
        await events.next();
        await events.next();
        const failure = failureOf(events.next());
        controller.abort(new Error("enough"));
        expect(await failure).toMatchObject({ status: "CANCELLED", cause: new Error("enough") });
      });

      test("the version, extensions and caller", async () => {
        const client = await ways[way](await start());
        let headers: Readonly<Record<string, string>> = {};
        const answer = await client.sendMessage(say("context"), {
          extensions: [echoExtension, "https://example.com/extensions/unknown/v1"],
          headers: { authorization: "Bearer t" },
          onHeaders: (found) => {
            headers = found;
          },
        });
        expect(answer.message?.parts).toEqual([
          { data: { version: "1.0", extensions: [echoExtension], tenant: null, user: "Bearer t" } },
        ]);
        expect(headers["a2a-extensions"]).toBe(echoExtension);
      });
    },
  );

  describe("our client, made of the card of an agent of the SDK", () => {
    test("takes the card's first interface, and has nothing to warn of", async () => {
      const agent = await start();
      const { client, card, interface: chosen, warnings } = await connectTo(agent);
      expect(chosen).toMatchObject({ protocolBinding: binding, url: agent.url });
      expect(card).toMatchObject({ ...fullCard, supportedInterfaces: expect.any(Array) });
      await client.sendMessage(say("work"));
      await client.listTasks({});
      expect(warnings).toEqual([]);
    });

    test("sends the credentials that the card asks for", async () => {
      const card = { securityRequirements: [{ schemes: { token: { list: [] } } }] };
      const agent = await start({ card });
      expect(await failureOf(connectTo(agent))).toMatchObject({ reason: "no-credentials" });
      const { client } = await connectTo(agent, { credentials: { token: "t" } });
      const answer = await client.sendMessage(say("context"));
      expect(answer.message?.parts).toMatchObject([{ data: { user: "Bearer t" } }]);
    });

    test("names the tenant of the interface, and sees its tasks alone", async () => {
      const agent = await start({ tenant: "acme inc/ä" });
      const { client } = await connectTo(agent);
      const answer = await client.sendMessage(say("context"));
      expect(answer.message?.parts).toMatchObject([{ data: { tenant: "acme inc/ä" } }]);
      const { task } = await client.sendMessage(say("work"));
      const named = { id: task?.id ?? "" };
      expect(await client.getTask(named)).toEqual(task);
      expect(await client.listTasks({})).toMatchObject({ totalSize: 1 });
      const elsewhere = await ways["a transport alone"](agent);
      expect(await failureOf(elsewhere.getTask(named))).toMatchObject({ name: "TaskNotFoundError" });
      expect(await elsewhere.getTask({ ...named, tenant: "acme inc/ä" })).toEqual(task);
    });

    test("declares the extensions that the card requires", async () => {
      const card = {
        capabilities: { streaming: true, extensions: [{ uri: echoExtension, required: true }] },
      };
      const agent = await start({ card });
      expect(await failureOf(connectTo(agent))).toMatchObject({ name: "ExtensionSupportRequiredError" });
      const { client } = await connectTo(agent, { extensions: [echoExtension] });
      expect(await client.sendMessage(say("work"))).toEqual({ task: done });
      const without = await ways["a transport alone"](agent);
      expect(await failureOf(without.sendMessage(say("work")))).toMatchObject({
        name: "ExtensionSupportRequiredError",
      });
    });

    test("fails with the same error for what the card does not offer as the agent does", async () => {
      const agent = await start({ card: { capabilities: {} } });
      const asked = await connectTo(agent, { checkCapabilities: false });
      const known = await connectTo(agent);
      const config = { taskId: "t", url: "https://client.example.com/hook" };
      for (const call of [
        (client: A2AServiceClient) => collect(client.sendStreamingMessage(say("work"))),
        (client: A2AServiceClient) => client.createTaskPushNotificationConfig(config),
        (client: A2AServiceClient) => client.getExtendedAgentCard({}),
      ]) {
        const { name, reason, status } = (await failureOf(call(asked.client))) as Record<string, unknown>;
        expect(await failureOf(call(known.client))).toMatchObject({ name, reason, status });
        expect(Object.keys(errors)).toContain(name);
      }
    });

    test("takes up a stream that breaks", async () => {
      const agent = await start();
      const { client } = await connectTo(agent);
      const events: unknown[] = [];
      for await (const event of client.sendStreamingMessage(say("stay"))) {
        events.push(event);
        if (events.length === 2) agent.breakConnections();
        if (events.length === 3) await agent.complete();
      }
      expect(events).toEqual([
        begun("stay"),
        { artifactUpdate },
        { task: { id, contextId: id, status: working, artifacts: [artifact], history: history("stay") } },
        { statusUpdate: { taskId: id, contextId: id, status: completed } },
      ]);
    });

    test("reads the task whose stream broke when it has ended meanwhile", async () => {
      const agent = await start();
      // The SDK goes on with the work when nobody listens; only then is the stream taken up.
      const { client } = await connectTo(agent, {
        resume: {
          clock: {
            now: () => 0,
            sleep: () => agent.complete(),
          },
        },
      });
      const events: unknown[] = [];
      for await (const event of client.sendStreamingMessage(say("stay"))) {
        events.push(event);
        if (events.length === 2) agent.breakConnections();
      }
      expect(events).toEqual([
        begun("stay"),
        { artifactUpdate },
        { task: { ...done, history: history("stay") } },
      ]);
    });
  });
}
