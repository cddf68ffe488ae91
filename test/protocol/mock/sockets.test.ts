import { Message as PeerMessage, Task as PeerTask } from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import { GrpcTransportFactory } from "@a2a-js/sdk/client/grpc";
import { A2AService as A2AService03 } from "@a2agen/a2a-0.3";
import { A2AService } from "@a2agen/a2a-1.0";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { credentials } from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { createSdkClient, sdkMessage } from "../../shared/interop-0.3/harness.ts";
import { say, startMock } from "../../shared/mock/start-mock.ts";
import { say as peerSay, streamed } from "../interop/peer-client-tests.ts";

const card = {
  name: "Weather",
  description: "Tells the weather.",
  version: "2.1.0",
  supportedInterfaces: [
    { url: "https://weather.example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    { id: "now", name: "Weather now", description: "The weather at a place.", tags: ["weather"] },
    {
      id: "chart",
      name: "Chart",
      description: "Draws temperatures.",
      tags: ["picture"],
      examples: ["Draw the temperatures"],
      outputModes: ["image/png"],
    },
  ],
};

const transports = {
  JSONRPC: () => new JsonRpcTransportFactory(),
  "HTTP+JSON": () => new RestTransportFactory(),
  GRPC: () => new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure() }),
} as const;

type Binding = keyof typeof transports;

const own = { JSONRPC: jsonRpc(), "HTTP+JSON": rest(), GRPC: grpc({ codecs: grpcCodecs }) };

describe.each(Object.keys(transports) as Binding[])("the mock of a card over %s", (binding) => {
  test("our client gets valid answers to every operation, the same for the same seed", async () => {
    const answers: unknown[] = [];
    for (const seed of [7, 7, 8]) {
      const mock = await (await startMock(card, { seed })).listen({ grpcPort: 0 });
      const { client, close } = await connect(A2AService, mock.url, {
        bindings: [own[binding]],
      });
      const events = await collect(client.sendStreamingMessage(say("the weather in Paris")));
      const id = events[0]?.task?.id ?? "";
      const task = await client.getTask({ id });
      expect(task.status.state).toBe("TASK_STATE_COMPLETED");
      expect(task.artifacts).toMatchObject([{ artifactId: "artifact-1", name: "Weather now" }]);
      answers.push(task.artifacts?.[0]?.parts);
      const drawn = await client.sendMessage(say("draw the temperatures"));
      expect(drawn.task?.artifacts).toMatchObject([{ name: "Chart", parts: [{ mediaType: "image/png" }] }]);
      expect((await client.listTasks({})).tasks).toHaveLength(2);
      await expect(client.cancelTask({ id })).rejects.toMatchObject({ name: "TaskNotCancelableError" });
      await expect(client.getTask({ id: "none" })).rejects.toMatchObject({ name: "TaskNotFoundError" });
      const config = { taskId: id, id: "hook", url: "http://127.0.0.1:9999/" };
      expect(await client.createTaskPushNotificationConfig(config)).toMatchObject({ url: config.url });
      expect(await client.getExtendedAgentCard({})).toMatchObject({ name: "Weather", version: "2.1.0" });
      await close();
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).not.toEqual(answers[2]);
  });

  test("the SDK's client of 1.0 gets a task", async () => {
    const mock = await (await startMock(card)).listen({ grpcPort: 0 });
    const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [transports[binding]()],
      preferredTransports: [binding],
    });
    const client = await new ClientFactory(options).createFromUrl(mock.url);
    const answer = await client.sendMessage(peerSay("the weather in Paris"));
    expect("messageId" in answer ? PeerMessage.toJSON(answer) : PeerTask.toJSON(answer)).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ name: "Weather now" }],
    });
    const events = streamed(await collect(client.sendMessageStream(peerSay("again"))));
    expect(events.length).toBeGreaterThan(3);
  });
});

test("the SDK's client of 0.3 gets a task", async () => {
  const mock = await (await startMock(card)).listen();
  const client = await createSdkClient(mock.url);
  expect(await client.sendMessage(sdkMessage("the weather in Paris"))).toMatchObject({
    kind: "task",
    status: { state: "completed" },
    artifacts: [{ name: "Weather now" }],
  });
});

test("the card can offer one version and binding alone, and a card of 0.3 will do", async () => {
  const flat = {
    name: "Old",
    description: "An agent of 0.3.",
    version: "1.0.0",
    protocolVersion: "0.3.0",
    url: "https://old.example.com/",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "s", name: "Skill", description: "Does it.", tags: ["old"] }],
  };
  const mock = await startMock(flat, { versions: ["0.3"], bindings: ["JSONRPC"] });
  const { client, interface: used } = await connect(A2AService03, mock.url, {
    fetch: mock.fetch,
    bindings: [jsonRpc()],
  });
  expect(used).toMatchObject({ url: "http://localhost/a2a" });
  expect(
    await client.sendMessage({
      message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "x" }] },
    }),
  ).toMatchObject({ kind: "task", status: { state: "completed" } });
  expect(mock.calls).toMatchObject([{ method: "SendMessage", version: "0.3", binding: "JSONRPC" }]);
  await expect(startMock(flat, { versions: ["9.9"] })).rejects.toThrow(
    "versions, bindings: expected some of 1.0 JSONRPC",
  );
});

test("the card can offer gRPC alone, at the port that it gets", async () => {
  const mock = await startMock(card, { versions: ["1.0"], bindings: ["GRPC"] });
  const { url, grpcUrl } = await mock.listen({ grpcPort: 0 });
  const { client, card: served, close } = await connect(A2AService, url, { bindings: [own.GRPC] });
  expect(served).toMatchObject({
    supportedInterfaces: [{ url: grpcUrl, protocolBinding: "GRPC", protocolVersion: "1.0" }],
  });
  await client.sendMessage(say("now"));
  expect(mock.calls).toMatchObject([{ method: "SendMessage", binding: "GRPC" }]);
  await close();
});
