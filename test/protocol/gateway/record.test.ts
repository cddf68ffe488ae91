import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecurityScheme } from "@a2agen/a2a-1.0";
import { parseRecording } from "@a2agen/exchange/recording.ts";
import { expect, onTestFinished, test } from "vitest";
import { message, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { startSdkServer } from "../../shared/interop-0.3/harness.ts";

/** What must never be in a recording, by where it was planted. */
const planted = {
  bearer: "planted-bearer-1",
  key: "planted-key-2",
  query: "planted-query-3",
  cookie: "planted-cookie-4",
  passed: "planted-passed-5",
  own: "planted-own-6",
  webhookToken: "planted-token-7",
  inData: "planted-data-8",
};

const schemes: Readonly<Record<string, SecurityScheme>> = {
  token: { httpAuthSecurityScheme: { scheme: "bearer" } },
  key: { apiKeySecurityScheme: { location: "header", name: "x-team" } },
  query: { apiKeySecurityScheme: { location: "query", name: "team" } },
  cookie: { apiKeySecurityScheme: { location: "cookie", name: "sid" } },
};

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-gateway-record-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  text = `again ${planted.key} ${planted.bearer}`,
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      params: {
        message: {
          messageId: "m-1",
          role: "ROLE_USER",
          parts: [{ text }, { data: { deep: [{ apiKey: planted.inData }] } }],
        },
        configuration: {
          taskPushNotificationConfig: { url: "https://hook.example/x", token: planted.webhookToken },
        },
      },
    }),
  });
}

test("what goes to and comes from upstreams is recorded, and no secret is in any file", async () => {
  const folder = await makeFolder();
  const record = join(folder, "calls.jsonl");
  const upstream = await startRawUpstream(message, {
    securitySchemes: schemes,
    capabilities: { pushNotifications: true },
  });
  const headers = {
    authorization: `Bearer ${planted.bearer}`,
    "x-team": planted.key,
    cookie: `sid=${planted.cookie}`,
    "x-passed": planted.passed,
  };
  const cardFile = join(folder, "cards.json");
  const first = await startGateway(upstream.origin, { record, cardFile, passedHeaders: ["x-passed"] });
  expect((await send(`${first.url}/a2a?team=${planted.query}`, headers)).status).toBe(200);
  await first.close({ graceMs: 0 });
  const [sent] = upstream.calls;
  // They reached the agent.
  for (const secret of [planted.bearer, planted.key, planted.query, planted.cookie, planted.passed]) {
    expect(JSON.stringify(sent)).toContain(secret);
  }
  const second = await startGateway(upstream.origin, {
    record,
    cardFile,
    upstreamHeaders: { "x-special": planted.own },
  });
  expect((await send(`${second.url}/a2a`, headers, `again ${planted.own}`)).status).toBe(200);
  const written = [first, second].map((gateway) => JSON.stringify([gateway.report(), gateway.problems]));
  await writeFile(join(folder, "reports.json"), written.join());
  await second.close({ graceMs: 0 });
  expect(JSON.stringify(upstream.calls[1])).toContain(planted.own);

  const text = await readFile(record, "utf8");
  const methods = parseRecording(text).map(({ method, answer }) => [method, answer?.status]);
  expect(methods.filter(([method]) => method !== undefined)).toEqual([
    ["SendMessage", 200],
    ["SendMessage", 200],
  ]);
  expect((await readdir(folder)).sort()).toEqual(["calls.jsonl", "cards.json", "reports.json"]);
  for (const name of await readdir(folder)) {
    const written = await readFile(join(folder, name), "utf8");
    expect(Object.values(planted).filter((secret) => written.includes(secret))).toEqual([]);
  }
});

test("a full recording makes room for the next file, with its exchanges whole", async () => {
  const folder = await makeFolder();
  const record = join(folder, "calls.jsonl");
  const upstream = await startRawUpstream(message, { securitySchemes: schemes });
  const call = async (messages: number): Promise<void> => {
    const gateway = await startGateway(upstream.origin, { record });
    for (let at = 0; at < messages; at++) {
      const headers = { authorization: `Bearer ${planted.bearer}` };
      expect((await send(`${gateway.url}/a2a`, headers, `message ${at}`)).status).toBe(200);
    }
    await gateway.close({ graceMs: 0 });
  };
  await call(1);
  const before = await readFile(record, "utf8");
  // As long as a file may be, without the bytes of one on the disk.
  await truncate(record, 99_999_999);
  await appendFile(record, "\n");
  await call(2);
  expect((await readdir(folder)).sort()).toEqual(["calls.jsonl", "calls.jsonl.1"]);
  const old = await readFile(`${record}.1`);
  expect(old.length).toBe(100_000_000);
  expect(old.subarray(0, before.length).toString()).toBe(before);
  expect((await stat(record)).mode & 0o777).toBe(0o600);
  const text = await readFile(record, "utf8");
  const sent = parseRecording(text).filter(({ method }) => method !== undefined);
  expect(sent.map(({ request }) => /message \d/.exec(request.body?.text ?? "")?.[0])).toEqual([
    "message 0",
    "message 1",
  ]);
  expect(Object.values(planted).filter((secret) => text.includes(secret))).toEqual([]);
});

test("calls over gRPC are recorded, and a file that is no recording is refused", async () => {
  const folder = await makeFolder();
  const record = join(folder, "calls.jsonl");
  const { origin } = await startSdkServer({ binding: "GRPC" });
  const card = (await (await fetch(`${origin}/.well-known/agent-card.json`)).json()) as {
    readonly url: string;
  };
  const origins = [card.url.includes("://") ? card.url : `http://${card.url}`];
  const gateway = await startGateway(origin, {
    record,
    origins,
    upstreamHeaders: { authorization: `Bearer ${planted.own}` },
  });
  expect((await send(`${gateway.url}/a2a`, {}, `again ${planted.own}`)).status).toBe(200);
  await gateway.close({ graceMs: 0 });
  const text = await readFile(record, "utf8");
  expect(parseRecording(text).map(({ binding, method }) => [binding, method])).toContainEqual([
    "GRPC",
    "SendMessage",
  ]);
  expect(Object.values(planted).filter((secret) => text.includes(secret))).toEqual([]);

  const other = join(folder, "notes.txt");
  await writeFile(other, "hello\n");
  expect(((await failureOf(startGateway(origin, { record: other, origins }))) as Error).message).toContain(
    "expected a recording",
  );
});
