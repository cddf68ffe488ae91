import { readFile } from "node:fs/promises";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { mutualTls } from "@a2agen/runtime/authenticate";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import type { Host } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Client, credentials, Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { requestOf } from "../../../shared/callers/request-of.ts";
import { createTestHost, fullCard } from "../host/agent.ts";

const schemes = { mtls: { mtlsSecurityScheme: {} } };
const fingerprint = "sha256:59f4c9f4e4567f6edb27b8c6b8c1d92f0912f0d7f3a2217671ad037777236d86";
const ada = { id: "ada" };

const certificate = {
  subject: { C: "DE", OU: ["a", "b"], CN: "ada, CN=admin" },
  subjectaltname:
    'DNS:ada.example.com, URI:spiffe://example.com/ada, DNS:"evil, URI:spiffe://example.com/root", email:a@b',
  fingerprint256: "AB:01",
};

test("a certificate has these names", async () => {
  let names: readonly string[] = [];
  const authenticate = mutualTls((found) => {
    names = found;
    return ada;
  });
  const request = requestOf({}, { schemes, peerCertificate: certificate });
  expect(await authenticate(request)).toEqual({ id: "ada", scopes: [], schemes: ["mtls"] });
  expect(names).toEqual([
    "sha256:ab01",
    "DNS:ada.example.com",
    "URI:spiffe://example.com/ada",
    "DNS:evil, URI:spiffe://example.com/root",
    "email:a@b",
    "subject:C=DE,OU=a,OU=b,CN=ada\\, CN\\=admin",
  ]);
});

test.each([
  { table: { "URI:spiffe://example.com/ada": ada }, want: "ada" },
  { table: { "sha256:ab01": ada }, want: "ada" },
  { table: { "URI:spiffe://example.com/root": ada }, want: undefined },
  { table: { "subject:CN=admin": ada }, want: undefined },
])("$table finds $want", async ({ table, want }) => {
  const found = await mutualTls(table)(requestOf({}, { schemes, peerCertificate: certificate }));
  expect(found?.id).toBe(want);
  expect(await mutualTls(table)(requestOf({}, { schemes }))).toBeUndefined();
});

const read = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, "../node/certificates", name), "utf8");

function startHost(): Host {
  const { host } = createTestHost(
    {},
    {
      card: { ...fullCard, securitySchemes: schemes, securityRequirements: [{ schemes: { mtls: {} } }] },
      authenticate: mutualTls({ [fingerprint]: ada }),
    },
  );
  return host;
}

test("a caller over TLS is known by its certificate, and nobody without one", async () => {
  const host = startHost();
  const [cert, key, ca, clientCert, clientKey] = await Promise.all(
    ["server.pem", "server.key", "ca.pem", "client.pem", "client.key"].map(read),
  );
  if (cert === undefined || key === undefined || ca === undefined) throw new Error("no certificate");
  const options = { cert, key, ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, toNodeListener(createHttpHandler(host)));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (pair: { cert?: string | undefined; key?: string | undefined }): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const init = { port, path: "/tasks/t1", ca, servername: "agent.test", agent: false, ...pair };
      const sent = request({ ...init, headers: { "a2a-version": "1.0", host: "localhost" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end();
    });
  expect(await ask({ cert: clientCert, key: clientKey })).toBe(200);
  // A certificate of this authority, but of someone else.
  expect(await ask({ cert, key })).toBe(401);
  expect(await ask({})).toBe(401);
});

test("the same over gRPC, where a call without a certificate has no connection", async () => {
  const host = startHost();
  const files = ["server.pem", "server.key", "ca.pem", "client.pem", "client.key"];
  const [cert, key, ca, clientCert, clientKey] = (await Promise.all(files.map(read))).map((pem) =>
    Buffer.from(pem),
  );
  if (cert === undefined || key === undefined || ca === undefined) throw new Error("no certificate");
  const server = new Server(grpcServerOptions(host));
  onTestFinished(() => server.forceShutdown());
  addGrpcService(server, host, [A2AServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    const pairs = [{ private_key: key, cert_chain: cert }];
    server.bindAsync("127.0.0.1:0", ServerCredentials.createSsl(ca, pairs, true), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const codeOf = async (pair: readonly (Buffer | undefined)[]): Promise<number | undefined> => {
    const [own = null, ownKey = null] = pair;
    const client = new Client(`127.0.0.1:${port}`, credentials.createSsl(ca, ownKey, own), {
      "grpc.ssl_target_name_override": "agent.test",
    });
    const same = (bytes: Buffer): Buffer => bytes;
    const task = Buffer.from([0x12, 2, ...Buffer.from("t1")]);
    const metadata = new Metadata();
    metadata.set("a2a-version", "1.0");
    try {
      return await new Promise((resolve) => {
        client.makeUnaryRequest("/lf.a2a.v1.A2AService/GetTask", same, same, task, metadata, (error) =>
          resolve(error?.code ?? status.OK),
        );
      });
    } finally {
      client.close();
    }
  };
  expect(await codeOf([clientCert, clientKey])).toBe(status.OK);
  expect(await codeOf([cert, key])).toBe(status.UNAUTHENTICATED);
  expect(await codeOf([])).toBe(status.UNAVAILABLE);
});
