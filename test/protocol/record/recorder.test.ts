import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRecorder } from "../../../packages/exchange/src/record/open-recorder.ts";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import { clients, startAuthorizationServer } from "../../shared/authorization-server.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { useDirectory } from "../../shared/use-directory.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";

const directory = await useDirectory("a2agen-record-");

/** What must never be in a recording, by where it was planted. */
const planted = {
  bearer: "bearer-7f3a91c2d4",
  header: "team-key-0c9e55b1",
  cookie: "cookie-5512ab90ee",
  password: "url-password-a81f",
  query: "query-token-19bc77",
  webhookToken: "webhook-token-3d40",
  webhookBearer: "webhook-bearer-88e1",
  inData: "data-api-key-4471fe",
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl",
};

/** Every text in a recording: its lines, and what stands in base64 in them. */
function everythingIn(text: string): string {
  const encoded = [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].map(([each]) =>
    Buffer.from(each, "base64").toString("latin1"),
  );
  return [text, ...encoded, decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))].join("\n");
}

function secretsIn(text: string): readonly string[] {
  const all = everythingIn(text);
  return Object.entries(planted)
    .filter(([, secret]) => all.includes(secret))
    .map(([name]) => name);
}

const env = {
  TOKEN: planted.bearer,
  TEAM: planted.header,
  COOKIE: `sid=${planted.cookie}; theme=dark`,
  HOOK: planted.webhookToken,
  HOOK_BEARER: planted.webhookBearer,
};

describe.each(["JSONRPC", "HTTP+JSON", "GRPC"])("a2agen call --record over %s", (binding) => {
  test("adds to the file what went over the wire, without a planted secret", async () => {
    const { call: callByCard, grpc } = await startAgent();
    // Credentials go to another origin than that of the card only where they are told to.
    const call: typeof callByCard = (args, init = {}) =>
      binding === "GRPC" ? runA2agen(["call", grpc, ...args, "--direct"], init) : callByCard(args, init);
    const file = join(directory, `${binding.replace("+", "-")}.jsonl`);
    const flags = ["--binding", binding, "--record", file, "--token-env", "TOKEN"];
    const secret = ["--header-env", "x-team=TEAM", "--header-env", "cookie=COOKIE"];
    const words = `Use ${planted.jwt} and http://me:${planted.password}@files.example/a?token=${planted.query}`;
    const data = JSON.stringify({ deep: [{ apiKey: planted.inData }], text: `again ${planted.inData}` });
    const sent = await call(["send", words, "--data", data, ...flags, ...secret], { env });
    expect(sent).toMatchObject({ status: 0, stderr: "" });
    const hookFlags = ["--webhook-token-env", "HOOK", "--webhook-bearer-env", "HOOK_BEARER"];
    const hook = `https://me:${planted.password}@hook.example/x?token=${planted.query}`;
    const set = await call(["push", "set", "task-1", "--webhook", hook, ...hookFlags, ...flags], { env });
    expect(set.stderr).toBe("");
    await call(["stream", `echo ${planted.bearer} ${planted.header}`, ...flags, ...secret], { env });
    const text = await readFile(file, "utf8");
    expect(secretsIn(text)).toEqual([]);
    const exchanges = parseRecording(text);
    const calls = exchanges.filter(({ method }) => method !== undefined);
    expect(calls.map((exchange) => [exchange.method, exchange.protocol, exchange.binding])).toEqual([
      ["SendMessage", "a2a-1.0", binding],
      ["CreateTaskPushNotificationConfig", "a2a-1.0", binding],
      ["SendStreamingMessage", "a2a-1.0", binding],
    ]);
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length);
    // Their meaning can still be read, and the bytes are those of the blanked message.
    const problems = calls.flatMap(({ request, answer }) => [
      ...(request.meaning?.problems ?? []),
      ...(answer?.frames ?? []).flatMap(({ meaning }) => meaning?.problems ?? []),
    ]);
    expect(problems).toEqual([]);
    expect(calls.every(({ request }) => request.body !== undefined)).toBe(true);
    expect(
      calls.every(({ answer, end }) => (answer?.frames ?? []).length > 0 && end?.error === undefined),
    ).toBe(true);
  });
});

test("a file that is not a recording is left alone", async () => {
  const { call } = await startAgent();
  const file = join(directory, "notes.txt");
  await writeFile(file, "buy milk\n");
  const { status, stderr } = await call(["card", "--record", file]);
  expect({ status, stderr: stderr.replaceAll(directory, "") }).toEqual({
    status: 1,
    stderr:
      "/notes.txt: expected a recording, to which exchanges are added; line 1: expected JSON; Unexpected token 'b', \"buy milk\" is not valid JSON: name another file\n",
  });
  expect(await readFile(file, "utf8")).toBe("buy milk\n");
});

