import { createServer } from "node:http";
import type { AgentExtension } from "@a2agen/a2a-1.0";
import { A2AService } from "@a2agen/a2a-1.0";
import { type ConnectionWarning, type ConnectOptions, connect } from "@a2agen/runtime/client";
import type { SupportedExtension } from "@a2agen/runtime/extensions";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { bare, Compliance, Geolocation } from "./definitions.ts";
import { cardWith, say, startAgent } from "./start-agent.ts";

const a = "https://example.com/ext/a/v1";
const b = "https://example.com/ext/b/v1";
const c = "https://example.com/ext/c/v1";
const needy = bare(a, { [b]: "required", [c]: "optional" });

async function start(declared: readonly AgentExtension[]) {
  const supported = declared.flatMap(({ uri }) =>
    uri === undefined ? [] : [{ extension: uri === Compliance.uri ? Compliance : bare(uri) }],
  );
  const agent = await startAgent({ extensions: supported, declared });
  return (extensions: readonly (string | SupportedExtension)[]) => agent.connect("JSONRPC", { extensions });
}

test("a definition and a URI are asked for with every call, before the call's own", async () => {
  const open = await start([{ uri: a }, { uri: b }, { uri: c }]);
  const connection = await open([needy, b]);
  expect(connection.extensions).toEqual([a, b]);
  expect(connection.warnings).toEqual([]);
  const { message } = await connection.client.sendMessage(say("hello"), { extensions: [c, a] });
  expect(message?.parts[0]?.data).toEqual({ activated: [a, b, c], extensions: [a, b, c] });
});

test("what a definition depends on must be given too", async () => {
  const open = await start([{ uri: a }, { uri: b }]);
  await expect(open([needy])).rejects.toThrow(
    new TypeError(
      `extensions: ${a} depends on ${b}, which a client has to ask for and follow as well; add it (A2A extensions, "Extension Dependencies")`,
    ),
  );
  await expect(open([needy, bare(b)])).resolves.toBeDefined();
  await expect(open(["no uri"])).rejects.toThrow(new TypeError('extensions: expected URIs, found "no uri"'));
});

test("what the card does not declare is not asked for, nor what depends on it; both are told", async () => {
  const open = await start([{ uri: a }, { uri: c }]);
  const { client, extensions, warnings } = await open([needy, b, "https://example.com/ext/c/v2", c]);
  expect(extensions).toEqual([c]);
  expect(warnings).toEqual<ConnectionWarning[]>([
    {
      about: "extensions",
      path: a,
      message: "the card does not declare what the extension depends on, so that it is not asked for",
    },
    {
      about: "extensions",
      path: b,
      message: "the card does not declare the extension, so that it is not asked for",
    },
    {
      about: "extensions",
      path: "https://example.com/ext/c/v2",
      message:
        'the card declares another version of the extension, which does not stand in for it (A2A extensions, "Versioning"; specification 4.6.3), so that it is not asked for',
    },
  ]);
  const { message } = await client.sendMessage(say("hello"), { extensions: ["urn:x:y"] });
  expect(message?.parts[0]?.data).toEqual({ activated: [c], extensions: [c, "urn:x:y"] });
});

test("a card is refused that requires what the client does not have, another version included", async () => {
  const open = await start([{ uri: a, required: true }]);
  await expect(open([])).rejects.toMatchObject({
    reason: "EXTENSION_SUPPORT_REQUIRED",
    metadata: { extension: a, requiredExtensions: a },
  });
  await expect(open(["https://example.com/ext/a/v2"])).rejects.toMatchObject({
    reason: "EXTENSION_SUPPORT_REQUIRED",
    message: `the agent requires the extension ${a}; declare it in A2A-Extensions, since another version does not stand in for it (A2A extensions, "Versioning"; specification 4.6.3)`,
  });
  const { client } = await open([bare(a)]);
  const { message } = await client.sendMessage(say("hello"));
  expect(message?.parts[0]?.data).toMatchObject({ activated: [a] });
});

test("facts on the card are read by their definition", async () => {
  const open = await start([Compliance.declare({ params: { region: "EU" } })]);
  const { card } = await open([]);
  expect(Compliance.paramsIn(card.capabilities.extensions)).toEqual({ region: "EU" });
});

test("a card that is fetched again changes what is asked for", async () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(card));
  });
  const origin = await listen(server);
  let card = cardWith([], `${origin}/rpc`, "JSONRPC");
  const connection = await connect(A2AService, origin, { bindings: [jsonRpc()], extensions: [Geolocation] });
  onTestFinished(() => connection.close());
  expect(connection.extensions).toEqual([]);
  card = cardWith([{ uri: Geolocation.uri }], `${origin}/rpc`, "JSONRPC");
  await connection.refreshCard();
  expect(connection.extensions).toEqual([Geolocation.uri]);
});

/** A client of a server that names what it likes as active. */
async function told(named: string | undefined, options: Partial<ConnectOptions> = {}): Promise<unknown> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    if (named !== undefined) response.setHeader("a2a-extensions", named);
    const message = { messageId: "1", role: "ROLE_AGENT", parts: [{ text: "x" }] };
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { message } }));
  });
  const origin = await listen(server);
  const card = cardWith([{ uri: a }, { uri: b }], `${origin}/rpc`, "JSONRPC");
  const { client, close } = await connect(A2AService, card, {
    bindings: [jsonRpc()],
    extensions: [a, b],
    ...options,
  });
  onTestFinished(close);
  const active: unknown[] = [];
  await client
    .sendMessage(say("hello"), {
      onActivated: (uris) => active.push(uris),
      onHeaders: () => active.push("headers"),
    })
    .catch(() => active.push("failed"));
  return active.filter((entry) => entry !== "failed");
}

test.each<readonly [string, string | undefined, readonly string[]]>([
  ["nothing", undefined, []],
  ["one", b, [b]],
  ["both, with spaces", ` ${b} , ${a},`, [a, b]],
  ["what was not asked for", `urn:x:y,${a}0,__proto__,constructor,${a}`, [a]],
  ["a thousand", Array.from({ length: 1000 }, () => "urn:x:y").join(","), []],
])("of a server that names %s, what was asked for is told", async (_name, named, expected) => {
  expect(await told(named)).toEqual(["headers", expected]);
});
