import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { createJsonRpcTransport } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { createClient, type Transport } from "../../../../packages/runtime/src/service/index.ts";

const known: StreamResponse = { task: { id: "t", status: { state: "TASK_STATE_COMPLETED" } } };
const events = [{ somethingNew: { id: "t" } }, known];

function answerWith(wrap: (event: object, id: unknown) => object): typeof fetch {
  return async (_input, init) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as { readonly id?: unknown }) : {};
    const text = events.map((event) => `data: ${JSON.stringify(wrap(event, body.id))}\n\n`).join("");
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  };
}

test.each([
  {
    name: "JSON-RPC",
    open: (warnings: string[]): Transport =>
      createJsonRpcTransport(A2AService.protocol, {
        url: "https://agent.example.com/rpc",
        fetch: answerWith((result, id) => ({ jsonrpc: "2.0", id, result })),
        onWarning: ({ message }) => warnings.push(message),
      }) as Transport,
  },
  {
    name: "HTTP+JSON",
    open: (warnings: string[]): Transport =>
      createRestTransport(A2AService.protocol, {
        url: "https://agent.example.com",
        fetch: answerWith((event) => event),
        onWarning: ({ message }) => warnings.push(message),
      }) as Transport,
  },
])("an event of an unknown kind is skipped over $name, with a warning", async ({ open }) => {
  const warnings: string[] = [];
  const client = createClient(A2AService, open(warnings));
  const seen: StreamResponse[] = [];
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } as const;
  const request = { message: { ...message, parts: [...message.parts] } };
  for await (const event of client.sendStreamingMessage(request)) seen.push(event);
  expect(seen).toEqual([known]);
  expect(warnings).toEqual([expect.stringContaining("an event of an unknown kind was skipped")]);
});
