import { setTimeout as wait } from "node:timers/promises";
import { verifyJwt } from "@a2agen/runtime/authenticate";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, expect, test } from "vitest";
import { startAuthorizationServer } from "../../shared/authorization-server.ts";
import { type GrpcAnswer, type HttpAnswer, startGuardedAgent } from "../../shared/callers/guarded-agent.ts";

/** Callers at once: A2AGEN_CALLERS=1000. */
const callerCount = Number(process.env["A2AGEN_CALLERS"] ?? 35);
/** Milliseconds for which they call: A2AGEN_CALLERS_MS=60000 for a minute. */
const durationMs = Number(process.env["A2AGEN_CALLERS_MS"] ?? 2400);
/** How long keys are kept, and how often unknown ones are looked for. */
const [maxAgeMs, cooldownMs] = [durationMs / 10, durationMs / 30];
const agentUrl = "https://agent.example.com/a2a";

/** What is wrong with the calls of a caller; most are right. */
const kinds = [
  "right",
  "right",
  "right",
  "renews",
  "renews",
  "renews",
  "wrong audience",
  "wrong scope",
  "expires",
  "other tenant",
] as const;

type Kind = (typeof kinds)[number];

interface Caller {
  readonly id: string;
  readonly kind: Kind;
  readonly tenant: string;
  token: string;
}

interface Call {
  readonly kind: Kind;
  readonly token: string;
  readonly sent: number;
  readonly sentAt: number;
  readonly answered: number;
  readonly answeredAt: number;
  readonly outcome: string;
}

/** When a key was published, and withdrawn. */
interface KeyTimes {
  readonly published: number;
  withdrawn: number;
}

const callers: readonly Caller[] = Array.from({ length: callerCount }, (_, index) => ({
  id: `caller-${index}`,
  kind: kinds[index % kinds.length] ?? "right",
  tenant: index % 2 === 0 ? "blue" : "green",
  token: "",
}));

const clients = callers.map(({ id }) => ({
  client_id: id,
  client_secret: `secret-of-${id}-0123456789`,
  grant_types: ["client_credentials" as const],
  response_types: [],
  redirect_uris: [],
}));
const server = await startAuthorizationServer({ clients });
afterAll(() => server.close());

async function renew(caller: Caller): Promise<void> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: caller.kind === "wrong scope" ? "agent.write" : "agent.read",
    resource: caller.kind === "wrong audience" ? "https://other.example.com" : agentUrl,
  });
  server.options.tokenSeconds = caller.kind === "expires" ? Math.ceil(durationMs / 2000) : 3600;
  const authorization = `Basic ${btoa(`${caller.id}:secret-of-${caller.id}-0123456789`)}`;
  const response = await fetch(`${server.issuer}/token`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  caller.token = ((await response.json()) as { access_token: string }).access_token;
}

const keyOf = (token: string): string => decodeProtectedHeader(token).kid ?? "";

function outcomeOf(answer: HttpAnswer | GrpcAnswer): string {
  if ("code" in answer) return answer.code === 0 ? "in" : answer.message;
  if (answer.status === 200 && "result" in (answer.body as object)) return "in";
  const { error, id } = answer.body as { error?: { message: string }; id?: unknown };
  return error === undefined && id === "task-1" ? "in" : (error?.message ?? `status ${answer.status}`);
}

/** Why an outcome is not right; undefined for one that is. */
function problemOf(call: Call, keys: ReadonlyMap<string, KeyTimes>): string | undefined {
  const { exp = 0 } = decodeJwt(call.token);
  const key = keys.get(keyOf(call.token));
  if (key === undefined) return "the token has a key of nobody";
  const isWrong = ["wrong audience", "wrong scope", "other tenant"].includes(call.kind);
  if (call.outcome === "in") {
    if (isWrong) return `let in: ${call.kind}`;
    if (call.sentAt >= exp * 1000) return "let in with an expired token";
    return call.sent >= key.withdrawn + maxAgeMs ? "let in by a key that was withdrawn" : undefined;
  }
  if (isWrong || call.answeredAt >= exp * 1000 || call.answered >= key.withdrawn) return undefined;
  return call.sent < key.published + cooldownMs ? undefined : `kept out: ${call.outcome}`;
}

