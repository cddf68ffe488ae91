import { readRequest, writeError } from "@a2agen/translate/layer";
import { expect, test } from "vitest";
import { shared, startFamily } from "../../shared/versions/start-family.ts";

const newer = { "a2a-version": "1.0" };
const call = { jsonrpc: "2.0", id: 1 };
const broken = {
  message: { kind: "message", messageId: 1, role: "user", parts: [{ kind: "text", text: "hi" }] },
};

interface Sent {
  readonly name: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

const requests: readonly Sent[] = [
  { name: "no JSON", body: "{" },
  { name: "a list", body: [] },
  { name: "no method", body: call },
  { name: "no version of JSON-RPC", body: { id: 1, method: "tasks/get", params: {} } },
  { name: "an identifier that is an object", body: { ...call, id: {}, method: "GetTask" } },
  { name: "params that are null", body: { ...call, method: "GetTask", params: null } },
  { name: "a method of no version", body: { ...call, method: "tasks/list" } },
  { name: "a method of no version, in 1.0", body: { ...call, method: "tasks/list" }, headers: newer },
  { name: "a method of 0.3 in 1.0", body: { ...call, method: "tasks/get" }, headers: newer },
  {
    name: "a method of 1.0 in 0.3",
    body: { ...call, method: "GetTask" },
    headers: { "A2A-Version": "0.3.0" },
  },
  {
    name: "a version that is not spoken",
    body: { ...call, method: "GetTask" },
    headers: { "A2A-Version": "7.0" },
  },
  { name: "a version that is none", body: { ...call, method: "GetTask" }, path: "/rpc?A2A-Version=x" },
  { name: "no identifier of a task, 1.0", body: { ...call, method: "GetTask" } },
  { name: "no identifier of a task, 0.3", body: { ...call, method: "tasks/get" } },
  { name: "a message of 0.3 with a wrong field", body: { ...call, method: "message/send", params: broken } },
  {
    name: "a message of 1.0 with many wrong fields",
    body: {
      ...call,
      method: "SendMessage",
      params: { message: { parts: [{}, { text: 1 }, { raw: "!" }], role: "x" } },
    },
  },
  { name: "an earlier name of a method", body: { ...call, method: "ListTaskPushNotificationConfig" } },
  {
    name: "an integer that no version takes",
    body: { ...call, method: "tasks/get", params: { id: "t", historyLength: -1 } },
  },
];

test.each(requests)(
  "a host and the layer refuse a request alike: $name",
  async ({ body, headers = {}, path = "/rpc" }) => {
    const { origin } = await startFamily({ older: [shared] });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: text,
    });
    const read = readRequest(text, { headers, path });
    if (read.ok) throw new Error(`the layer takes ${text}`);
    const { id, version, error } = read;
    expect({ jsonrpc: "2.0", id, error: writeError(version, error) }).toEqual(await response.json());
  },
);
