// What connectAsService and connectAsPerson of the page promise: tokens as the card says, kept for later.

import { ok, strictEqual } from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectAsPerson, connectAsService } from "./tokens.ts";

const asked: string[] = [];
const seen: (string | undefined)[] = [];

const server = createServer(async (request, response) => {
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let body = "";
  for await (const piece of request) body += String(piece);
  const json = (value: object, status = 200): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const form = new URLSearchParams(body);
  switch (request.url) {
    case "/.well-known/agent-card.json": {
      const scheme = { tokenUrl: `${origin}/token`, scopes: {} };
      const deviceCode = { ...scheme, deviceAuthorizationUrl: `${origin}/device` };
      return json({
        name: "Guarded",
        description: "Wants tokens.",
        version: "1.0.0",
        supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        capabilities: {},
        defaultInputModes: [],
        defaultOutputModes: [],
        skills: [],
        securitySchemes: {
          oauth: { oauth2SecurityScheme: { flows: { clientCredentials: scheme } } },
          person: { oauth2SecurityScheme: { flows: { deviceCode } } },
        },
        securityRequirements: [{ schemes: { oauth: { list: [] } } }, { schemes: { person: { list: [] } } }],
      });
    }
    case "/device":
      return json({
        device_code: "d",
        user_code: "WDJB-MJHT",
        verification_uri: `${origin}/confirm`,
        expires_in: 60,
        interval: 0.01,
      });
    case "/token":
      asked.push(form.get("grant_type") ?? "");
      return json({ access_token: `token-${asked.length}`, token_type: "Bearer", expires_in: 600 });
  }
  seen.push(request.headers.authorization);
  json({
    jsonrpc: "2.0",
    id: (JSON.parse(body) as { readonly id: number }).id,
    result: { id: "1", contextId: "1", status: { state: "TASK_STATE_WORKING" } },
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const service = await connectAsService(url, "secret");
await Promise.all([service.client.getTask({ id: "1" }), service.client.getTask({ id: "1" })]);
const codes: string[] = [];
for (let time = 0; time < 2; time++) {
  const person = await connectAsPerson(url, ({ userCode }) => void codes.push(userCode));
  await person.client.getTask({ id: "1" });
  await person.close();
}
await service.close();
strictEqual(codes.join(), "WDJB-MJHT");
strictEqual(asked.join(), "client_credentials,urn:ietf:params:oauth:grant-type:device_code");
strictEqual(seen.join(), "Bearer token-1,Bearer token-1,Bearer token-2,Bearer token-2");
ok((await readFile("tokens/cache.json", "utf8")).includes("token-2"));
await rm("tokens", { recursive: true });
server.close();
server.closeAllConnections();
