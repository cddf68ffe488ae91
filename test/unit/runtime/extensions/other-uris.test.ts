import type { Message } from "@a2agen/a2a-1.0";
import { defineExtension, type Extension } from "@a2agen/runtime/extensions";
import { describe, expect, test } from "vitest";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { bindingNames, say, startAgent } from "./start-agent.ts";

const own = GeolocationExtension.uri;
const old = "https://old.example.com/geolocation/v1";
const place = { latitude: 1, longitude: 2 };
const Moved = defineExtension({ ...GeolocationExtension, otherUris: [old] }) as Extension<
  typeof place,
  never,
  Message
>;

describe.each(bindingNames)("over %s", (binding) => {
  test.each([
    { asked: [own], named: [own] },
    { asked: [old], named: [old] },
    { asked: [old, own], named: [old] },
    { asked: ["https://older.example.com/geolocation/v1"], named: [] },
  ])("a call that asks by $asked is answered by $named", async ({ asked, named }) => {
    const agent = await startAgent({ extensions: [{ extension: Moved }] });
    const { client } = await agent.connect(binding);
    let seen: readonly string[] = [];
    const answer = await client.sendMessage(say(""), {
      extensions: asked,
      onActivated: (uris) => {
        seen = uris;
      },
    });
    expect(seen).toEqual(named);
    // Its author knows it by its own.
    const activated = named.length === 0 ? [] : [own];
    expect(answer).toMatchObject({ message: { parts: [{ data: { activated } }] } });
  });
});

test("data under another URI is checked", async () => {
  const agent = await startAgent({ extensions: [{ extension: Moved }] });
  const { client } = await agent.connect("JSONRPC");
  const { message } = say("");
  const wrong = client.sendMessage(
    { message: { ...message, metadata: { [old]: { latitude: 1 } } } },
    { extensions: [old] },
  );
  await expect(wrong).rejects.toMatchObject({
    violations: [{ field: `message.metadata["${old}"].longitude`, description: "required" }],
  });
});

test("a client asks by the URI that the card declares, which may be required", async () => {
  const agent = await startAgent({
    extensions: [{ extension: Moved }],
    declared: [{ uri: old, required: true }],
  });
  const { client, extensions, warnings } = await agent.connect("JSONRPC", { extensions: [Moved] });
  expect([extensions, warnings]).toEqual([[old], []]);
  expect(await client.sendMessage(say(""))).toHaveProperty("message");
  expect((await agent.connect("JSONRPC", { extensions: [old] })).extensions).toEqual([old]);
});

test.each([
  { requested: undefined, uri: own },
  { requested: [old], uri: old },
  { requested: ["https://other.example.com/v1"], uri: own },
])("data is written under $uri when $requested is asked for, and taken off whole", ({ requested, uri }) => {
  const { message } = say("");
  Moved.set(message, { latitude: 5, longitude: 5 }, { requested: [old] });
  message.extensions = [];
  Moved.set(message, place, requested && { requested });
  expect(message).toMatchObject({ metadata: { [uri]: place }, extensions: [uri] });
  expect(Object.keys(message.metadata ?? {})).toHaveLength(1);
  expect(Moved.get(message)).toEqual(place);
  Moved.remove(message);
  expect(message).toEqual({ messageId: "m-1", role: "ROLE_USER", parts: [{ text: "" }] });
});

test("two extensions may not share one", async () => {
  const other = { uri: old, kind: "profile" as const };
  await expect(startAgent({ extensions: [{ extension: Moved }, { extension: other }] })).rejects.toThrow(
    `extensions: ${old} is there twice`,
  );
});
