import type { AgentCard } from "@a2agen/a2a-1.0";
import { defineExtension } from "@a2agen/runtime/extensions";
import { expect, test } from "vitest";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { startHandWrittenAgent } from "../../shared/probe/hand-written-agent.ts";
import { kitScenario, startKitAgent } from "../../shared/probe/kit-agent.ts";
import { probeAgent, shortFindings } from "../../shared/probe/probe-agent.ts";

const init = { scenario: { ...kitScenario, nonce: "kit" } };

/** Why requirements were not reached. */
function reasons({ requirements }: Report): readonly string[] {
  return [
    ...new Set(
      requirements.flatMap(({ verdict, reason }) => (verdict === "not-reached" ? (reason ?? "") : [])),
    ),
  ];
}

test("an agent of the kit, over each binding of 1.0: at least 3,000 checks, and no finding", {
  tags: "later",
}, async () => {
  const { origin } = await startKitAgent();
  let generated = 0;
  const onExchange = ({ id }: { readonly id: string }): void => {
    if (id.includes("/requests.")) generated++;
  };
  const report = await probeAgent(origin, { ...init, onExchange });
  expect(shortFindings(report)).toEqual([]);
  expect(report.interfaces).toEqual(["JSONRPC 1.0", "HTTP+JSON 1.0", "GRPC 1.0"]);
  expect(reasons(report)).toEqual([]);
  expect(generated).toBeGreaterThan(3000);
});

test("an agent that asks back is told a second plain text", async () => {
  const { origin } = await startKitAgent();
  const isWanted = (id: string): boolean => !id.startsWith("requests.");
  const report = await probeAgent(origin, { scenario: { plain: "ask", nonce: "asks" }, isWanted });
  expect(shortFindings(report)).toEqual([]);
  expect(reasons(report)).toEqual([]);
});

test("another caller, and an agent that refuses webhooks on this machine", async () => {
  const { origin } = await startKitAgent({
    push: {},
    host: {
      authenticate: ({ header }) => {
        const id = header("authorization")?.replace("Bearer ", "");
        return id === "ada" || id === "bob" ? { id } : undefined;
      },
    },
    card: () => ({
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    }),
  });
  const as = (id: string) => [{ name: "authorization", value: `Bearer ${id}` }];
  const isWanted = (id: string): boolean => !id.startsWith("requests.");
  const report = await probeAgent(origin, { ...init, isWanted, headers: as("ada"), otherHeaders: as("bob") });
  expect(shortFindings(report)).toEqual([]);
  expect(reasons(report)).toEqual([expect.stringContaining("--webhook") as string]);
  const shared = await probeAgent(origin, {
    scenario: { ...kitScenario, nonce: "shared" },
    isWanted,
    headers: as("ada"),
    otherHeaders: as("ada"),
  });
  expect(new Set(shared.findings.map(({ requirement }) => requirement))).toEqual(
    new Set(["security.existence", "security.other-task"]),
  );
});

test("a handler without the kit", async () => {
  const report = await probeAgent(await startHandWrittenAgent());
  expect(shortFindings(report)).toEqual([]);
  expect(report.interfaces).toEqual(["JSONRPC 1.0", "HTTP+JSON 1.0"]);
});

test("answers in the media types that the client accepts, or a finding", async () => {
  const modes = async (...defaultOutputModes: readonly string[]): Promise<unknown> => {
    const { origin } = await startKitAgent({
      card: () => ({ defaultOutputModes: [...defaultOutputModes] }),
    });
    const report = await probeAgent(origin, { ...init, isWanted: (id) => id.startsWith("send.output") });
    const tried = report.requirements.filter(({ requirement }) => requirement === "send.output-modes");
    return [tried.map(({ verdict }) => verdict), shortFindings(report)];
  };
  expect(await modes("text/plain", "application/json")).toEqual([["passed"], []]);
  expect(await modes("text/plain", "image/png")).toEqual([
    ["failed"],
    [
      expect.stringMatching(
        /^SHOULD send\.output-modes JSONRPC 1\.0: expected parts of image\/png; came "text\/plain"/,
      ) as string,
    ],
  ]);
});

