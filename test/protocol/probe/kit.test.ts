import type { HttpHandler } from "@a2agen/runtime/http";
import { expect, test } from "vitest";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { answer, at, calls, refused, rpcError } from "../../shared/faults/effects.ts";
import { withFault } from "../../shared/faults/with-fault.ts";
import { startHandWrittenAgent } from "../../shared/probe/hand-written-agent.ts";
import { kitScenario, startKitAgent } from "../../shared/probe/kit-agent.ts";
import { probeAgent, shortFindings } from "../../shared/probe/probe-agent.ts";
import { kitKinds, kitVersions, probeKit } from "../../shared/probe/probe-kit.ts";

const init = { scenario: { ...kitScenario, nonce: "kit" } };

/** Why requirements were not reached. */
function reasons({ requirements }: Report): readonly string[] {
  return [
    ...new Set(
      requirements.flatMap(({ verdict, reason }) => (verdict === "not-reached" ? (reason ?? "") : [])),
    ),
  ];
}

/** Requests made from the model with a mistake, over the interface that has the fewest. */
function fewest({ requirements }: Report): number {
  return Math.min(
    ...requirements.flatMap(({ requirement, checks }) =>
      requirement === "requests.validated" ? [checks] : [],
    ),
  );
}

const bindings = ["JSONRPC", "HTTP+JSON", "GRPC"];

test.each(kitVersions)(
  "an agent of the kit in %s, over each binding, and requests made from the model",
  {
    tags: "later",
  },
  async (version) => {
    let generated = 0;
    const onExchange = ({ id }: { readonly id: string }): void => {
      if (id.includes("/requests.")) generated++;
    };
    const report = await probeKit(version, "open", { isWanted: () => true, onExchange });
    expect(shortFindings(report)).toEqual([]);
    expect(report.interfaces).toEqual(bindings.map((binding) => `${binding} ${version}`));
    expect(fewest(report)).toBeGreaterThan(200);
    expect(generated).toBeGreaterThan(version === "1.0" || version === "1.1-dev" ? 3000 : 1500);
    if (version !== "0.3" && version !== "draft") expect(reasons(report)).toEqual([]);
  },
);

// The rules of the draft and of 1.0, in test/protocol/agent-rules, have these agents for the other versions.
// Most of a probe is waiting.
test.each(["0.3", "1.1-dev"] as const)(
  "agents of the kit of each kind in %s",
  { tags: "later" },
  async (version) => {
    const reports = await Promise.all(kitKinds.map((kind) => probeKit(version, kind)));
    expect(reports.map(shortFindings)).toEqual(kitKinds.map(() => []));
    for (const { interfaces } of reports) expect(interfaces).toHaveLength(3);
  },
);

test("an agent that asks back is told a second plain text", { tags: "later" }, async () => {
  const { origin } = await startKitAgent();
  const isWanted = (id: string): boolean => !id.startsWith("requests.");
  const report = await probeAgent(origin, { scenario: { plain: "ask", nonce: "asks" }, isWanted });
  expect(shortFindings(report)).toEqual([]);
  expect(reasons(report)).toEqual([]);
});

test.each(["1.0", "1.1-dev", "0.3"] as const)(
  "a fast agent in %s, without a scenario, whose tasks end before they can be followed",
  { tags: "later" },
  async (version) => {
    const scenario = { plain: "Hello", nonce: "fast" };
    expect(shortFindings(await probeKit(version, "open", { scenario }))).toEqual([]);
  },
);

