import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService, A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { expect, onTestFinished, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { message, type RawAnswer, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { startOlderServer } from "../../shared/interop-0.3/harness.ts";

/** Cards are read as often as this test needs, and waited for as long as a loaded machine does. */
const often = { limits: { cardMs: 20 } };
const patient = { timeout: 20_000 };

async function connectTo(url: string): Promise<A2AServiceClient> {
  const connection = await connect(A2AServiceClient, url, {
    bindings: [jsonRpc(), rest()],
    authentication: "none",
    retry: false,
    resume: false,
  });
  onTestFinished(() => connection.close());
  return connection.client;
}

function say(text: string) {
  return { message: { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text }] } };
}

interface ServedCard {
  readonly description: string;
  readonly capabilities: { readonly streaming?: boolean };
}

async function readCard(url: string): Promise<ServedCard> {
  return (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as ServedCard;
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).ok;
}

const placeOf = (origin: string, protocolBinding: string, protocolVersion = "1.0") => ({
  supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding, protocolVersion }],
});

/** Answers of an agent over HTTP+JSON, which has taken the place of JSON-RPC. */
const movedToRest: RawAnswer = (response, { target, body }) => {
  if (target !== "/rpc/message:send") return void response.writeHead(404).end();
  expect(JSON.parse(body)).toMatchObject({ message: { messageId: "m-1" } });
  const answer = { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "over HTTP" }] } };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
};

test("a card that has expired is asked for by its entity tag, and another one is served and used", async () => {
  const upstream = await startRawUpstream(message, {}, "JSONRPC", 0, "max-age=0");
  const gateway = await startGateway(upstream.origin, often);
  const channel = await connect(A2AService, gateway.url, {
    bindings: [grpc({ codecs: [A2AServiceGrpc] })],
    allowInterface: () => true,
    authentication: "none",
  });
  onTestFinished(() => channel.close());
  await expect.poll(() => upstream.cardCalls.length, patient).toBeGreaterThan(3);
  const [first, ...later] = upstream.cardCalls;
  expect(first).not.toHaveProperty("if-none-match");
  expect(later.every((headers) => headers["if-none-match"]?.startsWith('"'))).toBe(true);
  expect(gateway.problems).toEqual([]);

  upstream.setCard({ description: "Another one.", capabilities: {} });
  await expect.poll(async () => (await readCard(gateway.url)).description, patient).toBe("Another one.");
  expect(gateway.cards[""]).toMatchObject({ description: "Another one.", capabilities: {} });
  expect(await (await fetch(`${gateway.url}/upstream/agent-card.json`)).json()).toMatchObject({
    description: "Another one.",
  });
  expect(gateway.problems).toEqual([`the card has changed, and is used: ${upstream.origin}`]);
  // The capabilities of the new card hold over every binding, on connections that were open before.
  expect((await channel.client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  const error = await failureOf(channel.client.sendStreamingMessage(say("x"))[Symbol.asyncIterator]().next());
  expect(error).toMatchObject({ name: "UnsupportedOperationError" });
});

test("a call that the agent refuses as its card has changed is made again, as the new card says", async () => {
  let answer: RawAnswer = message;
  const upstream = await startRawUpstream((response, call) => answer(response, call));
  const gateway = await startGateway(upstream.origin);
  const client = await connectTo(gateway.url);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  answer = movedToRest;
  upstream.setCard(placeOf(upstream.origin, "HTTP+JSON"));
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.sendMessage(say("x"))));
  expect(new Set(answers.map((each) => each.message?.parts[0]?.text))).toEqual(new Set(["over HTTP"]));
  // One reading for all of them.
  expect(upstream.cardCalls.length).toBe(2);
  expect(gateway.report().upstreams[0]?.binding).toBe("HTTP+JSON");
});

test("clients that provoke such errors make the gateway read the card once, and not again", async () => {
  const upstream = await startRawUpstream((response, { body }) => {
    const { id } = JSON.parse(body) as { readonly id: unknown };
    const error = { code: -32_601, message: "Method not found" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  });
  const gateway = await startGateway(upstream.origin);
  const client = await connectTo(gateway.url);
  for (let call = 0; call < 10; call++) {
    expect(await failureOf(client.sendMessage(say("x")))).toMatchObject({ status: "UNIMPLEMENTED" });
  }
  expect(upstream.cardCalls.length).toBe(2);
});

test("an agent that comes back in another version is called in it, without a restart of the gateway", async () => {
  const first = await startRawUpstream();
  const gateway = await startGateway(first.origin, often);
  const client = await connectTo(gateway.url);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  await first.close();
  expect(await failureOf(client.sendMessage(say("x")))).toMatchObject({ status: "UNAVAILABLE" });
  await expect.poll(() => gateway.problems.join(), patient).toContain("the card cannot be read again");
  expect(await isReady(gateway.url)).toBe(false);
  expect((await readCard(gateway.url)).description).toBe(fullCard.description);
  expect(gateway.problems.filter((text) => text.includes("cannot be read again"))).toHaveLength(1);

  const { origin } = await startOlderServer({ port: Number(new URL(first.origin).port) });
  expect(origin).toBe(first.origin);
  await expect.poll(() => gateway.report().upstreams[0]?.version, patient).toBe("0.3");
  expect((await client.sendMessage(say("do it"))).task?.status.state).toBe("TASK_STATE_COMPLETED");
  await expect.poll(() => isReady(gateway.url), patient).toBe(true);
});

test.each([
  { name: "no card", card: undefined },
  { name: "a card without an interface that can be used", card: { supportedInterfaces: [] } },
  { name: "a card that names another origin", card: placeOf("http://169.254.169.254", "JSONRPC") },
])("$name keeps the last good one, and the gateway is not ready", async ({ card }) => {
  const upstream = await startRawUpstream(message, {}, "JSONRPC", 0, "no-cache");
  const gateway = await startGateway(upstream.origin, often);
  const client = await connectTo(gateway.url);
  upstream.setCard(card);
  await expect.poll(() => gateway.problems.join(), patient).toContain("the card cannot be read again");
  await expect.poll(() => isReady(gateway.url), patient).toBe(false);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");
  expect((await readCard(gateway.url)).description).toBe(fullCard.description);
  upstream.setCard({});
  await expect.poll(() => isReady(gateway.url), patient).toBe(true);
});

test("a gateway starts from its kept card while the agent is down, and uses the agent when it is there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-gateway-cards-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cardFile = join(folder, "cards.json");
  const first = await startRawUpstream();
  const before = await startGateway(first.origin, { cardFile });
  await before.close({ graceMs: 0 });
  await first.close();
  expect((await stat(cardFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(cardFile, "utf8")).toContain(fullCard.name);

  const gateway = await startGateway(first.origin, { cardFile, ...often });
  expect((await readCard(gateway.url)).description).toBe(fullCard.description);
  expect(await isReady(gateway.url)).toBe(false);
  const client = await connectTo(gateway.url);
  expect(await failureOf(client.sendMessage(say("x")))).toMatchObject({ status: "UNAVAILABLE" });
  await startRawUpstream(message, {}, "JSONRPC", Number(new URL(first.origin).port));
  await expect.poll(() => isReady(gateway.url), patient).toBe(true);
  expect((await client.sendMessage(say("x"))).message?.parts[0]?.text).toBe("hello");

  await writeFile(cardFile, "{}");
  const down = await startRawUpstream();
  await down.close();
  expect(await failureOf(startGateway(down.origin, { cardFile }))).toMatchObject({ status: "UNAVAILABLE" });
});
