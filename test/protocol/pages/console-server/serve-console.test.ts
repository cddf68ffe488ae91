import { createServer, type IncomingMessage, request as send } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { ExtensionCatalog } from "../../../../packages/pages/src/console-server/extension-catalog.ts";
import { knownManifests } from "../../../../packages/pages/src/console-server/known-manifests.ts";
import {
  type ServedConsole,
  serveConsole,
} from "../../../../packages/pages/src/console-server/serve-console.ts";
import { type Delivery, Webhooks } from "../../../../packages/pages/src/console-server/webhooks.ts";
import { startAuthorizationServer } from "../../../shared/authorization-server.ts";
import { listen as listenOnPort, startProxy } from "../../../shared/http/start-proxy.ts";
import { inPlace } from "../../../shared/in-place.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { schemeOf } from "../../../shared/oauth/oauth-agent.ts";

const page = "<html><style>p{}</style><script>1</script></html>";

async function open(): Promise<ServedConsole> {
  const catalog = new ExtensionCatalog(knownManifests);
  const served = await serveConsole({ page, port: 0, catalog: async () => catalog });
  onTestFinished(() => served.close());
  return served;
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Not by fetch, which sets Host and Origin itself. */
function ask(
  { port }: ServedConsole,
  path: string,
  { method = "GET", headers = {}, body = "" }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = send(
      { port, path, method, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece: string) => {
          text += piece;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function relayed(url: string): string {
  return JSON.stringify({ kind: "http", verb: "GET", url, headers: [["x-one", "1"]] });
}

test("the page comes with a policy that lets its own script and style run, and nothing else", async () => {
  const { status, headers, text } = await ask(await open(), "/");
  expect([status, text]).toEqual([200, page]);
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; img-src data: blob:; media-src data: blob:; font-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
  );
});

test("the font of the page is a file beside it", async () => {
  const { status, headers, text } = await ask(await open(), "/assets/inter.woff2");
  expect([status, headers["content-type"], text.slice(0, 4)]).toEqual([200, "font/woff2", "wOF2"]);
});

test("the relay takes requests of its own page only", async () => {
  const agent = createServer((request, response) => {
    response.statusCode = 418;
    response.end(`${request.method} ${request.url} ${String(request.headers["x-one"])}`);
  });
  const origin = await listen(agent);
  const served = await open();
  const { token, port } = served;
  const body = relayed(`${origin}/x`);
  const own = { "x-a2agen-token": token };
  const relay = (headers: object): Promise<Answer> =>
    ask(served, "/relay", { method: "POST", headers, body });
  const right = await relay({ ...own, origin: `http://localhost:${port}` });
  const lines = right.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind: string; status?: number; bytes?: string });
  expect(lines.map(({ kind, status, bytes }) => [kind, status ?? atob(bytes ?? "")])).toEqual([
    ["head", 418],
    ["piece", "GET /x 1"],
    ["end", ""],
  ]);
  const refused = [
    await relay({}),
    await relay({ "x-a2agen-token": `${token}x` }),
    await relay({ ...own, origin: "https://evil.example" }),
    await relay({ ...own, origin: "null" }),
    await relay({ ...own, host: "evil.example" }),
    await relay({ ...own, host: `evil.example:${port}` }),
    await ask(served, "/", { headers: { host: "evil.example" } }),
    await ask(served, "/deliveries"),
    await ask(served, "/hooks", { method: "POST" }),
    await ask(served, "/token", { method: "POST", body: "{}" }),
    await ask(served, "/catalog", { method: "POST", body: "{}" }),
    await ask(served, "/html", { method: "POST", body: "{}" }),
    await ask(served, "/token", { method: "POST", headers: { ...own, origin: "https://evil.example" } }),
    await ask(served, "/signed-in?state=x", { headers: { host: "evil.example" } }),
  ];
  const statuses = [403, 403, 403, 403, 421, 421, 421, 403, 403, 403, 403, 403, 403, 421];
  expect(refused.map(({ status }) => status)).toEqual(statuses);
});

test("the relay goes through the proxy of the environment", async () => {
  const agent = createServer(
    (request, response) => void response.end(`${request.url} ${request.headers.host}`),
  );
  const proxy = await startProxy(await listenOnPort(agent));
  const served = await open();
  const { text } = await inPlace({ env: { HTTP_PROXY: proxy.url } }, () =>
    ask(served, "/relay", {
      method: "POST",
      headers: { "x-a2agen-token": served.token },
      body: relayed("http://agent.test/x"),
    }),
  );
  const pieces = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly bytes?: string });
  expect(pieces.map(({ bytes = "" }) => atob(bytes)).join("")).toBe("/x agent.test");
  expect(proxy.seen).toEqual(["GET http://agent.test/x"]);
});

