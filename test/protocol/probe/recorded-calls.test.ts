import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { expect, onTestFinished, test } from "vitest";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "../../../packages/exchange/src/grpc-codecs.ts";
import { readExchange } from "../../../packages/exchange/src/meaning/read-exchange.ts";
import { formatRecording } from "../../../packages/exchange/src/recording.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { startKitAgent } from "../../shared/probe/kit-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";
import { type CliResult, runA2agen } from "../../shared/run-a2agen.ts";

const { name: protocol } = A2AService.protocol;
const grpc = grpcCodecs.find(({ service }) => service.protocol.name === protocol);

const paths: Readonly<Record<string, string>> = { JSONRPC: "/rpc", "HTTP+JSON": "/rest" };

/** An exchange as the console keeps it: numbered, with version, binding and method. */
function asOfConsole(exchange: Exchange, at: number): Exchange {
  const { request, answer } = exchange;
  const numbered = { ...exchange, id: String(at + 1) };
  if (exchange.id.startsWith("card/") || answer === undefined) return numbered;
  const [binding = ""] = exchange.id.split(" ");
  const { origin } = new URL(request.url);
  const url = `${origin}${paths[binding] ?? ""}`;
  const spoken = { service: A2AService, binding, url, ...(grpc === undefined ? {} : { grpc }) };
  const { method } = readExchange(request, spoken);
  const hidesHeaders = binding === "GRPC" && answer.frames === undefined;
  return {
    ...numbered,
    protocol,
    binding,
    ...(method === undefined ? {} : { method }),
    answer: { ...answer, headers: hidesHeaders ? [] : (answer.headers ?? []) },
  };
}

/** Exchanges with an agent of the kit over three bindings. */
async function recordCalls(): Promise<readonly Exchange[]> {
  const { origin } = await startKitAgent();
  const exchanges: Exchange[] = [];
  await probeAgent(origin, {
    isWanted: (id) => /^(?:send\.plain|get\.unknown|streams\.send)$/.test(id),
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  return exchanges.map(asOfConsole);
}

async function judge(exchanges: readonly Exchange[], ...flags: readonly string[]): Promise<CliResult> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-probe-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, "console.jsonl");
  await writeFile(file, formatRecording(exchanges));
  return runA2agen(["probe", "--judge", file, ...flags]);
}

test("what another program has recorded is judged: the card, and the form of each answer", async () => {
  const exchanges = await recordCalls();
  const { status, stdout, stderr } = await judge(exchanges, "--json");
  const { interfaces, findings, requirements } = JSON.parse(stdout) as Report;
  expect({ status, stderr, interfaces, findings }).toEqual({
    status: 0,
    stderr: "",
    interfaces: ["JSONRPC 1.0", "HTTP+JSON 1.0", "GRPC 1.0"],
    findings: [],
  });
  const made = requirements.filter(({ requirement }) => requirement === "answers.valid");
  expect(made.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed"]);
  expect(made.every(({ checks }) => checks >= 3)).toBe(true);
  const left = exchanges.map(
    (each): Exchange => ({ ...each, end: { afterMs: 1, error: "the client left" } }),
  );
  const judged = JSON.parse((await judge(left, "--json")).stdout) as Report;
  expect(judged.findings).toEqual([]);
});

test("what is wrong in it is found, with the number of the exchange", async () => {
  const wrong = (await recordCalls()).map((exchange): Exchange => {
    const text = exchange.answer?.frames?.[0]?.bytes.text;
    if (exchange.answer === undefined || text?.includes('"id":"probe"') !== true) return exchange;
    const bytes = { text: text.replace('"id":"probe"', '"id":"another"') };
    return { ...exchange, answer: { ...exchange.answer, frames: [{ afterMs: 1, bytes }] } };
  });
  const { status, stdout } = await judge(wrong, "--json");
  const { findings } = JSON.parse(stdout) as Report;
  const numbers = wrong.flatMap(({ answer }, at) =>
    answer?.frames?.[0]?.bytes.text?.includes('"id":"another"') === true ? [`recorded.${at + 1}`] : [],
  );
  expect(status).toBe(1);
  const places = findings.flatMap(({ requirement, check, more = [] }) =>
    [check, ...more.map((place) => place.check)].map((each) => `${requirement} ${each}`),
  );
  expect(places.toSorted()).toEqual(numbers.map((number) => `jsonrpc.envelope ${number}`).toSorted());
});

test("a recording without a card has nothing to be judged by", async () => {
  const calls = (await recordCalls()).filter(({ method }) => method !== undefined);
  expect(await judge(calls)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      "--judge: expected a recording with an agent card, or a file with the card beside it",
    ) as string,
  });
});
