import { expect, test } from "vitest";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording, parseRecording } from "../../../packages/exchange/src/recording.ts";
import { behaviours } from "../../../packages/probe/src/clients/behaviours.ts";
import {
  type ClientProbeInit,
  type Drive,
  probeClient,
  toReport,
} from "../../../packages/probe/src/clients/probe-client.ts";
import { readTrials } from "../../../packages/probe/src/clients/recorded-trials.ts";
import {
  type ServedBehaviours,
  serveBehaviours,
} from "../../../packages/probe/src/clients/serve-behaviours.ts";
import { clientGroups } from "../../../packages/probe/src/core/client-groups.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { errorCode } from "../../../packages/runtime/src/core/object.ts";
import { ourClient } from "../../shared/probe/our-client.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

const everywhere = (["1.0", "0.3"] as const).flatMap((version) =>
  ["JSONRPC", "HTTP+JSON", "GRPC"].map((binding) => ({ version, binding })),
);

function probeOurs(init: Partial<ClientProbeInit> = {}): Promise<Report> {
  return probeClient({ client: "connect", drive: ourClient, parallel: 4, spoken: everywhere, ...init });
}

/** Findings in short, each once for all interfaces. */
function shortFindings({ findings }: Report): readonly string[] {
  return [...new Set(findings.map(({ level, requirement }) => `${level} ${requirement}`))];
}

test("at least 40 behaviours, each with a group", () => {
  const ids = behaviours.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(100);
  const groups = new Set(ids.map((id) => id.slice(0, id.indexOf("."))));
  expect([...groups].filter((group) => !Object.hasOwn(clientGroups, group))).toEqual([]);
});

test("our client, of what costs little: no finding", async () => {
  const isWanted = (id: string): boolean =>
    /\.(?:message|task-not-found|escapes|patch|.*-generation|generation-gap|unknown-entry|message-update)$/.test(
      id,
    );
  const spoken = [
    ...everywhere.filter((_, at) => [0, 2, 4].includes(at)),
    ...["JSONRPC", "GRPC"].map((binding) => ({ version: "1.1-dev" as const, binding })),
  ];
  const report = await probeOurs({ isWanted, spoken });
  expect(shortFindings(report)).toEqual([]);
  expect(report.others).toEqual([]);
});

test.each(["draft", "1.1-dev"] as const)(
  "our client, of %s: no finding at MUST",
  { tags: "later" },
  async (version) => {
    const spoken = everywhere.slice(0, 3).map((each) => ({ ...each, version }));
    const isWanted = (id: string): boolean => !/late|large|many|deep|retry/.test(id);
    const report = await probeOurs({ spoken, isWanted });
    expect(report.others).toEqual([]);
    expect(shortFindings(report)).toEqual(["MAY client-answers.no-id", "MAY client-streams.nothing"]);
  },
);

test("our client, of all: no finding at MUST", { tags: "later", timeout: 300_000 }, async () => {
  const report = await probeOurs();
  expect(report.others).toEqual([]);
  expect(shortFindings(report)).toEqual(["MAY client-answers.no-id", "MAY client-streams.nothing"]);
  expect(report.requirements.filter(({ verdict }) => verdict === "not-reached")).toEqual([]);
});

/** The client of `a2agen call`. */
const ourCommand: Drive = async ({ url, operation }) => {
  const { status, stdout, stderr } = await runA2agen(["call", url, operation, "Hello"]);
  return { end: status === 0 ? "succeeded" : "failed", text: stdout, reason: stderr };
};

test("the client of a2agen call, over gRPC in 1.1: no finding", async () => {
  const isWanted = (id: string): boolean => /\.(?:message|generation-gap|unknown-entry|cut)$/.test(id);
  const report = await probeOurs({
    drive: ourCommand,
    spoken: [{ version: "1.1-dev", binding: "GRPC" }],
    isWanted,
  });
  expect({ others: report.others, findings: shortFindings(report) }).toEqual({ others: [], findings: [] });
});

/** Takes whatever comes for the answer, and sends requests of its own making. */
const careless: Drive = async ({ url }) => {
  await fetch(`${url}/.well-known/agent-card.json`);
  const response = await fetch(`${url}/rpc`, {
    redirect: "manual",
    method: "POST",
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      params: { message: { parts: [] } },
    }),
  });
  return { end: "succeeded", text: await response.text().catch(() => ""), reason: "" };
};

