import { A2AService, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { signCard, verifyCard } from "@a2agen/runtime/signing";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { message, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { startOurAgent } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { createSdkClient, sdkMessage, startOlderServer } from "../../shared/interop-0.3/harness.ts";

const { signatures: rules } = A2AService.protocol;

async function createKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256" };
}

/** The identifiers of the keys whose signatures hold. */
async function verifiedBy(card: object, keys: readonly JWK[]): Promise<readonly (string | undefined)[]> {
  if (rules === undefined) throw new Error("1.0 signs cards");
  const result = await verifyCard(card as AgentCard, { codec: AgentCardCodec, rules, keys: { keys } });
  return result.verified.map(({ kid }) => kid);
}

async function readJson(url: string): Promise<object> {
  return JSON.parse(await (await fetch(url)).text()) as object;
}

test("the card is that of the upstream, with an interface for each version and binding", async () => {
  const { origin } = await startOlderServer();
  const gateway = await startGateway(origin);
  const card = (await readJson(`${gateway.url}/.well-known/agent-card.json`)) as AgentCard & object;
  expect(card).toEqual(gateway.cards[""]);
  expect(card).toMatchObject({ name: fullCard.name, skills: fullCard.skills, url: `${gateway.url}/a2a` });
  const shown = card.supportedInterfaces.map(({ protocolVersion, protocolBinding, url }) => [
    protocolVersion,
    protocolBinding,
    url,
  ]);
  expect(shown).toEqual([
    ["1.0", "JSONRPC", `${gateway.url}/a2a`],
    ["1.0", "HTTP+JSON", gateway.url],
    ["1.0", "GRPC", gateway.grpcUrl],
    ["0.3", "JSONRPC", `${gateway.url}/a2a`],
    ["0.3", "HTTP+JSON", gateway.url],
    ["0.3", "GRPC", gateway.grpcUrl],
  ]);
  expect(await readJson(`${gateway.url}/a2a-1.0-draft/.well-known/agent-card.json`)).toMatchObject({
    supportedInterfaces: [
      { url: `${gateway.url}/a2a-1.0-draft`, protocolBinding: "JSONRPC" },
      { url: `${gateway.url}/a2a-1.0-draft`, protocolBinding: "HTTP+JSON" },
    ],
  });
});

test("a signed card is served as it was received, beside that of the gateway, which its own key signs", async () => {
  if (rules === undefined) throw new Error("1.0 signs cards");
  const theirs = await createKey("theirs");
  const key = await createKey("ours");
  const place = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
  // The card names the upstream, which has to listen first.
  const draft = await startRawUpstream();
  const own = { ...fullCard, supportedInterfaces: [{ url: `${draft.origin}/rpc`, ...place }] };
  const signed = await signCard(own, {
    codec: AgentCardCodec,
    rules,
    key: theirs,
    kid: "theirs",
    alg: "ES256",
  });
  const upstream = await startRawUpstream(message, signed);
  const gateway = await startGateway(upstream.origin, { origins: [draft.origin], signingKey: { ...key } });

  const received = await readJson(`${gateway.url}/upstream/agent-card.json`);
  const { d: _, ...publicKey } = theirs;
  expect(await verifiedBy(received, [publicKey])).toEqual(["theirs"]);

  const { keys } = (await readJson(`${gateway.url}/.well-known/jwks.json`)) as {
    readonly keys: readonly JWK[];
  };
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "x", "y"]);
  const card = await readJson(`${gateway.url}/.well-known/agent-card.json`);
  expect(await verifiedBy(card, keys)).toEqual(["ours"]);
});

test("a key without kid or alg, a short secret, and a URL with a path are refused", async () => {
  const { origin } = await startOurAgent({ binding: "JSONRPC" });
  const { kid: _, ...key } = await createKey("k");
  const messages = await Promise.all(
    [{ signingKey: { ...key } }, { secret: "short" }, { url: "https://agents.example.com/one" }].map(
      async (options) => ((await failureOf(startGateway(origin, options))) as Error).message,
    ),
  );
  expect(messages).toEqual([
    "signingKey: expected a private key as a JWK with kid and alg",
    "secret: expected at least 32 characters",
    'url: expected an http or https URL without a path, found "https://agents.example.com/one"',
  ]);
});

test("the report of migration says who called with which version, and what was lost", async () => {
  const { origin } = await startOlderServer();
  const gateway = await startGateway(origin, { reportPath: "/report" });
  const older = await createSdkClient(gateway.url);
  await older.sendMessage(sdkMessage("echo"));
  await failureOf(older.getTask({ id: "none" }));
  for (const text of ["echo 1", "echo 2"]) {
    await fetch(`${gateway.url}/message:send`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0", "user-agent": "new client/2" },
      body: JSON.stringify({
        message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text, mediaType: "text/markdown" }] },
      }),
    });
  }
  const report = await readJson(`${gateway.url}/report`);
  expect(report).toEqual(gateway.report());
  expect(report).toEqual({
    since: expect.any(String),
    upstreams: [
      {
        path: "",
        url: origin,
        version: "0.3",
        binding: "JSONRPC",
        clients: [
          {
            client: "node",
            version: "0.3",
            binding: "JSONRPC",
            calls: 2,
            failed: 1,
            methods: { GetTask: 1, SendMessage: 1 },
            losses: [],
          },
          {
            client: "new client/2",
            version: "1.0",
            binding: "HTTP+JSON",
            calls: 2,
            failed: 0,
            methods: { SendMessage: 2 },
            losses: [
              {
                method: "SendMessage",
                of: "request",
                path: "message.parts[].mediaType",
                kind: "no-counterpart",
                message: expect.any(String),
                count: 2,
              },
            ],
          },
        ],
      },
    ],
  });
});
