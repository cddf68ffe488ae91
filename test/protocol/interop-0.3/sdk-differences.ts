import { A2AService } from "@a2agen/a2a-0.3";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createClient } from "@a2agen/runtime/service";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import {
  createSdkClient,
  type SdkServer,
  sdkMessage,
  startOlderServer,
  startSdkServer,
} from "../../shared/interop-0.3/harness.ts";

/** Something that `@a2a-js/sdk` 0.3.14 does otherwise than it should, and that is not for us to mend. */
export interface SdkDifference {
  /** Which side of the SDK it is. */
  readonly side: "client" | "server";
  readonly name: string;
  /** What would be right, and what it means for those who work with the SDK. */
  readonly reason: string;
  /** Shows what the SDK does. */
  readonly observe: () => Promise<unknown>;
  /** What was seen; another sight means that the SDK has changed, and that the line may go. */
  readonly found: unknown;
}

const { message } = sdkMessage("work");

/** Params of message/send that are wrong, each in one way. */
const malformed: readonly object[] = [
  { message: { ...message, kind: undefined } },
  { message: { ...message, role: "king" } },
  { message: { ...message, parts: [{ kind: "nothing" }] } },
  { message: { ...message, parts: [{ kind: "file", file: {} }] } },
  { message, configuration: { historyLength: "many" } },
];

export const sdkDifferences: readonly SdkDifference[] = [
  {
    side: "client",
    name: "an error before the first event of a stream is a complaint of the content type",
    reason:
      "JSON-RPC answers a request that fails with JSON, as the SDK's own server does when it cannot stream; the code is lost",
    observe: async () => {
      const { origin } = await startOlderServer();
      const client = await createSdkClient(origin);
      const { error } = await brokenStream(client.sendMessageStream(sdkMessage("fail")));
      return String(error);
    },
    found:
      "Error: Invalid response Content-Type for SSE stream for message/stream. Expected 'text/event-stream'.",
  },
  {
    side: "client",
    name: "an error in mid-stream is a plain Error",
    reason: "the error of the protocol is its cause only; calls without a stream throw it itself",
    observe: async () => {
      const { origin } = await startOlderServer();
      const client = await createSdkClient(origin);
      const { error } = await brokenStream(client.sendMessageStream(sdkMessage("break")));
      const { name, cause } = error as Error;
      return [name, (cause as Error).name];
    },
    found: ["Error", "InvalidAgentResponseError"],
  },
  {
    side: "client",
    name: "a stream that is refused with 401 loses the challenge and the code",
    reason: "the error of the answer is put into a text; calls without a stream throw it itself",
    observe: async () => {
      const { origin } = await startOlderServer();
      const client = await createSdkClient(origin);
      const options = { serviceParameters: { authorization: "Basic nobody" } };
      const security = { security: [{ token: [] }] };
      const closed = await startOlderServer({ card: security });
      const closedClient = await createSdkClient(closed.origin);
      const { error } = await brokenStream(closedClient.sendMessageStream(sdkMessage("stream"), options));
      return [
        Object.hasOwn(error as object, "errorResponse"),
        Object.hasOwn((await failureOf(client.getAgentCard(options))) as object, "errorResponse"),
      ];
    },
    found: [false, true],
  },
  {
    side: "server",
    name: "extensions that the agent activates are not told",
    reason:
      "the agent activates them in a copy of the call's context; X-A2A-Extensions stays away from the answer",
    observe: async () => {
      const { url } = await startSdkServer();
      const client = createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url }));
      let activated: string | undefined;
      await client.sendMessage(sdkMessage("context") as never, {
        extensions: ["https://example.com/extensions/echo/v1"],
        onHeaders: (headers) => {
          activated = headers["x-a2a-extensions"];
        },
      });
      return activated;
    },
    found: undefined,
  },
  {
    side: "server",
    name: "a length of history of 0 is all of it, and none is nothing",
    reason: "0 asks for no messages; without a length there is no reason to leave them out",
    observe: async () => {
      const { url } = await startSdkServer();
      const { result } = await post(url, "message/send", sdkMessage("work"));
      const { id } = result as { readonly id: string };
      const lengths: unknown[] = [];
      for (const params of [{ id, historyLength: 0 }, { id }]) {
        const answer = await post(url, "tasks/get", params);
        lengths.push((answer.result as { readonly history: readonly unknown[] }).history.length);
      }
      return lengths;
    },
    found: [1, 0],
  },
  {
    side: "server",
    name: "wrong params are taken",
    reason: "nothing but the messageId is checked; what is wrong would be -32602",
    observe: async () => {
      const { url } = await startSdkServer();
      const errors: unknown[] = [];
      for (const params of malformed) errors.push((await post(url, "message/send", params)).error);
      return errors;
    },
    found: malformed.map(() => undefined),
  },
  {
    side: "server",
    name: "an unknown push notification configuration is an internal error",
    reason: "nothing has failed inside of the server; the client asked for what is not there",
    observe: async () => {
      const { url } = await startSdkServer();
      const params = sdkMessage("work");
      const { result } = await post(url, "message/send", params);
      const { id } = result as { readonly id: string };
      const { error } = await post(url, "tasks/pushNotificationConfig/get", { id });
      return error?.code;
    },
    found: -32603,
  },
  {
    side: "server",
    name: "a notification is answered",
    reason: "JSON-RPC 2.0 answers requests without an id with nothing, whatever comes of them",
    observe: async () => {
      const { url } = await startSdkServer();
      const response = await send({ url }, { jsonrpc: "2.0", method: "tasks/get", params: { id: "none" } });
      return ((await response.json()) as { readonly id: unknown }).id;
    },
    found: null,
  },
];

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

async function post(url: string, method: string, params: object): Promise<RpcAnswer> {
  const response = await send({ url }, { jsonrpc: "2.0", id: 1, method, params });
  return (await response.json()) as RpcAnswer;
}

function send({ url }: Pick<SdkServer, "url">, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
