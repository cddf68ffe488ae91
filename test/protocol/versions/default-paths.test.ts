import { A2AService as DraftService, type Message } from "@a2agen/a2a-1.0-draft";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { shared, startFamily } from "../../shared/versions/start-family.ts";

const message: Message = { messageId: "m-1", role: "user", parts: [{ text: "hello" }] };

describe("a version with the number of the newest, without a place", () => {
  test.each([jsonRpc(), rest()])("has its paths and its card below its name: $binding", async (binding) => {
    const { origin, warnings } = await startFamily({ older: [shared, { translation: draftToA2a10 }] });
    const { client, card, close } = await connect(DraftService, `${origin}/a2a-1.0-draft`, {
      bindings: [binding],
    });
    expect(card).toMatchObject({
      supportedInterfaces: [
        { url: `${origin}/a2a-1.0-draft`, protocolBinding: "JSONRPC" },
        { url: `${origin}/a2a-1.0-draft`, protocolBinding: "HTTP+JSON" },
      ],
    });
    expect(await client.sendMessage({ message })).toMatchObject({ task: { status: { state: "completed" } } });
    expect(warnings).toEqual([]);
    await close();
  });

  test("is served over the bindings of the card alone", async () => {
    const { origin, family } = await startFamily({
      older: [{ translation: draftToA2a10 }],
      card: (at) => ({
        supportedInterfaces: [{ url: `${at}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
      }),
    });
    expect(family.hosts[1]?.card).toMatchObject({
      supportedInterfaces: [{ url: `${origin}/a2a-1.0-draft`, protocolBinding: "JSONRPC" }],
    });
    const response = await fetch(`${origin}/a2a-1.0-draft/message:send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message }),
    });
    expect(response.status).toBe(404);
  });

  test("keeps a place that is given in part", async () => {
    const { origin } = await startFamily({
      older: [{ translation: draftToA2a10, cardPrefix: "/early", rest: false }],
    });
    const { client, close } = await connect(DraftService, `${origin}/early`, {
      bindings: [rest(), jsonRpc()],
    });
    expect(await client.sendMessage({ message })).toMatchObject({ task: { status: { state: "completed" } } });
    await close();
  });
});
