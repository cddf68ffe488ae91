import type { AgentCard } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { formatJUnit } from "../../../../packages/exchange/src/report/format-junit.ts";
import { formatContract } from "../../../../packages/testing/src/contract/contract-report.ts";
import { verifyContract } from "../../../../packages/testing/src/contract/verify-contract.ts";
import { startAgent, startWeb } from "../../../system/cli/call/start-agent.ts";
import { changedFetch, toUrl } from "./changed-fetch.ts";
import { recordTalk, type TalkInit } from "./record-talk.ts";

const talks: readonly TalkInit[] = [
  { binding: "JSONRPC" },
  { binding: "HTTP+JSON" },
  { binding: "GRPC" },
  { binding: "JSONRPC", isOld: true },
];

/** The card of an agent that lists its interfaces in 0.3 alone. */
function toOld(card: AgentCard): AgentCard {
  const { supportedInterfaces } = card;
  return {
    ...card,
    supportedInterfaces: supportedInterfaces.map((each) => ({ ...each, protocolVersion: "0.3" })),
  };
}

describe.each(talks)("over $binding, old: $isOld", (talk) => {
  const start = (): ReturnType<typeof startAgent> =>
    startAgent((card) => (talk.isOld === true ? toOld(card) : card));

  test("an agent keeps the contract of another that answers alike, whatever it did before", async () => {
    const before = await start();
    const recording = await recordTalk(before.origin, talk);
    const after = await start();
    for (const { origin } of [before, after, after]) {
      const report = await verifyContract({ recording, agent: origin });
      expect(report.findings).toEqual([]);
      expect(report.requests).toBe(recording.length);
      expect(report.interfaces).toEqual([`${talk.binding} ${talk.isOld === true ? "0.3" : "1.0"}`]);
    }
  });

  test("an agent that answers otherwise breaks it", async () => {
    const before = await start();
    const recording = await recordTalk(before.origin, talk);
    const after = await start();
    // Its client finds a task that was not there.
    after.agent.tasks.set("no-such-task", {
      id: "no-such-task",
      contextId: "context-1",
      status: { state: "TASK_STATE_WORKING" },
    });
    const { findings } = await verifyContract({ recording, agent: after.origin });
    expect(findings.map(({ check }) => check)).toContain("outcome");
    const name = talk.isOld === true ? "5 tasks/get" : "5 GetTask";
    expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(new Set([name]));
  });
});