test("a client that takes everything for an answer", async () => {
  const report = await probeOurs({
    drive: careless,
    spoken: [{ version: "1.0", binding: "JSONRPC" }],
    isWanted: (id) => /^client-(?:errors|answers\.wrong)|streams\.task/.test(id),
    commandOf: (id) => `again ${id}`,
  });
  const found = shortFindings(report);
  expect(found).toEqual(
    expect.arrayContaining([
      "MUST client-calls.valid",
      "MUST client-calls.version",
      "MUST client-calls.media-type",
      "MUST client-errors.task-not-found",
      "SHOULD client-answers.wrong-id",
    ]),
  );
  expect(report.findings.find(({ requirement }) => requirement === "client-answers.wrong-id")).toMatchObject({
    interface: "JSONRPC 1.0",
    expected: "that it refuses the text where the agent answers with the id of another request",
    came: 'it showed "wrong-91c2"',
    command: "again client-answers.wrong-id",
    exchange: { request: { verb: "POST" } },
  });
  expect(report.requirements.find(({ requirement }) => requirement === "client-streams.task")).toMatchObject({
    verdict: "not-reached",
    reason: "the client called no SendStreamingMessage",
  });
});

test("a recording of a client is judged as the client was", async () => {
  const exchanges: Exchange[] = [];
  const live = await probeOurs({
    drive: careless,
    spoken: [{ version: "1.0", binding: "JSONRPC" }],
    isWanted: (id) => /^client-errors|retry/.test(id),
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  const { client, trials } = readTrials(parseRecording(formatRecording(exchanges)));
  const judged = toReport(trials, { client, spoken: [{ version: "1.0", binding: "JSONRPC" }] });
  expect(judged).toEqual(JSON.parse(JSON.stringify(live)));
  expect(judged.findings.length).toBeGreaterThan(5);
});

/** Serves at the first ports that are free. */
async function serveSomewhere(
  init: Parameters<typeof serveBehaviours>[1],
): Promise<readonly [port: number, ServedBehaviours]> {
  for (let port = 10_000 + Math.floor(Math.random() * 9000); ; port += 100) {
    try {
      return [port, await serveBehaviours(port, init)];
    } catch (error) {
      if (errorCode(error) !== "EADDRINUSE") throw error;
    }
  }
}

test("agents at ports of their own, for a client that is driven by hand", async () => {
  const spoken = [{ version: "1.0", binding: "JSONRPC" }] as const;
  const isWanted = (id: string): boolean =>
    /^client-(?:answers\.message|errors\.retry|streams\.task)/.test(id);
  const [port, served] = await serveSomewhere({ spoken, isWanted });
  const response = await fetch(`http://127.0.0.1:${port}/behaviours.json`);
  const agents = (await response.json()) as readonly { readonly id: string; readonly url: string }[];
  expect(agents.length).toBe(served.count);
  for (const { id, url } of agents) {
    await ourClient({ url, operation: id.includes("streams") ? "stream" : "send", ...spoken[0] });
  }
  const exchanges: Exchange[] = [];
  const report = await served.finish((exchange) => void exchanges.push(exchange));
  expect(shortFindings(report)).toEqual([]);
  expect(report.requests).toBeGreaterThan(served.count);
  const { client, trials } = readTrials(exchanges);
  expect(toReport(trials, { client, spoken })).toEqual(report);
});

test("a client that does not get on with a right agent cannot be tried", async () => {
  const { status, stderr } = await runA2agen([
    "probe",
    "--client",
    "--run",
    "echo no {url} >&2; exit 3",
    "--binding",
    "JSONRPC",
    "--protocol",
    "1.0",
  ]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "JSONRPC 1.0: the client fails with a correct agent: exit status 3, no URL\n",
  });
});

test.each([
  [["probe", "--client", "http://localhost:4000"], "--client: expected no URL; the client calls the probe"],
  [["probe", "--client", "--run", "node client.js"], "--run: expected a command with {url}"],
  [["probe", "--run", "node client.js {url}"], "--run: expected --client beside it"],
  [
    ["probe", "--client", "--only", "cards"],
    "--only: expected what the identifier of a behaviour begins with",
  ],
])("%j", async (args, message) => {
  expect(await runA2agen(args)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(message) as string,
  });
});
