import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { isCallError } from "@a2agen/runtime/service";
import { describe, expect, onTestFinished, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { startOurAgent } from "../../shared/interop/our-agent.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { startOlderServer } from "../../shared/interop-0.3/harness.ts";

const bindings = {
  JSONRPC: jsonRpc(),
  "HTTP+JSON": rest(),
  GRPC: grpc({ codecs: [A2AServiceGrpc] }),
} as const;

/** The agents behind the gateway: both do what messages say, in their versions. */
const upstreams = {
  "1.0 over JSON-RPC": () => startOurAgent({ binding: "JSONRPC" }),
  "1.0 over HTTP+JSON": () => startOurAgent({ binding: "HTTP+JSON" }),
  "0.3 over JSON-RPC": () => startOlderServer(),
} as const;

const cases = Object.keys(upstreams).flatMap((upstream) =>
  Object.keys(bindings).map((binding) => ({ upstream, binding })),
) as readonly { readonly upstream: keyof typeof upstreams; readonly binding: keyof typeof bindings }[];

async function start(upstream: keyof typeof upstreams, binding: keyof typeof bindings) {
  const { origin, agent } = await upstreams[upstream]();
  const gateway = await startGateway(origin);
  const connection = await connect<A2AService, AgentCard>(A2AService, gateway.url, {
    bindings: [bindings[binding]],
    allowInterface: () => true,
    authentication: "none",
    retry: false,
    resume: false,
  });
  onTestFinished(() => connection.close());
  expect(connection.interface.protocolBinding).toBe(binding);
  return { ...gateway, client: connection.client, agent };
}

function say(text: string) {
  return { message: { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text }] } };
}

const bearer = { headers: { authorization: "Bearer t" } };

describe.each(cases)("an agent of $upstream, called in 1.0 over $binding", ({ upstream, binding }) => {
  test("calls, streams, tasks and the extended card", async () => {
    const { client, agent } = await start(upstream, binding);
    const { task } = await client.sendMessage(say("do it"));
    expect(task).toMatchObject({
      id: "task-2",
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ artifactId: "artifact-1", parts: [{ text: "do it" }, { raw: "AAEC/w==" }] }],
    });
    const events = await collect(client.sendStreamingMessage(say("stream 3")));
    expect(events.map((event) => Object.keys(event)[0])).toEqual([
      "task",
      "artifactUpdate",
      "artifactUpdate",
      "artifactUpdate",
      "statusUpdate",
    ]);
    expect(await collect(client.subscribeToTask({ id: "task-1" }))).toHaveLength(2);
    expect((await client.getTask({ id: "task-1", historyLength: 1 })).history).toHaveLength(1);
    expect((await client.cancelTask({ id: "task-1" })).status.state).toBe("TASK_STATE_CANCELED");
    expect((await client.getExtendedAgentCard({}, bearer)).description).toBe("For t only.");
    expect((await client.getExtendedAgentCard({})).description).toBe("For anybody only.");
    const basic = { headers: { authorization: "Basic x" } };
    expect(await failureOf(client.getExtendedAgentCard({}, basic))).toMatchObject({
      status: "UNAUTHENTICATED",
    });
    const ended = agent.nextEnd();
    for await (const _ of client.sendStreamingMessage(say("wait"))) break;
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
  });

  test("an error comes with the name that the client's version has for it", async () => {
    const { client } = await start(upstream, binding);
    for (const name of ["TaskNotFoundError", "UnsupportedOperationError", "ContentTypeNotSupportedError"]) {
      const error = await failureOf(client.sendMessage(say(`fail ${name}`)));
      expect(isCallError(error, name)).toBe(true);
      expect((error as Error).message).toBe(`the agent was told to fail with ${name}`);
    }
    const { error } = await brokenStream(client.sendStreamingMessage(say("break")));
    expect(isCallError(error, "InvalidAgentResponseError")).toBe(true);
  });
});
