import { A2AService, GetTaskRequestCodec, SendMessageRequestCodec } from "@a2agen/a2a-1.0";
import { type ExtensionCall, requestOf } from "@a2agen/runtime/extensions";
import type { Method } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { Geolocation } from "./definitions.ts";
import { say } from "./start-agent.ts";

const { cancelTask, getTask, sendMessage, sendStreamingMessage } = A2AService.methods;
const request = say("hello");

function callOf(method: Method): ExtensionCall {
  const context = undefined as unknown as ExtensionCall["context"];
  return { context, service: A2AService.typeName, method, request };
}

test("the request of a call is given to those who name its type", () => {
  for (const method of [sendMessage, sendStreamingMessage]) {
    expect(requestOf(callOf(method), SendMessageRequestCodec)).toBe(request);
  }
  for (const method of [getTask, cancelTask]) {
    expect(requestOf(callOf(method), SendMessageRequestCodec)).toBeUndefined();
  }
  expect(requestOf(callOf(sendMessage), GetTaskRequestCodec)).toBeUndefined();
});

test("what clients send as a stream is no request", () => {
  const streamed = { ...sendMessage, kind: "client" } as unknown as Method;
  expect(requestOf(callOf(streamed), SendMessageRequestCodec)).toBeUndefined();
});

test("problems of data begin with the place of the object", () => {
  const { message } = say("where am I?");
  message.metadata = { [Geolocation.uri]: { latitude: "north", longitude: 1 } };
  const issuesAt = (at?: readonly (string | number)[]): unknown => {
    try {
      return Geolocation.get(message, at);
    } catch (error) {
      const { issues } = error as { readonly issues: readonly { path: string; segments: unknown }[] };
      return issues.map(({ path, segments }) => ({ path, segments }));
    }
  };
  const below = `metadata["${Geolocation.uri}"].latitude`;
  expect(issuesAt()).toEqual([{ path: below, segments: ["metadata", Geolocation.uri, "latitude"] }]);
  expect(issuesAt(["history", 2])).toEqual([
    { path: `history[2].${below}`, segments: ["history", 2, "metadata", Geolocation.uri, "latitude"] },
  ]);
  message.metadata = [] as never;
  expect(issuesAt(["message"])).toEqual([{ path: "message.metadata", segments: ["message", "metadata"] }]);
});
