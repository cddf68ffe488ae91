import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { card, hasExtendedCard } from "./agent-card.js";
import { createApp, extendedCardOf, keyHeader } from "./server.js";

export async function check(): Promise<void> {
  assert.equal(hasExtendedCard(card), true);
  assert.equal(extendedCardOf(card), true);
  assert.equal(keyHeader({ type: "apiKey", in: "header", name: "X-Key" }), "X-Key");
  assert.equal(keyHeader({ type: "http", scheme: "basic" }), undefined);
  const server = createApp().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/card`);
  assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(card)));
  server.close();
}
