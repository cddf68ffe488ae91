import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService as OlderService } from "@a2agen/a2a-0.3";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { type ClientBindingFactory, createClient } from "@a2agen/runtime/service";
import { cassetteGrpc } from "@a2agen/testing/grpc";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import { type Cassette, withCassette } from "../../../packages/exchange/src/replay/cassette.ts";
import type { CassetteMode } from "../../../packages/exchange/src/replay/cassette-options.ts";
import { bindings } from "../../shared/bindings/bindings.ts";
import { fullCard, TestAgent } from "../../shared/bindings/test-agent.ts";
import { startOurAgent } from "../../shared/interop/our-agent.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { startSdkServer } from "../../shared/interop-0.3/sdk-server.ts";
import { olderStepsOf, type Step, stepsOf } from "../../shared/record/steps.ts";
import { watchCalls } from "../../shared/record/watch-calls.ts";
import { watchFetch } from "../../shared/record/watch-fetch.ts";
import { useDirectory } from "../../shared/use-directory.ts";

/** Exchanges of all peers: A2AGEN_REPLAYS=10000. */
const total = Number(process.env["A2AGEN_REPLAYS"] ?? 1000);
/** The same seed makes the same values. */
const seed = Number(process.env["A2AGEN_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const directory = await useDirectory("a2agen-replays-");

beforeAll(async () => {
  console.log(`${total} exchanges with the seed ${seed} (A2AGEN_SEED)`);
});

/** An agent that was started: its address, and that of its card where it has one. */
interface Started {
  readonly url: string;
  readonly origin?: string;
}

interface Peer {
  readonly name: string;
  start(): Promise<Started>;
  steps(url: string, binding: ClientBindingFactory | undefined, send: typeof fetch): Step;
}

async function startGrpcAgent(): Promise<Started> {
  const services = [implement(A2AService, new TestAgent())];
  const host = createHost({ services, card: fullCard, onError: () => undefined });
  const served = await bindings.find(({ name }) => name === "GRPC")?.serve(host);
  if (served === undefined) throw new Error("no binding GRPC");
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return served;
}

/** A peer of the current version; without a binding it is called over gRPC. */
function peerOf(
  name: string,
  kind: "ours" | "sdk",
  init: { readonly start: () => Promise<Started>; readonly http?: ClientBindingFactory },
): Peer {
  return {
    name,
    start: init.start,
    steps(url, grpc, send) {
      const { protocol } = A2AService;
      const binding = init.http ?? grpc;
      if (binding === undefined) throw new Error("no binding");
      const transport = binding.connect({ service: A2AService, protocol, url, fetch: send });
      onTestFinished(() => transport.close());
      return stepsOf(createClient(A2AService, transport), seed, kind);
    },
  };
}

const peers: readonly Peer[] = [
  peerOf("ours over JSON-RPC", "ours", {
    http: jsonRpc(),
    start: async () => {
      const { origin } = await startOurAgent({ binding: "JSONRPC" });
      return { origin, url: `${origin}/rpc` };
    },
  }),
  peerOf("ours over HTTP+JSON", "ours", {
    http: rest(),
    start: async () => {
      const { origin } = await startOurAgent({ binding: "HTTP+JSON" });
      return { origin, url: `${origin}/rest` };
    },
  }),
  peerOf("ours over gRPC", "ours", { start: startGrpcAgent }),
  peerOf("@a2a-js/sdk 1.3.0", "sdk", {
    http: rest(),
    start: () => startPeerAgent({ binding: "HTTP+JSON" }),
  }),
  {
    name: "@a2a-js/sdk 0.3.14",
    start: () => startSdkServer(),
    steps(url, _, send) {
      const { protocol } = OlderService;
      const transport = jsonRpc().connect({ service: OlderService, protocol, url, fetch: send });
      onTestFinished(() => transport.close());
      return olderStepsOf(createClient(OlderService, transport), seed);
    },
  },
];

/** What went over the wire, and what callers were told, in `count` exchanges. */
async function run(peer: Peer, { url, origin }: Started, init: { mode: CassetteMode; count: number }) {
  const { mode, count } = init;
  const file = join(directory, `${peers.indexOf(peer)}.jsonl`);
  return withCassette(file, { mode }, async (cassette: Cassette) => {
    const answers = watchFetch(cassette.fetch);
    const calls = watchCalls();
    const channelOptions = { interceptors: [calls.interceptor] };
    const grpc = cassetteGrpc({ codecs: [A2AServiceGrpc], channelOptions }, cassette);
    const readCard = async (): Promise<unknown> =>
      origin === undefined
        ? undefined
        : (await answers.fetch(`${origin}/.well-known/agent-card.json`)).json();
    const step = peer.steps(url, grpc, answers.fetch);
    const told: unknown[] = [await readCard()];
    for (let at = 0; answers.seen.length + calls.seen.length < count; at++) {
      if (at > 3 * count)
        throw new Error(`${at} calls made ${answers.seen.length + calls.seen.length} exchanges`);
      told.push(await step(at).catch((error: unknown) => String(error)));
      if (at % 100 === 99) told.push(await readCard());
    }
    return { told, answers: answers.seen, calls: calls.seen };
  });
}

describe.each(peers.map((peer) => ({ peer, name: peer.name })))("$name", ({ peer }) => {
  const count = Math.ceil(total / peers.length);
  let started: Started | undefined;
  let live: Awaited<ReturnType<typeof run>> | undefined;

  test("exchanges are recorded", { tags: "later" }, async () => {
    started = await peer.start();
    live = await run(peer, started, { mode: "record", count });
    const exchanges = parseRecording(await readFile(join(directory, `${peers.indexOf(peer)}.jsonl`), "utf8"));
    expect(exchanges.length).toBeGreaterThanOrEqual(count);
    expect(new Set(exchanges.map(({ method }) => method)).size).toBeGreaterThan(9);
  });

  test("they are answered again with the agent gone, byte by byte", { tags: "later" }, async () => {
    if (started === undefined || live === undefined) throw new Error("nothing was recorded");
    const again = await run(peer, started, { mode: "replay", count });
    for (const part of ["answers", "calls", "told"] as const) {
      for (const [at, each] of live[part].entries()) expect(again[part][at], `${part}[${at}]`).toEqual(each);
      expect(again[part].length).toBe(live[part].length);
    }
  });
});