test.each(["gate", "kit"])(
  "an agent that wants credentials of a probe without any, which the %s asks for",
  async (who) => {
    const gate =
      (handler: HttpHandler): HttpHandler =>
      async (request) =>
        request.header("authorization") === undefined && request.method === "POST"
          ? {
              status: 401,
              headers: { "www-authenticate": "Bearer", "content-type": "text/plain" },
              body: "Sign in",
            }
          : handler(request);
    const report = await probeKit("1.0", "secured", {
      headers: [],
      otherHeaders: undefined,
      isWanted: () => true,
      bindings: ["JSONRPC", "HTTP+JSON"],
      ...(who === "gate" ? { decorate: gate } : {}),
    });
    expect(shortFindings(report)).toEqual([]);
    expect(report.requests).toBeLessThan(50);
    expect(report.problem?.split("\n")).toEqual([
      expect.stringMatching(
        /^JSONRPC 1\.0: the agent wants credentials \(.*\); give them: --token-env VARIABLE/,
      ) as string,
      expect.stringMatching(
        /^HTTP\+JSON 1\.0: the agent wants credentials \(.*401.*\); give them: --token-env/,
      ) as string,
    ]);
    const verdicts = new Map(report.requirements.map(({ requirement, verdict }) => [requirement, verdict]));
    expect(
      ["security.missing", "security.invalid", "get.unknown", "answers.valid"].map((id) => verdicts.get(id)),
    ).toEqual(["passed", "passed", "not-reached", "passed"]);
  },
);

test("another caller, and an agent that refuses webhooks on this machine", async () => {
  const as = (id: string) => [{ name: "authorization", value: `Bearer ${id}` }];
  const probe = async (other: string): Promise<Report> => {
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
    const isWanted = (id: string): boolean => !id.startsWith("requests.");
    return probeAgent(origin, { ...init, isWanted, headers: as("ada"), otherHeaders: as(other) });
  };
  const [report, shared] = await Promise.all([probe("bob"), probe("ada")]);
  expect(shortFindings(report)).toEqual([]);
  expect(reasons(report)).toEqual([expect.stringContaining("--webhook") as string]);
  expect(new Set(shared.findings.map(({ requirement }) => requirement))).toEqual(
    new Set(["security.existence", "security.other-task"]),
  );
});

test("an agent whose times are whole seconds, with thousandths over one binding alone", async () => {
  const roundTimes = answer(
    () => true,
    (given, { target }) => {
      given.body = given.body.replaceAll(/\.\d+Z(?=")/g, target.startsWith("/rpc") ? ".000Z" : "Z");
    },
  );
  const isWanted = (id: string): boolean => id.startsWith("equivalence.") || id.startsWith("send.");
  const report = await probeKit("1.0", "bare", {
    decorate: (handler) => withFault(handler, { effect: roundTimes }),
    bindings: ["JSONRPC", "HTTP+JSON"],
    isWanted,
  });
  expect(shortFindings(report)).toEqual([]);
  expect(
    report.requirements
      .filter(({ requirement }) => requirement === "equivalence.task")
      .map(({ verdict }) => verdict),
  ).toEqual(["not-applicable", "passed"]);
});

test("an agent that refuses bytes by their media type, right or wrong ones", async () => {
  const hasBytes = refused(calls("SendMessage", (params) => at(params, "message.parts.0.raw") !== undefined));
  const report = await probeKit("1.0", "bare", {
    bindings: ["JSONRPC"],
    decorate: (handler) => withFault(handler, { effect: answer(hasBytes, rpcError(-32005)) }),
    isWanted: (id) => id.startsWith("requests.sendMessage"),
  });
  expect(shortFindings(report)).toEqual([]);
});

test("an agent of 0.3 over gRPC alone, whose proto has no names of files", async () => {
  const report = await probeKit("0.3", "open", {
    bindings: ["GRPC"],
    isWanted: (id) => id === "send.plain" || id === "send.parts",
  });
  expect(shortFindings(report)).toEqual([]);
  const verdicts = report.requirements.flatMap(({ requirement, verdict }) =>
    requirement === "get.history-same" ? verdict : [],
  );
  expect(verdicts).toEqual(["passed"]);
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

test("an agent with one extension that it requires and one that it does not", async () => {
  const report = await probeKit("1.0", "extended", { isWanted: (id) => id.startsWith("extensions.") });
  expect(shortFindings(report)).toEqual([]);
  const passed = report.requirements.filter(
    ({ requirement, verdict }) => requirement.startsWith("extensions.") && verdict === "passed",
  );
  expect(passed.length).toBe(15);
});
