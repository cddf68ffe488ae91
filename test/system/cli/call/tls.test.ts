import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { expect, onTestFinished, test } from "vitest";
import { fullCard } from "../../../shared/bindings/test-agent.ts";
import { startA2agen } from "../../../shared/process/start-a2agen.ts";
import { CommandAgent } from "./command-agent.ts";
import { certificates, startEncryptedGrpc, trusting } from "./start-encrypted-grpc.ts";

async function startEncrypted(): Promise<string> {
  const [cert, key] = await Promise.all(
    ["server.pem", "server.key"].map((name) => readFile(join(certificates, name))),
  );
  if (cert === undefined || key === undefined) throw new Error("no certificate");
  const server = createServer({ cert, key });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const host = createHost({
    services: [implement(A2AService, new CommandAgent())],
    card: {
      ...fullCard,
      supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    },
    authenticate: ({ header }) => ({ id: header("authorization") ?? "anybody" }),
  });
  server.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
  return origin;
}

test("a certificate that nobody trusts is refused, with what can be done", async () => {
  const origin = await startEncrypted();
  const { status, stdout, stderr } = await startA2agen(["call", origin, "get", "task-1"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("certificate");
  expect(stderr).toContain("hint: NODE_EXTRA_CA_CERTS=ca.pem trusts a certificate authority of your own\n");
});

test("an authority of one's own is trusted by NODE_EXTRA_CA_CERTS", async () => {
  const origin = await startEncrypted();
  const env = { ...trusting, TOKEN: "ada" };
  const { status, stdout, stderr } = await startA2agen(
    ["call", origin, "send", "context", "--token-env", "TOKEN"],
    {
      env,
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain('"principal": "Bearer ada"');
});

test("a2agen doctor looks at the certificate", async () => {
  const origin = await startEncrypted();
  const untrusted = await startA2agen(["doctor", origin]);
  expect(untrusted.status).toBe(1);
  expect(untrusted.stdout).toMatch(
    /problem {2}connection: localhost:\d+ cannot be reached: unable to verify the first certificate\n.*NODE_EXTRA_CA_CERTS/,
  );
  const trusted = await startA2agen(["doctor", origin], { env: trusting });
  expect(trusted.status).toBe(0);
  expect(trusted.stdout).toMatch(/ok {7}TLS: the certificate is trusted, and valid until 2\d{3}-\d\d-\d\d\n/);
});

test("the same holds for gRPC", async () => {
  const address = await startEncryptedGrpc();
  const args = ["call", address, "get", "task-1", "--history", "0", "--direct", "--binding", "GRPC"];
  const untrusted = await startA2agen([...args, "--timeout", "5"]);
  expect(untrusted).toMatchObject({ status: 1, stdout: "" });
  expect(await startA2agen(args, { env: trusting })).toEqual({
    status: 0,
    stdout: "task task-1 in context context-1\nworking\n",
    stderr: "",
  });
  expect(untrusted.stderr).toContain("NODE_EXTRA_CA_CERTS");
});
