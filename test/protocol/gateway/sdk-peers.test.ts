import {
  AgentCard as PeerCards,
  Message as PeerMessage,
  type StreamResponse as PeerStreamResponse,
  Task as PeerTask,
} from "@a2a-js/sdk";
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import { GrpcTransportFactory } from "@a2a-js/sdk/client/grpc";
import { TaskNotCancelableError, TaskNotFoundError } from "@a2a-js/sdk/errors";
import { credentials } from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { startOurAgent } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import {
  createSdkClient,
  sdkClientCalls,
  sdkMessage,
  startSdkServer,
} from "../../shared/interop-0.3/harness.ts";
import { olderCard } from "../../shared/interop-0.3/older-agent.ts";
import { say, streamed } from "../interop/peer-client-tests.ts";

const transports = {
  JSONRPC: () => new JsonRpcTransportFactory(),
  "HTTP+JSON": () => new RestTransportFactory(),
  GRPC: () => new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure() }),
} as const;

type Binding = keyof typeof transports;

/** A client of the SDK 1.3 that speaks one binding. */
function createPeerClient(url: string, binding: Binding): Promise<Client> {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [transports[binding]()],
    preferredTransports: [binding],
  });
  return new ClientFactory(options).createFromUrl(url);
}

/** JSON over HTTP+JSON leaves out what holds its default. */
function withoutDefaults(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, each: unknown) => (name === "append" && each === false ? undefined : each)),
  );
}

describe.each(["JSONRPC", "HTTP+JSON"] as const)(
  "the SDK's client of 0.3 calls an agent of 1.0 over %s through the gateway",
  (binding) => {
    test.each(sdkClientCalls)("$name", async ({ call, want }) => {
      const { origin } = await startOurAgent({ binding });
      const gateway = await startGateway(origin);
      expect(withoutDefaults(await call(await createSdkClient(gateway.url)))).toEqual(withoutDefaults(want));
    });
  },
);

test("the SDK's client of 0.3 calls the SDK's agent of 1.0", async () => {
  const { origin } = await startPeerAgent({ binding: "JSONRPC" });
  const gateway = await startGateway(origin);
  const client = await createSdkClient(gateway.url);
  const events = await collect(client.sendMessageStream(sdkMessage("do it")));
  expect(events.map(({ kind }) => kind)).toEqual(["task", "artifact-update", "status-update"]);
  expect(await client.sendMessage(sdkMessage("echo"))).toMatchObject({ kind: "message", role: "agent" });
});

const pairs = (["JSONRPC", "HTTP+JSON", "GRPC"] as const).flatMap((upstream) =>
  (Object.keys(transports) as Binding[]).map((binding) => ({ upstream, binding })),
);

describe.each(pairs)(
  "the SDK's client of 1.0 over $binding calls the SDK's agent of 0.3 over $upstream",
  ({ upstream, binding }) => {
    test("messages, streams, questions, files, cancellation, errors and the extended card", async () => {
      const { securitySchemes = {} } = olderCard;
      const { origin } = await startSdkServer({ binding: upstream, card: { securitySchemes } });
      const card = await fetch(`${origin}/.well-known/agent-card.json`);
      const { url } = (await card.json()) as { readonly url: string };
      const origins = [url.includes("://") ? url : `http://${url}`];
      const gateway = await startGateway(origin, { origins });
      const client = await createPeerClient(gateway.url, binding);
      expect(client.transport.protocolName).toBe(binding);

      const echoed = await client.sendMessage(say("echo"));
      expect(PeerMessage.toJSON(echoed as PeerMessage)).toMatchObject({ parts: [{ text: "echo" }] });

      const events = streamed(await collect(client.sendMessageStream(say("do it"))));
      expect(events).toMatchObject([
        { task: { status: { state: "TASK_STATE_WORKING" } } },
        {
          artifactUpdate: {
            artifact: {
              parts: [
                { text: "the work" },
                {
                  raw: "AAEC/w==",
                  mediaType: "image/png",
                  // The proto of 0.3 has no names of files.
                  ...(upstream === "JSONRPC" && { filename: "a.png" }),
                },
                { data: { done: true } },
              ],
            },
          },
        },
        { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
      ]);

      const asked = (await client.sendMessage(say("ask"))) as PeerTask;
      expect(PeerTask.toJSON(asked)).toMatchObject({ status: { state: "TASK_STATE_INPUT_REQUIRED" } });
      const { id: taskId, contextId } = asked;
      const reply = say("done", {
        message: { messageId: "m-2", role: "ROLE_USER", taskId, contextId, parts: [{ text: "done" }] },
      });
      expect(PeerTask.toJSON((await client.sendMessage(reply)) as PeerTask)).toMatchObject({
        id: taskId,
        status: { state: "TASK_STATE_COMPLETED" },
      });

      const stream = client.sendMessageStream(say("stay"));
      const { value } = (await stream.next()) as { readonly value: PeerStreamResponse };
      const [begun] = streamed([value]) as [{ readonly task: { readonly id: string } }];
      const { id } = begun.task;
      const canceled = await client.cancelTask({ tenant: "", id, metadata: undefined });
      expect(PeerTask.toJSON(canceled)).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
      expect(streamed(await collect(stream)).at(-1)).toMatchObject({
        statusUpdate: { status: { state: "TASK_STATE_CANCELED" } },
      });
      const again = await failureOf(client.cancelTask({ tenant: "", id, metadata: undefined }));
      expect((again as Error).message).toContain(`Task not cancelable: ${id}`);
      const missing = await failureOf(client.getTask({ tenant: "", id: "none", historyLength: undefined }));
      expect((missing as Error).message).toContain("Task not found: none");
      // The SDK's server of 0.3 gives the names of its errors to no client of gRPC.
      if (upstream !== "GRPC") {
        expect(again).toBeInstanceOf(TaskNotCancelableError);
        expect(missing).toBeInstanceOf(TaskNotFoundError);
      }

      const extended = await client.getAgentCard({ serviceParameters: { Authorization: "Bearer t" } });
      expect(PeerCards.toJSON(extended)).toMatchObject({
        description: "For Bearer t only.",
        supportedInterfaces: (gateway.cards[""] as { readonly supportedInterfaces: unknown })
          .supportedInterfaces,
      });
    });
  },
);
