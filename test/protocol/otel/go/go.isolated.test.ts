import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { SpanKind } from "@opentelemetry/api";
import { expect, onTestFinished, test } from "vitest";
import { followAsyncCalls, Telemetry } from "../../../shared/otel/telemetry.ts";

followAsyncCalls();

/** For Debian's golang-go and golang-opentelemetry-otel-dev. */
const goEnvironment = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "-buildvcs=false" };

function cardOf(name: string, url: string): AgentCard {
  return {
    name,
    description: `Is ${name}.`,
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

function startPeer(): ChildProcessByStdio<Writable, Readable, null> {
  const program = join(import.meta.dirname, "../../../../.tmp/programs/peer");
  const env = { ...process.env, ...goEnvironment };
  const built = spawnSync("go", ["build", "-o", program, join(import.meta.dirname, "peer.go")], {
    env,
    encoding: "utf8",
  });
  if (built.error !== undefined) {
    const packages = "golang-go golang-opentelemetry-otel-dev";
    throw new Error(`go cannot be run; on Debian: apt-get install ${packages}`, { cause: built.error });
  }
  expect({ status: built.status, stderr: built.stderr }).toEqual({ status: 0, stderr: "" });
  const peer = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void peer.kill("SIGKILL"));
  return peer;
}

interface PeerSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string;
}

/** Whether npm run test:long has started this. */
const withGo = process.env["A2AGEN_LANGUAGES"] === "all";

test.runIf(withGo)(
  "a client and an agent with the SDK for Go are in one trace with ours between them",
  async () => {
    const peer = startPeer();
    const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
    const peerUrl = String((await lines.next()).value);

    const telemetry = new Telemetry();
    const observer = otel(telemetry);
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const card = cardOf("Ours", url);
    const agent = createAgent({
      service: A2AService,
      card,
      observer,
      async *execute({ text }) {
        const theirs = cardOf("Theirs", peerUrl);
        const { client, close } = await connect(A2AService, theirs, { bindings: [jsonRpc()], observer });
        await client.getTask({ id: "t1" });
        await close();
        yield textArtifact("a", text);
      },
    });
    onTestFinished(() => agent.close());
    server.on(
      "request",
      toNodeListener(
        createHttpHandler(createHost({ services: [implement(A2AService, agent)], card, observer })),
      ),
    );

    peer.stdin.end(`${url}/\n`);
    const spans = new Map<string, PeerSpan>();
    for await (const line of { [Symbol.asyncIterator]: () => lines }) {
      const span = JSON.parse(line) as PeerSpan;
      spans.set(span.name, span);
    }
    const ours = (kind: SpanKind, name: string) =>
      telemetry.spans.find((span) => span.kind === kind && span.name === name);
    const [call, served] = [spans.get("call"), spans.get("served")];
    const asked = ours(SpanKind.SERVER, "SendMessage");
    const asking = ours(SpanKind.CLIENT, "GetTask");
    expect([asked, asking].map((span) => span?.spanContext().traceId)).toEqual([
      call?.traceId,
      call?.traceId,
    ]);
    expect(asked?.parentSpanContext?.spanId).toBe(call?.spanId);
    expect(served).toMatchObject({ traceId: call?.traceId, parent: asking?.spanContext().spanId });
  },
);
