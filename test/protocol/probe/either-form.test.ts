import type { HttpHandler, HttpRequest, HttpResponse } from "@a2agen/runtime/http";
import { expect, test } from "vitest";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { shortFindings } from "../../shared/probe/probe-agent.ts";
import { type KitVersion, probeKit } from "../../shared/probe/probe-kit.ts";

type Json = Readonly<Record<string, unknown>>;

interface Probed {
  readonly version?: KitVersion;
  readonly wanted: RegExp;
  readonly decorate: (handler: HttpHandler) => HttpHandler;
}

/** What the probe finds of an agent of the kit in 0.3, and the requirements of a group that it passes. */
async function probe({ version = "0.3", wanted, decorate }: Probed): Promise<{
  readonly findings: readonly string[];
  readonly passed: readonly string[];
}> {
  const report: Report = await probeKit(version, "open", {
    bindings: ["JSONRPC", "HTTP+JSON"],
    isWanted: (id) => id === "send.plain" || id === "send.immediate" || wanted.test(id),
    decorate,
  });
  const passed = report.requirements.filter(
    ({ requirement, verdict, interface: where }) =>
      wanted.test(requirement) && verdict === "passed" && where.startsWith("HTTP"),
  );
  return { findings: shortFindings(report), passed: passed.map(({ requirement }) => requirement) };
}

const refuse = (status: number): HttpResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ code: -32602, message: "no" }),
});

/** An agent that reads another body where the path fits; undefined for one that it refuses. */
const reading =
  (path: RegExp, read: (body: Json) => Json | undefined) =>
  (handler: HttpHandler): HttpHandler =>
  async (request) => {
    if (request.method !== "POST" || !path.test(request.target)) return handler(request);
    const bytes = await request.body({ maximumBytes: 1_000_000, timeoutMs: 10_000 });
    const body = read(JSON.parse(Buffer.from(bytes).toString()) as Json);
    if (body === undefined) return refuse(400);
    return handler({ ...plain(request), body: async () => Buffer.from(JSON.stringify(body)) });
  };

/** A request without its body; those of servers have members that spreading leaves out. */
function plain(request: HttpRequest): Omit<HttpRequest, "body"> {
  const { method, target } = request;
  return {
    method,
    target,
    header: (name) => request.header(name),
    onDisconnect: (listener) => request.onDisconnect(listener),
  };
}

test.each(["GET", "POST"])("an agent of 0.3 that lets clients subscribe by %s only", async (verb) => {
  const only =
    (handler: HttpHandler): HttpHandler =>
    async (request) =>
      request.target.endsWith(":subscribe") && request.method !== verb ? refuse(404) : handler(request);
  expect(await probe({ wanted: /^streams\.subscribe/, decorate: only })).toEqual({
    findings: [],
    passed: ["streams.subscribe-unknown", "streams.subscribe-first", "streams.subscribe-ends"],
  });
});

test("an agent of 0.3 that takes a configuration in the member that section 7.5 names", async () => {
  const named = reading(/pushNotificationConfigs/, ({ config }) => config as Json | undefined);
  expect(await probe({ wanted: /^push\.unknown-task$/, decorate: named })).toEqual({
    findings: [],
    passed: ["push.unknown-task"],
  });
  expect(
    await probe({
      wanted: /^push\.unknown-task$/,
      decorate: reading(/pushNotificationConfigs/, () => undefined),
    }),
  ).toEqual({
    findings: [
      expect.stringMatching(
        /^MUST push\.unknown-task HTTP\+JSON 0\.3: expected TaskNotFoundError; came the error 400: "no".*--data-raw .*"config":\{"name":/,
      ) as string,
    ],
    passed: [],
  });
});

test("an agent of 0.3 that waits unless blocking is false", async () => {
  const waiting = reading(/message:send$/, (body) => ({
    ...body,
    configuration: { blocking: true, ...(body["configuration"] as Json | undefined) },
  }));
  expect(await probe({ wanted: /^send\.immediate$/, decorate: waiting })).toEqual({
    findings: [],
    passed: ["send.immediate"],
  });
});

test("an agent whose GetTask has no history unless it is asked for", async () => {
  const forgetful =
    (handler: HttpHandler): HttpHandler =>
    async (request) => {
      const bytes = await request.body({ maximumBytes: 1_000_000, timeoutMs: 10_000 });
      const text = Buffer.from(bytes).toString();
      const response = await handler({ ...plain(request), body: async () => bytes });
      const isGet = /"tasks\/get"/.test(text) || /\/tasks\/[^/:]+$/.test(request.target);
      const isAsked = `${request.target}${text}`.includes("historyLength");
      if (!isGet || isAsked || typeof response?.body !== "string") return response;
      const body = JSON.parse(response.body) as { result?: Json };
      Reflect.deleteProperty(body.result ?? body, "history");
      return { ...response, body: JSON.stringify(body) };
    };
  expect(await probe({ wanted: /^equivalence\.task$/, decorate: forgetful })).toEqual({
    findings: [],
    passed: ["equivalence.task"],
  });
});

test.each([
  ["0.3", "SHOULD"],
  ["1.0", "MUST"],
] as const)("an agent of %s with its card where it was before %s", async (version, level) => {
  const former =
    (handler: HttpHandler): HttpHandler =>
    async (request) => {
      const target = request.target.replace("/agent.json", "/agent-card.json");
      return target === request.target && target.endsWith("/agent-card.json")
        ? refuse(404)
        : handler({ ...plain(request), target, body: async (limits) => request.body(limits) });
    };
  const { findings } = await probe({ version, wanted: /^none$/, decorate: former });
  expect(findings).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${level} discovery\\.card card: expected a card at \\S+/agent-card\\.json; came HTTP 404, and a card at \\S+/agent\\.json; curl`,
      ),
    ) as string,
  ]);
});