test("tokens and secrets of an authorization server are blanked, its answers too", async () => {
  const server = await startAuthorizationServer({ scopes: ["read"] });
  const file = join(directory, "tokens.jsonl");
  const { fetch: send, close } = openRecorder(file);
  try {
    const { id, secret } = clients.poster;
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: id,
      client_secret: secret,
      scope: "read",
    });
    const answer = await send()(`${server.issuer}/token`, { method: "POST", body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    expect(token.length).toBeGreaterThan(20);
    const basic = btoa(`${clients.service.id}:${clients.service.secret}`);
    await send()(`${server.issuer}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    }).then((response) => response.text());
    // A token that was found in one exchange is not in the next one either.
    await send()(`${server.issuer}/no-such-path/${token}`).then((response) => response.text());
    close();
    const text = everythingIn(await readFile(file, "utf8"));
    expect([token, secret, clients.service.secret, basic].filter((each) => text.includes(each))).toEqual([]);
    expect(parseRecording(await readFile(file, "utf8")).map(({ answer: got }) => got?.status)).toEqual([
      200, 200, 404,
    ]);
  } finally {
    await server.close();
  }
});

test("an exchange is recorded in part when it is too long, and files are rotated", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("x".repeat(request.url === "/long" ? 5000 : 300)));
  });
  const origin = await listen(server);
  const file = join(directory, "rotated.jsonl");
  const { fetch: send, close } = openRecorder(file, { maximumBytes: 1000, maximumFileBytes: 1500, files: 2 });
  const read = async (path: string, body?: string): Promise<number> =>
    (await send()(`${origin}${path}`, { method: "POST", ...(body && { body }) }).then((each) => each.text()))
      .length;
  expect(await read("/long")).toBe(5000);
  expect(await read("/short", "y".repeat(1001))).toBe(300);
  for (const path of ["/1", "/2", "/3"]) await read(path);
  close();
  const names = (await readdir(directory)).filter((name) => name.startsWith("rotated"));
  expect(names).toEqual(["rotated.jsonl", "rotated.jsonl.1"]);
  const kept = await Promise.all(names.toReversed().map((name) => readFile(join(directory, name), "utf8")));
  const paths = kept
    .flatMap((text) => parseRecording(text))
    .map(({ request }) => new URL(request.url).pathname);
  expect(paths.at(-1)).toBe("/3");
  expect(paths.length).toBeLessThan(5);
  expect(Math.max(...kept.map((text) => text.length))).toBeLessThanOrEqual(1500);
});

test("a stream that the client leaves, and a server that is not there, are recorded as far as they came", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"n":1}\n\ndata: {"n":2}\n\n');
  });
  const origin = await listen(server);
  const file = join(directory, "left.jsonl");
  const { fetch: send, close } = openRecorder(file);
  const response = await send()(origin);
  const reader = response.body?.getReader();
  let text = "";
  while (!text.includes('"n":2')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(send()(origin)).rejects.toThrow("fetch failed");
  close();
  const [left, refused] = parseRecording(await readFile(file, "utf8"));
  expect(left?.answer?.frames?.map(({ bytes }) => bytes.text)).toEqual(['{"n":1}', '{"n":2}']);
  expect(left?.end?.error).toBe("the client left");
  expect(refused?.answer).toBeUndefined();
  expect(refused?.end?.error).toMatch(/^fetch failed: .*ECONNREFUSED/);
});

test("SIGTERM ends a host that records, and nothing is lost or half-written", {
  timeout: 60_000,
}, async () => {
  const file = join(directory, "host.jsonl");
  const program = join(import.meta.dirname, "recording-host.ts");
  const child = spawn(process.execPath, ["--conditions=a2agen-source", "--import=tsx", program, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const origin = line.toString().trim();
  const short = await fetch(`${origin}/rpc`, { method: "POST", body: "{}" });
  await short.text();
  const open = await fetch(`${origin}/stream?key=${planted.query}`);
  const reader = open.body?.getReader();
  await reader?.read();
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const [, signal] = (await exited) as [unknown, unknown];
  await reader?.closed.catch(() => undefined);
  expect(signal).toBe("SIGTERM");
  const text = await readFile(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  expect(secretsIn(text)).toEqual([]);
  expect(
    parseRecording(text).map(({ side, request, answer, end }) => [
      side,
      new URL(request.url).pathname,
      request.body?.text,
      answer?.status,
      answer?.frames?.map(({ bytes }) => bytes.text),
      end?.error,
    ]),
  ).toEqual([
    ["SIDE_SERVER", "/rpc", "{}", 200, ["whole"], undefined],
    ["SIDE_SERVER", "/stream", undefined, 200, ["first"], "the recorder was closed"],
  ]);
});