test.each([
  ["{", "expected JSON"],
  ["[]", "expected an object"],
  [JSON.stringify({ kind: "ftp" }), "kind: expected http or grpc"],
  [relayed("file:///etc/passwd"), 'url: expected http:// or https://, got "file:///etc/passwd"'],
  [
    JSON.stringify({ kind: "http", verb: "GET", url: "http://a", headers: [["x"]] }),
    "headers: expected pairs",
  ],
  [
    JSON.stringify({ kind: "grpc", url: "http://a", headers: [] }),
    "protocol: expected the name of a version",
  ],
])("what the relay cannot send is said: %s", async (body, message) => {
  const served = await open();
  const headers = { "x-a2agen-token": served.token };
  const answer = await ask(served, "/relay", { method: "POST", headers, body });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
});

test("an agent that is not there, or that breaks off, is an error of the relay", async () => {
  const agent = createServer((_, response) => {
    response.write("part");
    setImmediate(() => response.destroy());
  });
  const origin = await listen(agent);
  const served = await open();
  const relay = async (url: string): Promise<readonly string[]> => {
    const headers = { "x-a2agen-token": served.token };
    const { text } = await ask(served, "/relay", { method: "POST", headers, body: relayed(url) });
    return text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
  };
  expect(await relay("http://127.0.0.1:9/")).toEqual(["error"]);
  expect((await relay(origin)).at(-1)).toBe("error");
});

test("a webhook takes what agents send to its address, and no other one", async () => {
  const served = await open();
  const headers = { "x-a2agen-token": served.token };
  const { text } = await ask(served, "/hooks", { method: "POST", headers });
  const { pathname } = new URL((JSON.parse(text) as { url: string }).url);
  const event = {
    method: "POST",
    headers: { host: "agent.example", origin: "https://agent.example" },
    body: "{}",
  };
  expect((await ask(served, pathname, event)).status).toBe(204);
  expect((await ask(served, `${pathname}x`, event)).status).toBe(404);
  const deliveries = await new Promise<string>((resolve) => {
    const options = {
      port: served.port,
      path: "/deliveries",
      headers: { ...headers, host: `localhost:${served.port}` },
    };
    send(options, (answer) => {
      answer.once("data", (piece: Buffer) => {
        resolve(piece.toString());
        answer.destroy();
      });
    }).end();
  });
  const delivery = JSON.parse(deliveries) as { body: string; hook: string };
  expect([atob(delivery.body), `/hooks/${delivery.hook}`]).toEqual(["{}", pathname]);
});

