import { A2AService } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { expect, test } from "vitest";
import { listen } from "../../shared/http/listen.ts";

/** A server of the draft and of nothing else. */
async function serveDraft(): Promise<string> {
  const host = createHost({
    services: [
      implement(A2AService, {
        async sendMessage(_request, { version }) {
          return { message: { messageId: "m", role: "agent", parts: [{ text: version }] } };
        },
      }),
    ],
  });
  return (await listen(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/" })))).url;
}

/** The request of section 6.1 of the draft, which names no version. */
const sample = {
  message: { role: "user", parts: [{ text: "What is the weather today?" }], messageId: "msg-uuid" },
};

test.each([
  { name: "the samples of section 6 have none", version: undefined, want: 200 },
  { name: "an empty one is none", version: "", want: 200 },
  { name: "its own", version: "1.0", want: 200 },
  { name: "an older one", version: "0.3", want: 400 },
])("a server of the draft alone, and a version: $name", async ({ version, want }) => {
  const url = await serveDraft();
  const headers = {
    "content-type": "application/json",
    ...(version === undefined ? {} : { "a2a-version": version }),
  };
  const post = async (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = { message: { messageId: "m", role: "agent", parts: [{ text: "1.0" }] } };
  const refusal = expect.objectContaining({
    title: expect.any(String),
    supportedVersions: expect.anything(),
  });
  const rest = await post("/v1/message:send", sample);
  expect({ status: rest.status, body: await rest.json() }).toEqual({
    status: want,
    body: want === 200 ? answer : refusal,
  });
  const rpc = await post("/rpc", { jsonrpc: "2.0", id: 1, method: "SendMessage", params: sample });
  expect(await rpc.json()).toMatchObject(want === 200 ? { result: answer } : { error: { code: -32009 } });
});
