import { A2AService, A2AServiceClient } from "@a2agen/a2a-1.0";
import { createClient } from "@a2agen/runtime/service";
import { webSocket } from "@a2agen/runtime/websocket";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { completedTask } from "./agent.ts";
import { serveAgent } from "./served-agent.ts";

test.each([
  {
    name: "an encrypted URL",
    given: "wss://agent.example.com/a2a",
    want: { origin: "https://agent.example.com", hostname: "agent.example.com", isEncrypted: true },
  },
  {
    name: "a plain URL",
    given: "WS://127.0.0.1:1/",
    want: { origin: "http://127.0.0.1:1", hostname: "127.0.0.1", isEncrypted: false },
  },
  { name: "a URL of HTTP", given: "https://agent.example.com/a2a", want: undefined },
  { name: "a URL with a password", given: "wss://a:b@agent.example.com/", want: undefined },
  { name: "no URL", given: "wss:", want: undefined },
])("locates $name", ({ given, want }) => {
  expect(webSocket().locate(given)).toEqual(want);
});

test("makes transports to the interfaces that a card offers", async () => {
  const agent = await serveAgent();
  const binding = webSocket({ WebSocket });
  const transport = binding.connect({
    service: A2AService,
    protocol: A2AService.protocol,
    url: agent.url,
    fetch,
  });
  expect([binding.binding, transport.binding]).toEqual(["WEBSOCKET", "WEBSOCKET"]);
  expect(await createClient(A2AService, transport).getTask({ id: "t1" })).toEqual(completedTask("t1"));
  await transport.close();
  await agent.close();
});

test("carries the calls of a service as its clients need it", async () => {
  const agent = await serveAgent();
  const transport = webSocket({ WebSocket }).connect({
    service: A2AServiceClient,
    protocol: A2AServiceClient.protocol,
    url: agent.url,
    fetch,
  });
  expect(await createClient(A2AServiceClient, transport).getTask({ id: "t1" })).toEqual(completedTask("t1"));
  await transport.close();
  await agent.close();
});
