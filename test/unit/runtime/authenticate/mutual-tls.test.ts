import { readFile } from "node:fs/promises";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { mutualTls } from "@a2agen/runtime/authenticate";
import { createHttpHandler } from "@a2agen/runtime/server";
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

test("a caller over TLS is known by its certificate, and nobody without one", async () => {
  const { host } = createTestHost(
    {},
    {
      card: { ...fullCard, securitySchemes: schemes, securityRequirements: [{ schemes: { mtls: {} } }] },
      authenticate: mutualTls({ [fingerprint]: ada }),
    },
  );
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
