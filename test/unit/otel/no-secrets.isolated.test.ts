import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { verifyJwt } from "@a2agen/runtime/authenticate";
import { type Credential, connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { oauthCredentials } from "@a2agen/runtime/oauth";
import { createHttpHandler } from "@a2agen/runtime/server";
import { expect, onTestFinished, test } from "vitest";
import { openRecorder } from "../../../packages/exchange/src/record/open-recorder.ts";
import { clients, startAuthorizationServer } from "../../shared/authorization-server.ts";
import { cardWith, schemeOf } from "../../shared/oauth/oauth-agent.ts";
import { followAsyncCalls, Telemetry } from "../../shared/otel/telemetry.ts";
import { createAgent, message } from "../runtime/host/agent.ts";

followAsyncCalls();

const wrongSecret = "wrong-secret-c04e77";

test("no token or secret is in spans, lines of the log, recordings or errors", async () => {
  const server = await startAuthorizationServer();
  onTestFinished(() => server.close());
  const directory = await mkdtemp(join(tmpdir(), "a2agen-secrets-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const telemetry = new Telemetry();
  const lines: string[] = [];
  const log = (facts: object, text: string): void => void lines.push(JSON.stringify([facts, text]));
  const logger = { info: log, warn: log, error: log };
  const observer = otel({ ...telemetry, logger, logTexts: true });

  const origin = "http://127.0.0.1:4000";
  const card = cardWith(origin, schemeOf(server, "clientCredentials"), ["agent.read"]);
  const seen: string[] = [];
  const errors: unknown[] = [];
  const verify = verifyJwt({ issuer: server.issuer, audience: `${origin}/rpc` });
  const host = createHost({
    services: [implement(A2AService, createAgent())],
    card,
    observer,
    onError: (error) => errors.push(error),
    onRefused: (error) => errors.push(error),
    authenticate(request) {
      seen.push(request.header("authorization")?.slice("Bearer ".length) ?? "");
      return verify(request);
    },
  });
  const answer = toFetchHandler(createHttpHandler(host));
  const file = join(directory, "calls.jsonl");
  const recorder = openRecorder(file);
  const send = async (oauth: Credential): Promise<void> => {
    const { client, close } = await connect(A2AService, card, {
      bindings: [jsonRpc()],
      fetch: recorder.fetch((input, init) => answer(new Request(input, init))),
      credentials: { oauth },
      observer,
      retry: false,
    });
    await client.sendMessage(message).catch((error: unknown) => errors.push(error));
    await close();
  };
  const { id, secret } = clients.service;
  await send(oauthCredentials({ clientId: id, clientSecret: secret, fetch: recorder.fetch() }));
  await send(oauthCredentials({ clientId: id, clientSecret: wrongSecret, fetch: recorder.fetch() }));
  await send(await server.token({ scope: "agent.read", resource: "https://other.example.com" }));
  await send("planted-token-5d81f0");
  recorder.close();

  const spans = telemetry.spans.map(({ name, attributes, status, events }) => ({
    name,
    attributes,
    status,
    events,
  }));
  const recording = await readFile(file, "utf8");
  expect([seen, spans, lines, errors].map(({ length }) => length)).toEqual([3, 7, 7, 5]);
  const everything = [JSON.stringify(spans), ...lines, recording, ...errors.map(textOf)].join("\n");
  const parts = seen.flatMap((token) => token.split(".").slice(1));
  const secrets = [...seen, ...parts, secret, wrongSecret, btoa(`${id}:${secret}`)];
  expect(secrets.filter((each) => everything.includes(each))).toEqual([]);
});

/** An error with its causes and all it has. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message: text, stack, cause } = error;
  return [text, stack, JSON.stringify(error), cause === undefined ? "" : textOf(cause)].join("\n");
}
