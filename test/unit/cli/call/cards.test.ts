import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

/** Cards as older agents have them; what `card` shows of them, and what it says beside that. */
const odd = {
  name: "Odd",
  description: "d",
  version: "1",
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

test.each([
  {
    name: "requires an extension, and has no version",
    card: { url: "/rpc", capabilities: { extensions: [{ uri: "https://example.com/x", required: true }] } },
    shown: /Extensions\n {2}https:\/\/example\.com\/x \(required\)/,
    said: /card protocolVersion: required[\s\S]*the agent requires the extension https:\/\/example\.com\/x/,
  },
  {
    name: "lists its capabilities",
    card: { url: "/rpc", protocolVersion: "0.3.0", capabilities: ["streaming", "chat"] },
    shown: /streaming: yes[\s\S]*push notifications: no/,
    said: /card capabilities: expected an object, found a list/,
  },
  {
    name: "names REST as its binding",
    card: { url: "/rpc", protocolVersion: "0.3.0", preferredTransport: "REST", capabilities: {} },
    shown: /Interfaces\n {2}\* {2}REST/,
    said: /card: expected the binding HTTP\+JSON, by its name; found "REST"/,
  },
  {
    name: "has no fields but an address and an extension",
    card: {
      url: "/rpc",
      skills: undefined,
      name: "Bare",
      capabilities: { extensions: [{ required: true }] },
    },
    shown: /Bare 1/,
    said: /card protocolVersion/,
  },
])("the card of an agent that $name is shown", async ({ card, shown, said }) => {
  const server = createServer((_request, response) => {
    const url = `${origin}${card.url}`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...odd, ...card, url }));
  });
  const origin = await listen(server);
  const { status, stdout, stderr } = await runA2agen(["call", origin, "card"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(shown);
  expect(stderr).toMatch(said);
});