test("--read-only and --max-messages", async () => {
  const { origin } = await startKitAgent();
  const isWanted = (id: string): boolean => !id.startsWith("requests.");
  const reading = await probeAgent(origin, { ...init, isWanted, isReadOnly: true });
  expect([shortFindings(reading), reading.messages]).toEqual([[], 0]);
  expect(reasons(reading)).toContain("--read-only");
  const few = await probeAgent(origin, { ...init, isWanted, maxMessages: 2 });
  expect([shortFindings(few), few.messages]).toEqual([[], 2]);
  expect(reasons(few)).toContain("--max-messages: 2 messages are used up");
});

/** Requests made from the model with a mistake, over the interface that has the fewest. */
function fewest({ requirements }: Report): number {
  return Math.min(
    ...requirements.flatMap(({ requirement, checks }) =>
      requirement === "requests.validated" ? [checks] : [],
    ),
  );
}

test("an agent of the kit in 0.3 and the draft, over each binding", { tags: "later" }, async () => {
  const { origin, port } = await startKitAgent({
    isFamily: true,
    card: (at, port) => ({
      supportedInterfaces: [
        { url: `${at}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
        { url: `${at}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "0.3" },
        { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "0.3" },
      ],
    }),
  });
  const report = await probeAgent(origin, init);
  expect(shortFindings(report)).toEqual([]);
  expect(report.interfaces).toEqual(["JSONRPC 0.3", "HTTP+JSON 0.3", "GRPC 0.3"]);
  expect(fewest(report)).toBeGreaterThan(200);
  const response = await fetch(`${origin}/draft/.well-known/agent-card.json`);
  const card = (await response.json()) as AgentCard;
  const draft = await probeAgent(`${origin}/draft`, {
    ...init,
    card: {
      ...card,
      supportedInterfaces: [
        ...card.supportedInterfaces,
        { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC" },
      ],
    },
  });
  expect(shortFindings(draft)).toEqual([]);
  expect(draft.interfaces).toEqual(["JSONRPC draft", "HTTP+JSON draft", "GRPC draft"]);
  expect(fewest(draft)).toBeGreaterThan(200);
});

test("an agent of the kit in 1.1, over each binding", { tags: "later" }, async () => {
  const { origin } = await startKitAgent({ isNext: true });
  const report = await probeAgent(origin, init);
  expect(shortFindings(report)).toEqual([]);
  expect(report.interfaces).toEqual(["JSONRPC 1.1-dev", "HTTP+JSON 1.1-dev", "GRPC 1.1-dev"]);
  expect(reasons(report)).toEqual([]);
  expect(fewest(report)).toBeGreaterThan(200);
});

test("an agent with one extension that it requires and one that it does not", async () => {
  const [needed, offered] = ["needed", "offered"].map((name) =>
    defineExtension({
      uri: `https://example.com/extensions/${name}/v1`,
      kind: "profile",
      description: "",
      required: name === "needed",
      dependencies: [],
    }),
  );
  if (needed === undefined || offered === undefined) throw new Error("no extensions");
  const { origin } = await startKitAgent({
    host: { extensions: [{ extension: needed }, { extension: offered }] },
    card: () => ({ capabilities: { extensions: [needed.declare(), offered.declare()] } }),
  });
  const isWanted = (id: string): boolean => id.startsWith("extensions.");
  const report = await probeAgent(origin, { ...init, isWanted });
  expect(shortFindings(report)).toEqual([]);
  const passed = report.requirements.filter(
    ({ requirement, verdict }) => requirement.startsWith("extensions.") && verdict === "passed",
  );
  expect(passed.length).toBe(15);
});
