import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { expect, it } from "vitest";
import {
  type ClientConnectOptions,
  connect,
  isConnectError,
} from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { cardOf, errorOf, startAgent, task } from "../../../shared/client/agents.ts";
import { sendJson, startServer } from "../../../shared/client/web-server.ts";

const bindings = [jsonRpc()];

/** Connects to an agent at `cardOrigin` whose card names an interface at `origin`. */
async function tryConnect(
  cardOrigin: string,
  origin: string,
  options: Partial<ClientConnectOptions> = {},
): Promise<string> {
  const fetch = async (): Promise<Response> => Response.json(cardOf(origin));
  try {
    await connect(A2AServiceClient, cardOrigin, { bindings, fetch, ...options });
    return "allowed";
  } catch (error) {
    return isConnectError(error) ? error.reason : String(error);
  }
}

it.each([
  "http://localhost:1",
  "http://app.localhost",
  "http://localhost.:80",
  "http://127.0.0.1:6379",
  "http://2130706433",
  "http://0.0.0.0",
  "http://10.1.2.3",
  "http://100.64.0.1",
  "http://172.16.0.1",
  "http://172.31.255.255",
  "http://192.168.1.1",
  "http://169.254.169.254",
  "https://[::1]",
  "https://[::]",
  "https://[::ffff:127.0.0.1]",
  "https://[64:ff9b::10.0.0.1]",
  "https://[fd00::1]",
  "https://[fe80::1]",
  "https://[fec0::1]",
  "https://[ff02::1]",
  "https://[2002:7f00:1::]",
  "https://[2002:a9fe:a9fe::1]",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "https://[64:ff9b:1::a9fe:a9fe]",
  "https://[2606:4700::5efe:7f00:1]",
  "https://224.0.0.1",
  "https://240.0.0.1",
  "https://255.255.255.255",
  "https://198.18.0.1",
  "https://168.63.129.16",
  "https://192.0.0.192",
  "https://ip6-localhost",
  "https://localhost.localdomain",
  "https://metadata.google.internal",
  "https://metadata.google.internal.",
  "https://printer.local",
  "https://redis",
])("a card from elsewhere may not name an interface at %s", async (origin) => {
  expect(await tryConnect("http://agent.example.com", origin)).toBe("not-allowed");
  expect(await tryConnect("http://agent.example.com", origin, { allowInterface: () => true })).toBe(
    "allowed",
  );
});

it.each([
  ["http://agent.example.com", "http://other.example.com"],
  ["http://agent.example.com", "https://172.32.0.1"],
  ["http://agent.example.com", "https://8.8.8.8"],
  ["http://agent.example.com", "https://[2606:4700:4700::1111]"],
  ["http://localhost:1", "http://127.0.0.1:2"],
  ["http://192.168.1.1", "http://10.0.0.1"],
  ["https://agent.example.com", "https://other.example.com"],
  ["https://localhost", "http://127.0.0.1"],
])("a card from %s may name an interface at %s", async (cardOrigin, origin) => {
  expect(await tryConnect(cardOrigin, origin)).toBe("allowed");
});

it("a card that came over https may not name an interface without encryption", async () => {
  expect(await tryConnect("https://agent.example.com", "http://agent.example.com")).toBe("not-allowed");
});

it("a card that the caller has may name any", async () => {
  await connect(A2AServiceClient, cardOf("http://127.0.0.1:9"), { bindings });
});

it("the refusal says what to do", async () => {
  const fetch = async (): Promise<Response> => Response.json(cardOf("http://10.0.0.1"));
  expect(
    String(await errorOf(connect(A2AServiceClient, "https://agent.example.com", { bindings, fetch }))),
  ).toBe(
    'ConnectError: no interface of the card can be used. The card offers "JSONRPC" "1.0" at "http://10.0.0.1/rpc": its host is of a private network, and the card came from https://agent.example.com; allow it with allowInterface; "HTTP+JSON" "1.0" at "http://10.0.0.1/rest": the binding is not installed. Installed: JSONRPC 1.0',
  );
});

