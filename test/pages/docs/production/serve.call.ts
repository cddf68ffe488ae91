import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { callCounter, openPGlite, type PGliteDatabase, pgliteSql } from "@a2agen/postgres";
import { verifyJwt } from "@a2agen/runtime/authenticate";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { serve } from "./serve.ts";
import { execute } from "./trips.ts";

// PGlite's own declarations want those of browsers.
const { PGlite } = createRequire(import.meta.url)("@electric-sql/pglite") as {
  readonly PGlite: { create(): Promise<PGliteDatabase & { close(): Promise<void> }> };
};

const url = "http://localhost:4000";
const issuer = "https://login.example.com";
const { privateKey, publicKey } = await generateKeyPair("ES256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid: "one" }] };
const tokenFor = (audience: string): Promise<string> =>
  new SignJWT({ sub: "ada" })
    .setProtectedHeader({ alg: "ES256", kid: "one" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime("5m")
    .sign(privateKey);

const database = await PGlite.create();
const store = openPGlite(database);
await store.migrate();
const ended: unknown[] = [];
const stop = serve(execute, {
  url,
  port: 4000,
  issuer,
  authenticate: verifyJwt({ issuer: { issuer, jwks }, audience: url }),
  store,
  counter: callCounter(pgliteSql(database)),
  observer: { begin: (operation) => void ended.push(operation.kind) },
});

interface Said {
  readonly status: number;
  readonly text: string;
}

async function say(token: string, taskId?: string, address = "203.0.113.1"): Promise<Said> {
  const message = {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text: "To Rome" }],
    ...(taskId && { taskId }),
  };
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: {
      "a2a-version": "1.0",
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `198.51.100.7, ${address}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
  });
  return { status: response.status, text: await response.text() };
}

// The listener may still be on its way.
while (
  !(await fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  ))
);

const ada = await tokenFor(url);
const asked = await say(ada);
assert.match(
  asked.text,
  /Another trip\?.*TASK_STATE_INPUT_REQUIRED|TASK_STATE_INPUT_REQUIRED.*Another trip\?/s,
);
const taskId = /"task":\{"id":"([^"]+)"/.exec(asked.text)?.[1];
assert.ok(taskId !== undefined, asked.text);
assert.match((await say(ada, taskId)).text, /Trip 2\./);

// A token for another service, and then so many guesses at once that the last ones are not checked any more. One is
// allowed again each second, so a slow machine checks some more than 59.
assert.equal((await say(await tokenFor("https://other.example.com"), undefined, "203.0.113.2")).status, 401);
const guesses = await Promise.all(
  Array.from({ length: 150 }, async () => (await say("guess", undefined, "203.0.113.2")).status),
);
const refused = guesses.filter((status) => status === 401).length;
const limited = guesses.filter((status) => status === 429).length;
assert.equal(refused + limited, guesses.length);
assert.ok(refused >= 59 && limited > 0, `${refused} refused, ${limited} limited`);
assert.equal((await say(ada)).status, 200);
assert.ok(ended.includes("turn"));

await stop();
await store.close();
await database.close();
