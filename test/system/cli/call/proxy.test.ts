import { createServer } from "node:http";
import { AgentCardCodec, protocol } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { signCard } from "@a2agen/runtime/signing";
import { expect, test } from "vitest";
import { mountedAgent } from "../../../shared/http/mounted-agent.ts";
import { listen, startProxy } from "../../../shared/http/start-proxy.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { createKey, signingWith } from "../../../shared/signing/keys.ts";
import { startAgent } from "./start-agent.ts";

test("an agent is called through the proxy of the environment", async () => {
  const proxy = await startProxy(
    await listen(createServer(toNodeListener(mountedAgent("http://agent.test")))),
  );
  const env = { HTTP_PROXY: proxy.url };
  const { status, stderr } = await runA2agen(["call", "http://agent.test", "get", "t"], { env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(proxy.seen).toEqual([
    "GET http://agent.test/.well-known/agent-card.json",
    "POST http://agent.test/a2a",
  ]);
});

test("keys of signed cards are asked for through it too", async () => {
  const key = await createKey("key-1");
  const jku = "https://keys.test/keys.json";
  const options = { codec: AgentCardCodec, rules: protocol.signatures, ...signingWith(key), jku };
  const { call } = await startAgent((card) => signCard(card, options), { isFamily: false });
  const proxy = await startProxy(1, "secret");
  const { status, stdout } = await call(["card", "--keys", "https://keys.test/"], {
    env: { HTTPS_PROXY: proxy.url },
  });
  expect({ status, seen: proxy.seen }).toEqual({ status: 1, seen: ["CONNECT keys.test:443"] });
  expect(stdout).toContain("1: NOT VALID, key-unavailable: https://keys.test/keys.json");
});

test("an agent is probed through it", async () => {
  const proxy = await startProxy(
    await listen(createServer(toNodeListener(mountedAgent("http://agent.test")))),
  );
  const env = { HTTP_PROXY: proxy.url };
  await runA2agen(["probe", "http://agent.test", "--quick", "--json"], { env });
  expect(proxy.seen).toContain("POST http://agent.test/a2a");
});