it("the caller's decision gets the URLs of the interface and of the card", async () => {
  const seen: unknown[] = [];
  const allowInterface = (url: URL, cardUrl: URL | undefined): boolean => {
    seen.push([url.href, cardUrl?.href]);
    return false;
  };
  const one = await tryConnect("https://a.example.com", "https://b.example.com:8443", { allowInterface });
  expect(one).toBe("not-allowed");
  await errorOf(connect(A2AServiceClient, cardOf("https://c.example.com"), { bindings, allowInterface }));
  expect(seen).toEqual([
    ["https://b.example.com:8443/", "https://a.example.com/"],
    ["https://c.example.com/", undefined],
  ]);
});

it.each(["Authorization", "cookie", "Proxy-Authorization", "X-Api-Key", "api_key"])(
  "the caller's header %s goes to the origin of the card only, unless the interface was allowed",
  async (name) => {
    const agent = await startAgent();
    const directory = await startServer((_request, response) => sendJson(response, cardOf(agent.origin)));
    const headers = { [name]: "secret" };
    const made = await errorOf(connect(A2AServiceClient, directory.origin, { bindings, headers }));
    expect(isConnectError(made, "not-allowed")).toBe(true);
    expect(String(made)).toContain(`the header ${name.toLowerCase()} would be sent to another origin`);

    const later = await connect(A2AServiceClient, directory.origin, { bindings, headers: () => headers });
    const refusal = `CallError: the header ${name.toLowerCase()} would be sent to ${agent.origin}, which is another origin than that of the card, ${directory.origin}; allow it with allowInterface`;
    expect(String(await errorOf(later.client.getTask({ id: "7" })))).toBe(refusal);
    const bare = await connect(A2AServiceClient, directory.origin, { bindings });
    expect(String(await errorOf(bare.client.getTask({ id: "7" }, { headers })))).toBe(refusal);
    expect(agent.seen).toEqual([]);

    const allowed = await connect(A2AServiceClient, directory.origin, {
      bindings,
      headers,
      allowInterface: () => true,
    });
    expect(await allowed.client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    expect(agent.seen.map((request) => request.headers[name.toLowerCase()])).toEqual(["secret"]);
    const own = await connect(A2AServiceClient, agent.origin, { bindings, headers });
    expect(await own.client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  },
);

it("headers without secrets go wherever a card leads", async () => {
  const agent = await startAgent();
  const directory = await startServer((_request, response) => sendJson(response, cardOf(agent.origin)));
  const headers = {
    "User-Agent": "test",
    "accept-language": "de",
    TraceParent: "00-1-2-01",
    tracestate: "a=b",
    // What a stream that is resumed there sends.
    "Last-Event-ID": "1-2",
  };
  const { client } = await connect(A2AServiceClient, directory.origin, { bindings, headers });
  expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  expect(agent.seen.map((request) => request.headers["user-agent"])).toEqual(["test"]);
});

it("a redirect takes no header elsewhere: not that of a card to another origin, and not a call at all", async () => {
  const agent = await startAgent();
  const secret = { "x-api-key": "secret" };
  const astray = await startServer((request, response) => {
    if (request.url?.endsWith(".json")) return sendJson(response, cardOf(astray.origin));
    response.writeHead(307, { location: `${agent.origin}/rpc` }).end();
  });
  const leading = await startServer((_request, response) => {
    response.writeHead(302, { location: `${agent.origin}/.well-known/agent-card.json` }).end();
  });
  const options = { bindings, headers: secret, cardHeaders: secret };
  expect(String(await errorOf(connect(A2AServiceClient, leading.origin, options)))).toContain(
    `redirects to another origin, ${agent.origin}`,
  );
  const { client } = await connect(A2AServiceClient, astray.origin, options);
  expect(String(await errorOf(client.getTask({ id: "7" })))).toContain("which is not followed");
  expect(agent.seen).toEqual([]);
});