test("a webhook that was not given out is refused before its body comes", async () => {
  const served = await open();
  const status = await new Promise((resolve, reject) => {
    const headers = { host: `localhost:${served.port}`, "content-length": 1_000_000 };
    const sent = send({ port: served.port, path: "/hooks/none", method: "POST", headers }, (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.on("error", reject);
    // The head alone.
    sent.flushHeaders();
  });
  expect(status).toBe(404);
});

test("a body that is too long is answered with 413", async () => {
  const served = await open();
  const headers = { "x-a2agen-token": served.token };
  const { text } = await ask(served, "/hooks", { method: "POST", headers });
  const { pathname } = new URL((JSON.parse(text) as { url: string }).url);
  const answer = await ask(served, pathname, { method: "POST", body: "x".repeat(17 * 1024 * 1024) });
  expect([answer.status, answer.text]).toEqual([413, "expected a body of at most 16777216 bytes\n"]);
});

test("notifications are kept up to a size, and the latest of them", async () => {
  const hooks = new Webhooks();
  const hook = hooks.open();
  const request = { method: "POST", headers: {} } as IncomingMessage;
  expect(hooks.takes(hook, request)).toBe(true);
  for (let count = 0; count < 20; count++) hooks.deliver(hook, request, Buffer.alloc(6_000_000, count));
  const kept: Delivery[] = [];
  const ended = new AbortController();
  for await (const delivery of hooks.deliveries(ended.signal)) {
    kept.push(delivery);
    if (kept.length === 8) ended.abort();
  }
  expect(kept.map(({ body }) => Buffer.from(body, "base64")[0])).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
});

test("the page learns the extensions, and has their data checked, with the token only", async () => {
  const console = await open();
  const checks = JSON.stringify([
    {
      ids: ["https://timestamp.example/ nobody", "https://github.com/google-a2a/a2a-x402/v0.1 payment"],
      value: {},
    },
  ]);
  for (const [path, init] of [
    ["/extensions", {}],
    ["/check", { method: "POST", body: checks }],
  ] as const) {
    expect((await ask(console, path, init)).status).toBe(403);
  }
  const headers = { "x-a2agen-token": console.token };
  const known = JSON.parse((await ask(console, "/extensions", { headers })).text) as { name: string }[];
  expect(known.map(({ name }) => name)).toContain("X402");
  const { status, text } = await ask(console, "/check", { method: "POST", headers, body: checks });
  // A kind of data that nobody knows has no problems.
  expect([status, JSON.parse(text)]).toEqual([200, [[[], [{ path: "status", message: "required" }]]]]);
});

test("a person comes back to the page that led them away, once, and only while it waits", async () => {
  const server = await startAuthorizationServer();
  onTestFinished(() => server.close());
  const console = await open();
  const headers = { "x-a2agen-token": console.token };
  const client = { id: "", secret: "", scopes: "agent.read", origins: "" };
  const resource = "http://localhost/agent";
  const scheme = schemeOf(server, "authorizationCode");
  const body = JSON.stringify({ name: "own", scheme, resource, client, flow: "authorizationCode" });
  /** Begins a sign-in; resolves to what the page gets to show. */
  const begin = (): Promise<{ url: string; lines: AsyncIterator<Buffer>; leave: () => void }> =>
    new Promise((resolve, reject) => {
      const host = { ...headers, host: `localhost:${console.port}` };
      const sent = send({ port: console.port, path: "/token", method: "POST", headers: host }, (answer) => {
        const lines = answer.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
        const leave = (): void => void answer.destroy();
        const readUrl = ({ value }: IteratorResult<Buffer>): string =>
          (JSON.parse(String(value)) as { readonly url: string }).url;
        resolve(lines.next().then((line) => ({ url: readUrl(line), lines, leave })));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const backOf = async (url: string): Promise<string> => {
    const { pathname, search } = (await server.visit(url)) ?? new URL("http://nobody");
    return `${pathname}${search}`;
  };
  const left = await begin();
  left.leave();
  let stayed = await begin();
  while (stayed.url === left.url) {
    // The server has not seen that nobody waits.
    stayed.leave();
    stayed = await begin();
  }
  const state = new URL(left.url).searchParams.get("state");
  expect((await ask(console, `/signed-in?code=c&state=${state}`)).status).toBe(404);
  const second = await begin();
  expect(second.url).toBe(stayed.url);
  const back = await backOf(stayed.url);
  const made = back.replace(/state=[^&]*/, "state=made-up");
  expect((await ask(console, made)).status).toBe(404);
  const found = await ask(console, back);
  expect([found.status, found.headers["content-type"]]).toEqual([200, "text/plain"]);
  const { value } = await stayed.lines.next();
  expect(JSON.parse(String(value))).toEqual({
    kind: "token",
    token: expect.stringContaining("eyJ") as string,
  });
  expect(String((await second.lines.next()).value)).toBe(String(value));
  expect((await ask(console, back)).status).toBe(404);
  // It is kept.
  const again = await ask(console, "/token", { method: "POST", headers, body });
  expect(again.text).toBe(String(value));
});