test("a report is for people, for CI and for programs", async () => {
  const { origin } = await startAgent();
  const recording = await recordTalk(origin, { binding: "JSONRPC" });
  const report = await verifyContract({
    recording: recording.filter(({ method = "GetTask" }) => method === "GetTask").slice(0, 2),
    agent: origin,
    fetch: changedFetch({
      name: "no streaming",
      at: 0,
      events: () => (card) => [{ ...(card as object), capabilities: {} }],
    }),
  });
  expect(formatContract(report)).toMatchInlineSnapshot(`
    "Test agent: 1 of 2 answers mean the same
    ✗ 1 GET /.well-known/agent-card.json  card
        expected true in capabilities.streaming; came nothing
        expected true in capabilities.pushNotifications; came nothing
        expected [{"uri":"https://example.com/extensions/echo/v1"}] in capabilities.extensions; came nothing
        expected true in capabilities.extendedAgentCard; came nothing
    ✓ 2 GetTask  JSONRPC 1.0
    "
  `);
  expect(formatJUnit(report).replaceAll(origin, "ORIGIN")).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Test agent">
      <testsuite name="card" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="card" name="1 GET /.well-known/agent-card.json" time="0"><failure type="MUST" message="expected true in capabilities.streaming; came nothing">expected true in capabilities.streaming; came nothing
    curl --no-buffer ORIGIN/.well-known/agent-card.json --header &#39;a2a-version: 1.0&#39; --header &#39;accept: application/json, application/a2a+json&#39;

    expected true in capabilities.pushNotifications; came nothing
    curl --no-buffer ORIGIN/.well-known/agent-card.json --header &#39;a2a-version: 1.0&#39; --header &#39;accept: application/json, application/a2a+json&#39;

    expected [{&quot;uri&quot;:&quot;https://example.com/extensions/echo/v1&quot;}] in capabilities.extensions; came nothing
    curl --no-buffer ORIGIN/.well-known/agent-card.json --header &#39;a2a-version: 1.0&#39; --header &#39;accept: application/json, application/a2a+json&#39;

    expected true in capabilities.extendedAgentCard; came nothing
    curl --no-buffer ORIGIN/.well-known/agent-card.json --header &#39;a2a-version: 1.0&#39; --header &#39;accept: application/json, application/a2a+json&#39;</failure></testcase>
      </testsuite>
      <testsuite name="JSONRPC 1.0" tests="1" failures="0" errors="0" skipped="0" time="0">
        <testcase classname="JSONRPC 1.0" name="2 GetTask" time="0"/>
      </testsuite>
    </testsuites>
    "
  `);
  const { findings, ...rest } = JSON.parse(JSON.stringify(report)) as typeof report;
  expect(rest).toEqual({
    agent: "Test agent",
    url: origin,
    interfaces: ["JSONRPC 1.0"],
    requirements: [
      { requirement: "1 GET /.well-known/agent-card.json", interface: "card", verdict: "failed" },
      { requirement: "2 GetTask", interface: "JSONRPC 1.0", verdict: "passed" },
    ],
    requests: 2,
  });
  expect(findings.map(({ level, exchange }) => [level, exchange.answer?.status])).toEqual(
    findings.map(() => ["MUST", 200]),
  );
});

test("what is to be ignored is, what cannot be sent again is named", async () => {
  const { origin } = await startAgent();
  const talk = await recordTalk(origin, { binding: "HTTP+JSON" });
  const card = talk.find(({ binding }) => binding === undefined);
  const call = talk.find(({ method }) => method === "SendMessage");
  if (card === undefined || call === undefined) throw new Error("the recording lacks the card, or a call");
  const { answer: _, ...lost } = call;
  const otherText = JSON.parse(JSON.stringify(call).replaceAll("first", "other")) as typeof call;
  const recording = [
    card,
    otherText,
    { ...lost, end: { afterMs: 1, error: "fetch failed" } },
    { ...call, end: { afterMs: 1, error: "the recorder was closed" } },
  ];
  const ignore = ["task.artifacts.parts.text"];
  const { findings, requirements } = await verifyContract({ recording, agent: origin, ignore });
  expect(findings).toEqual([]);
  expect(requirements.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["passed", undefined],
    ["passed", undefined],
    ["not-reached", "the recording has no answer: fetch failed"],
    ["not-reached", "its answer was not recorded whole: the recorder was closed"],
  ]);
  const strict = await verifyContract({ recording, agent: origin });
  expect(strict.findings.map(({ check }) => check)).toEqual(["task.artifacts[0].parts[0].text"]);
});

test("an interface that is gone, silence, and an agent without a card", async () => {
  const { origin } = await startAgent();
  const recording = await recordTalk(origin, { binding: "HTTP+JSON" });
  const calls = recording.filter(({ method }) => method === "GetTask").slice(0, 1);
  const gone = await startAgent((card) => ({
    ...card,
    supportedInterfaces: card.supportedInterfaces.filter(
      ({ protocolBinding }) => protocolBinding === "JSONRPC",
    ),
  }));
  const { findings } = await verifyContract({ recording: calls, agent: gone.origin });
  expect(findings.map(({ check, expected, came }) => [check, expected, came])).toEqual([
    ["interface", '"HTTP+JSON 1.0" in interface', "nothing"],
  ]);
  const silent: typeof fetch = (input, init) =>
    toUrl(input).endsWith(".json")
      ? fetch(input, init)
      : new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        });
  const late = await verifyContract({ recording: calls, agent: origin, fetch: silent, timeoutMs: 20 });
  expect(late.findings.map(({ check, came }) => [check, came])).toContainEqual([
    "outcome",
    '"no answer: nothing came for 0.02 s"',
  ]);
  const empty = await startWeb((_request, response) => response.writeHead(404).end());
  await expect(verifyContract({ recording, agent: empty })).rejects.toThrow(
    `${empty}/.well-known/agent-card.json: expected an agent card; came status 404`,
  );
});

test("credentials of this run are sent, and reported blank", async () => {
  const { origin } = await startAgent();
  const recording = (await recordTalk(origin, { binding: "JSONRPC" })).filter(
    ({ method }) => method === "GetTask",
  );
  const sent: (string | null)[] = [];
  const report = await verifyContract({
    recording,
    agent: `${origin}/.well-known/agent-card.json`,
    headers: { authorization: "Bearer a-secret-of-this-run" },
    fetch(input, init) {
      sent.push(new Headers(init?.headers).get("authorization"));
      return fetch(input, init);
    },
  });
  expect(new Set(sent)).toEqual(new Set(["Bearer a-secret-of-this-run"]));
  // The tasks are not those of this agent.
  expect(report.findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toContain("a-secret-of-this-run");
});