test(`${callerCount} callers call while keys are rotated: nobody is let in who should not be, or kept out for longer than the cache says`, {
  timeout: 120_000 + durationMs * 3 + callerCount * 300,
}, async () => {
  const keys = new Map<string, KeyTimes>();
  const tenants = new Map(callers.map(({ id, tenant }) => [id, tenant]));
  const { calls } = await startGuardedAgent(
    () => ({
      securitySchemes: {
        login: {
          openIdConnectSecurityScheme: {
            openIdConnectUrl: `${server.issuer}/.well-known/openid-configuration`,
          },
        },
      },
      securityRequirements: [{ schemes: { login: { list: ["agent.read"] } } }],
    }),
    {
      authenticate: verifyJwt({
        issuer: server.issuer,
        audience: agentUrl,
        maxAgeMs,
        cooldownMs,
        clockToleranceMs: 0,
      }),
      tenants: (tenant, principal) => tenants.get(principal?.id ?? "") === tenant,
    },
  );
  const ways = [calls.jsonRpc, calls.rest, calls.grpc];
  const learnKey = (token: string, published: number): void => {
    const kid = keyOf(token);
    if (!keys.has(kid)) keys.set(kid, { published, withdrawn: Number.POSITIVE_INFINITY });
  };
  for (const caller of callers) await renew(caller);
  for (const { token } of callers) learnKey(token, Number.NEGATIVE_INFINITY);

  const made: Call[] = [];
  let lost = 0;
  const begin = performance.now();
  const asked = server.requests.length;
  const until = (part: number): number => begin + durationMs * part;
  const waitUntil = (part: number): Promise<void> => wait(Math.max(until(part) - performance.now(), 0));
  const work = async (caller: Caller, first: number): Promise<void> => {
    // Connections are opened one after the other.
    await waitUntil((first / callerCount) * 0.2);
    for (let at = first; performance.now() < until(1); at++) {
      const { token, kind } = caller;
      const other = caller.tenant === "blue" ? "green" : "blue";
      const tenant = kind === "other tenant" ? other : caller.tenant;
      const [sent, sentAt] = [performance.now(), Date.now()];
      const pending = ways[at % ways.length]?.({ headers: { authorization: `Bearer ${token}` }, tenant });
      const answer = await pending?.catch((error: unknown) => {
        // More connections than a busy machine accepts: nobody was let in.
        if (!(error instanceof TypeError)) throw error;
        lost++;
      });
      if (answer === undefined) continue;
      const [answered, answeredAt] = [performance.now(), Date.now()];
      made.push({ kind, token, sent, sentAt, answered, answeredAt, outcome: outcomeOf(answer) });
    }
  };
  const rotate = async (part: number, keep: boolean): Promise<void> => {
    await waitUntil(part);
    server.rotateKeys({ keep });
    const at = performance.now();
    if (!keep) for (const key of keys.values()) key.withdrawn = at;
    for (const caller of callers) {
      if (caller.kind !== "renews") continue;
      await renew(caller);
      learnKey(caller.token, at);
      if (performance.now() > until(part + 0.25)) break;
    }
  };
  const rotations = rotate(0.3, true).then(() => rotate(0.6, false));
  await Promise.all([...callers.map(work), rotations]);

  const wrong = made.flatMap((call) => {
    const problem = problemOf(call, keys);
    return problem === undefined ? [] : [`${problem} (${call.kind}, ${Math.round(call.sent - begin)} ms)`];
  });
  expect(wrong).toEqual([]);
  const counts = new Map<string, number>();
  for (const { kind, outcome } of made) {
    const name = `${kind}: ${outcome}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const outcomes = [...counts].map(([name, count]) => `${count} ${name}`);
  const fetched = server.requests.slice(asked).filter((line) => line === "GET /jwks").length;
  console.log(
    `${made.length} calls in ${durationMs} ms, keys fetched ${fetched} times, ${lost} without an answer\n${outcomes.join("\n")}`,
  );
  expect(fetched).toBeLessThanOrEqual(1 + durationMs / cooldownMs);
  expect(keys.size).toBe(3);
  for (const kind of ["right", "renews", "expires"]) {
    expect(made.some((call) => call.kind === kind && call.outcome === "in")).toBe(true);
  }
  for (const kind of ["wrong audience", "wrong scope", "other tenant"]) {
    expect(made.filter((call) => call.kind === kind).length).toBeGreaterThan(0);
  }
});
