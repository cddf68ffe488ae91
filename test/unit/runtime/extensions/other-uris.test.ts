import { createServer } from "node:http";
import { A2AService, type Message } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { defineExtension, type Extension } from "@a2agen/runtime/extensions";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, onTestFinished, test } from "vitest";
import { GeolocationExtension } from "../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { KonamiCodeExtension } from "../../../expected/extension/extensions/konami_code/v1/konami_code_extension.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { bindingNames, cardWith, reporter, say, startAgent } from "./start-agent.ts";

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

describe("a dependency by another URI", () => {
  const dependent = "https://example.com/route/v1";
  const Route = {
    uri: dependent,
    kind: "profile" as const,
    dependencies: [{ uri: old, optional: false }],
  };
  const start = () => startAgent({ extensions: [{ extension: Route }, { extension: Moved }] });

  test.each([
    { asked: [dependent, own], active: [own, dependent], named: [dependent, own] },
    { asked: [dependent, old], active: [own, dependent], named: [dependent, old] },
    { asked: [dependent], active: [], named: [] },
  ])("is active for a call that asks by $asked: $named", async ({ asked, active, named }) => {
    const { client } = await (await start()).connect("JSONRPC");
    let seen: readonly string[] = [];
    const answer = await client.sendMessage(say(""), {
      extensions: asked,
      onActivated: (uris) => {
        seen = uris;
      },
    });
    expect(seen).toEqual(named);
    expect(answer).toMatchObject({ message: { parts: [{ data: { activated: active } }] } });
  });

  test("is one for clients too, and has to be supported", async () => {
    const agent = await start();
    const { extensions, warnings } = await agent.connect("JSONRPC", { extensions: [Route, Moved] });
    expect([extensions, warnings]).toEqual([[dependent, own], []]);
    await expect(agent.connect("JSONRPC", { extensions: [Route] })).rejects.toThrow(`depends on ${old}`);
    await expect(startAgent({ extensions: [{ extension: Route }] })).rejects.toThrow(
      `extensions: ${dependent} depends on ${old}, which is not supported`,
    );
  });

  test("may not lead back, whatever URI it is by", async () => {
    const back = { ...Moved, dependencies: [{ uri: dependent, optional: true }] };
    await expect(startAgent({ extensions: [{ extension: Route }, { extension: back }] })).rejects.toThrow(
      `expected dependencies without a circle, found ${dependent} -> ${own} -> ${dependent}`,
    );
    const dependencies = [{ uri: old, optional: true }];
    expect(() => defineExtension({ ...GeolocationExtension, otherUris: [old], dependencies })).toThrow(
      "the extension depends on itself",
    );
  });
});

describe("keys of single fields", () => {
  const former = "urn:konami:v1";
  const Code = defineExtension({ ...KonamiCodeExtension, otherUris: [former] }) as typeof KonamiCodeExtension;

  test("are under the URI that is asked for, and read under each", () => {
    const request = say("");
    Code.set(request, { code: "up" }, { requested: [former] });
    expect(request.metadata).toEqual({ [`${former}/code`]: "up" });
    expect(Code.get(request)).toEqual({ code: "up" });
    Code.set(request, { code: "down" });
    expect(request.metadata).toEqual({ [`${Code.uri}/code`]: "down" });
    Code.remove(request);
    expect(request).toEqual(say(""));
  });

  test("are checked under another URI", async () => {
    const { client } = await (await startAgent({ extensions: [{ extension: Code }] })).connect("JSONRPC");
    const wrong = say("", { metadata: { [`${former}/code`]: 7 } });
    await expect(client.sendMessage(wrong, { extensions: [former] })).rejects.toMatchObject({
      violations: [{ field: `metadata["${former}/code"]`, description: "expected a string, got 7" }],
    });
  });
});

test.each([
  { path: "/rpc", version: "1.0", header: "a2a-extensions" },
  { path: "/rpc", version: "0.3", header: "x-a2a-extensions" },
  { path: "/draft/rpc", version: "1.0", header: "a2a-extensions" },
])(
  "a family answers at $path in $version by the URI that was asked for",
  async ({ path, version, header }) => {
    const server = createServer();
    const origin = await listen(server);
    const family = createHostFamily({
      services: [implement(A2AService, reporter)],
      card: cardWith([{ uri: own }], `${origin}/rpc`, "JSONRPC"),
      extensions: [{ extension: Moved }],
      older: [
        { translation: a2a03ToA2a10 },
        { translation: draftToA2a10, jsonRpc: "/draft/rpc", cardPrefix: "/draft" },
      ],
      onLosses: () => undefined,
      onWarning: () => undefined,
    });
    onTestFinished(() => family.close({ graceMs: 0 }));
    server.on("request", toNodeListener(createHttpHandler(family, { onDeprecated: () => undefined })));
    const isNewest = path === "/rpc" && version === "1.0";
    const call = async (data: object) => {
      const message = {
        messageId: "m",
        role: isNewest ? "ROLE_USER" : "user",
        parts: [version === "0.3" ? { kind: "text", text: "" } : { text: "" }],
        metadata: { [old]: data },
      };
      const method = version === "0.3" ? "message/send" : "SendMessage";
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "a2a-version": version, [header]: old },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { message } }),
      });
      return { named: response.headers.get(header), text: await response.text() };
    };
    const right = await call(place);
    expect(right.named).toBe(old);
    expect(right.text).toContain(`"activated":["${own}"]`);
    expect((await call({ latitude: 1 })).text).toContain("longitude");
  },
);

test("two extensions may not share one", async () => {
  const other = { uri: old, kind: "profile" as const };
  await expect(startAgent({ extensions: [{ extension: Moved }, { extension: other }] })).rejects.toThrow(
    `extensions: ${old} is there twice`,
  );
});
