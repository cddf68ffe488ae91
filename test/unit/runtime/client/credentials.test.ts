import {
  A2AService,
  A2AServiceClient,
  A2AServiceGrpc,
  type AgentCard,
  type SecurityScheme,
} from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { credentials as ChannelCredentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ClientConnection,
  type ClientConnectOptions,
  type Credentials,
  connect,
  isConnectError,
} from "../../../../packages/runtime/src/client/index.ts";
import { addGrpcService, grpc } from "../../../../packages/runtime/src/grpc/index.ts";
import { type Authenticate, createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import type {
  ClientBindingFactory,
  ClientBindingTarget,
} from "../../../../packages/runtime/src/service/index.ts";
import {
  type Agent,
  cardOf,
  draftCardOf,
  errorOf,
  hello,
  startAgent,
  task,
  taskEvent,
} from "../../../shared/client/agents.ts";
import { sendJson, startServer } from "../../../shared/client/web-server.ts";
import { collect } from "../../../shared/collect.ts";

const bindings = [jsonRpc(), rest()];

const schemes = {
  bearer: { httpAuthSecurityScheme: { scheme: "bearer", bearerFormat: "JWT" } },
  basic: { httpAuthSecurityScheme: { scheme: "BASIC" } },
  dpop: { httpAuthSecurityScheme: { scheme: "DPoP" } },
  header: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  query: { apiKeySecurityScheme: { location: "query", name: "api key" } },
  cookie: { apiKeySecurityScheme: { location: "cookie", name: "session" } },
  oauth: {
    oauth2SecurityScheme: {
      flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: {} } },
    },
  },
  oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example.com" } },
  certificate: { mtlsSecurityScheme: {} },
} as const satisfies Record<string, SecurityScheme>;

type Names = readonly string[];

/** Changes of a card that asks for one of some combinations of schemes. */
function asking(...combinations: readonly Names[]): Partial<AgentCard> {
  return {
    securitySchemes: { ...schemes },
    securityRequirements: combinations.map((names) => ({
      schemes: Object.fromEntries(names.map((name) => [name, { list: [] }])),
    })),
  };
}

const anyone: Authenticate = () => ({ id: "anyone" });

async function startAsking(...combinations: readonly Names[]): Promise<Agent> {
  return startAgent({ card: (origin) => cardOf(origin, asking(...combinations)), authenticate: anyone });
}

describe("the credential of a scheme", () => {
  it.each([
    { scheme: "bearer", credential: "abc", header: "authorization", want: "Bearer abc" },
    { scheme: "basic", credential: "mé:p:w", header: "authorization", want: "Basic bcOpOnA6dw==" },
    { scheme: "basic", credential: "bWU6cHc=", header: "authorization", want: "Basic bWU6cHc=" },
    { scheme: "dpop", credential: "abc", header: "authorization", want: "DPoP abc" },
    { scheme: "header", credential: "abc", header: "x-key", want: "abc" },
    { scheme: "cookie", credential: "abc", header: "cookie", want: "session=abc" },
    { scheme: "oauth", credential: async () => "abc", header: "authorization", want: "Bearer abc" },
    { scheme: "oidc", credential: () => "abc", header: "authorization", want: "Bearer abc" },
  ])("$scheme is sent as $header: $want", async ({ scheme, credential, header, want }) => {
    const agent = await startAsking([scheme]);
    for (const binding of bindings) {
      const { client } = await connect(A2AServiceClient, agent.origin, {
        bindings: [binding],
        credentials: { [scheme]: credential },
      });
      await client.getTask({ id: "7" });
      await collect(client.sendStreamingMessage(hello));
    }
    expect(agent.callRequests.map(({ headers }) => headers[header])).toEqual([want, want, want, want]);
    const cards = agent.seen.filter(({ target }) => target.includes(".well-known"));
    expect(cards.map(({ headers }) => headers[header])).toEqual([undefined, undefined]);
  });

  it("query is sent in the query of every request, beside what is there", async () => {
    const agent = await startAsking(["query"]);
    for (const binding of bindings) {
      const { client } = await connect(A2AServiceClient, agent.origin, {
        bindings: [binding],
        credentials: { query: "a&b=é" },
      });
      await client.getTask({ id: "7", historyLength: 2 });
    }
    expect(agent.callRequests.map(({ target }) => target)).toEqual([
      "/rpc?api%20key=a%26b%3D%C3%A9",
      "/rest/tasks/7?historyLength=2&api%20key=a%26b%3D%C3%A9",
    ]);
  });

  it("certificate is not sent: it is presented by fetch", async () => {
    const agent = await startAsking(["certificate"]);
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings,
      credentials: { certificate: "yes" },
    });
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
  });

  it("is sent as metadata over gRPC, where a query has no place", async () => {
    const seen: unknown[] = [];
    const server = new Server();
    const handler: Partial<A2AService> = {
      getTask: async ({ id }) => task(id, "TASK_STATE_WORKING"),
    };
    const host = createHost({
      services: [implement(A2AService, handler as A2AService)],
      authenticate(request) {
        seen.push([request.header("authorization"), request.header("cookie")]);
        return { id: "anyone" };
      },
    });
    addGrpcService(server, host, [A2AServiceGrpc]);
    onTestFinished(() => server.forceShutdown());
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, at) =>
        error === null ? resolve(at) : reject(error),
      );
    });
    const card = cardOf("", {
      ...asking(["query"], ["bearer", "cookie"]),
      supportedInterfaces: [
        { url: `grpc://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
      ],
    });
    const { client, close } = await connect(A2AServiceClient, card, {
      bindings: [grpc({ codecs: [A2AServiceGrpc] })],
      credentials: { query: "secret", bearer: "abc", cookie: "def" },
    });
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    expect(seen).toEqual([["Bearer abc", "session=def"]]);
    await close();
  });

  it("is taken from the card of the draft as well", async () => {
    const seen: unknown[] = [];
    const agent = await startServer((request, response) => {
      if (request.url === "/.well-known/agent-card.json") {
        sendJson(
          response,
          draftCardOf(agent.origin, {
            securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
            security: [{ schemes: { bearer: { list: [] } } }],
          }),
        );
        return;
      }
      seen.push(request.headers.authorization);
      response.writeHead(500).end();
    });
    const options = { bindings: [rest()], credentials: { bearer: "abc" } };
    const { client } = await connect(DraftService, agent.origin, options);
    await errorOf(client.getTask({ name: "tasks/7" }));
    expect(seen).toEqual(["Bearer abc"]);
  });
});

describe("of the card's requirements", () => {
  const sent = async (
    combinations: readonly Names[],
    credentials: Credentials,
    options: Partial<ClientConnectOptions> = {},
  ): Promise<readonly string[]> => {
    const agent = await startAsking(...combinations);
    const { client } = await connect(A2AServiceClient, agent.origin, { bindings, credentials, ...options });
    await client.getTask({ id: "7" });
    const [request] = agent.callRequests;
    const { authorization, cookie, "x-key": key } = request?.headers ?? {};
    return [authorization, cookie, key].filter((value) => value !== undefined).map(String);
  };

  it("the first one counts that can be met", async () => {
    const given = { bearer: "abc", cookie: "def", header: "ghi" };
    expect(await sent([["basic"], ["bearer", "oidc"], ["header", "cookie"], ["bearer"]], given)).toEqual([
      "session=def",
      "ghi",
    ]);
  });

  it("one that asks for nothing is for callers who have nothing", async () => {
    expect(await sent([[], ["bearer"]], { bearer: "abc" })).toEqual(["Bearer abc"]);
    expect(await sent([[], ["bearer"]], {})).toEqual([]);
  });

  it("none may be there: what is given for the card's schemes is sent", async () => {
    expect(await sent([], { bearer: "abc", header: "ghi" })).toEqual(["Bearer abc", "ghi"]);
  });

  it("two cannot be met that use the same header", async () => {
    expect(await sent([["bearer", "oidc"], ["header"]], { bearer: "a", oidc: "b", header: "c" })).toEqual([
      "c",
    ]);
  });

  it("none counts when the caller says so", async () => {
    const headers = { Authorization: "own" };
    expect(await sent([["bearer"]], { bearer: "abc" }, { authentication: "none", headers })).toEqual(["own"]);
  });

  it("none can be met: an error lists what is lacking", async () => {
    const agent = await startAgent({
      card: (origin) =>
        cardOf(origin, {
          ...asking(["bearer", "header"], ["constructor"], ["bad"]),
          securitySchemes: {
            ...schemes,
            bad: { apiKeySecurityScheme: { location: "header", name: "X-Key\r\nX-Evil: 1" } },
          },
          supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        }),
    });
    const error = await errorOf(
      connect(A2AServiceClient, agent.origin, { bindings, credentials: { header: "ghi", bad: "jkl" } }),
    );
    expect(isConnectError(error, "no-credentials")).toBe(true);
    expect((error as Error).message).toBe(
      `no interface of the card can be used. The card offers "JSONRPC" "1.0" at "${agent.origin}/rpc": the card asks for credentials; lacking: credentials for "bearer"; or "constructor", which the card does not describe; or "bad", which names no header. Installed: JSONRPC 1.0, HTTP+JSON 1.0`,
    );
    expect(agent.callRequests).toEqual([]);
  });

  it("credentials for a scheme that is not there are not sent, with a warning", async () => {
    const agent = await startAgent();
    const { client, warnings } = await connect(A2AServiceClient, agent.origin, {
      bindings,
      credentials: { bearer: "abc" },
    });
    await client.getTask({ id: "7" });
    expect(agent.callRequests[0]?.headers).not.toHaveProperty("authorization");
    expect(warnings).toEqual([
      { about: "credentials", path: "bearer", message: "the card has no security scheme of this name" },
    ]);
  });
});

describe("a credential that cannot be sent", () => {
  it.each([
    { scheme: "bearer", credential: "a\r\nX-Evil: 1", why: "has characters that a header cannot carry" },
    { scheme: "cookie", credential: "a; admin=1", why: "has characters that a cookie cannot carry" },
    { scheme: "header", credential: "", why: "expected a text, found none" },
    { scheme: "header", credential: () => Promise.reject(new Error("no")), why: "the function failed" },
    { scheme: "query", credential: () => Promise.reject(new Error("no")), why: "the function failed" },
  ])("fails the call and is not shown ($scheme: $why)", async ({ scheme, credential, why }) => {
    const agent = await startAsking([scheme]);
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings,
      credentials: { [scheme]: credential },
    });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "UNAUTHENTICATED",
      message: `credentials["${scheme}"]: ${why}`,
    });
    expect(agent.callRequests).toEqual([]);
  });

  it("may be a header of the caller that cannot be made", async () => {
    const agent = await startAgent();
    const headers = (): Promise<never> => Promise.reject(new Error("no"));
    const { client } = await connect(A2AServiceClient, agent.origin, { bindings, headers });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "UNAUTHENTICATED",
      message: "headers: the function failed",
      cause: new Error("no"),
    });
  });

  it("is not waited for longer than the call may take", async () => {
    const agent = await startAsking(["bearer"]);
    const never = (): Promise<string> => new Promise(() => undefined);
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings,
      credentials: { bearer: never },
    });
    const controller = new AbortController();
    const ended = errorOf(client.getTask({ id: "7" }, { signal: controller.signal }));
    controller.abort();
    expect(await ended).toMatchObject({ status: "CANCELLED" });
    expect(await errorOf(client.getTask({ id: "7" }, { timeoutMs: 1 }))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
  });
});

describe("credentials are kept", () => {
  const remote = cardOf("http://agent.example.com", asking(["bearer"]));
  const credentials = { bearer: "abc" };

  it("from connections that are not encrypted, unless they do not leave the machine", async () => {
    const error = await errorOf(connect(A2AServiceClient, remote, { bindings, credentials }));
    expect(isConnectError(error, "insecure")).toBe(true);
    expect(String(error)).toContain("credentials would be sent unencrypted; allow it with insecure: true");
    for (const host of ["127.0.0.1.example.com", "localhost.example.com", "0.0.0.0", "[::2]"]) {
      const card = cardOf(`http://${host}`, asking(["bearer"]));
      expect(
        isConnectError(await errorOf(connect(A2AServiceClient, card, { bindings, credentials })), "insecure"),
      ).toBe(true);
    }
    for (const host of [
      "http://localhost:1",
      "http://me.localhost",
      "http://127.1",
      "http://[::1]",
      "https://a.example.com",
    ]) {
      await connect(A2AServiceClient, cardOf(host, asking(["bearer"])), { bindings, credentials });
    }
    const card = cardOf("", {
      ...asking(["bearer"]),
      supportedInterfaces: [{ url: "grpc://a.example.com", protocolBinding: "GRPC", protocolVersion: "1.0" }],
    });
    const options = { bindings: [grpc({ codecs: [A2AServiceGrpc] })], credentials };
    expect(isConnectError(await errorOf(connect(A2AServiceClient, card, options)), "insecure")).toBe(true);
    const { close } = await connect(A2AServiceClient, card, { ...options, insecure: true });
    await close();
  });

  it("from nobody over gRPC with TLS, which an address without a scheme means, and credentials of the channel", async () => {
    const cardAt = (url: string): AgentCard =>
      cardOf("", {
        ...asking(["bearer"]),
        supportedInterfaces: [{ url, protocolBinding: "GRPC", protocolVersion: "1.0" }],
      });
    const codecs = [A2AServiceGrpc];
    for (const url of [
      "a.example.com:443",
      "[2001:db8::1]:443",
      "grpcs://a.example.com",
      "https://a.example.com/a2a",
    ]) {
      const { interface: used, close } = await connect(A2AServiceClient, cardAt(url), {
        bindings: [grpc({ codecs })],
        credentials,
      });
      expect(used.url).toBe(url);
      await close();
    }
    const encrypted = grpc({ codecs, credentials: ChannelCredentials.createSsl() });
    const { close } = await connect(A2AServiceClient, cardAt("http://a.example.com"), {
      bindings: [encrypted],
      credentials,
    });
    await close();
    const clear = grpc({ codecs, credentials: ChannelCredentials.createInsecure() });
    const error = await errorOf(
      connect(A2AServiceClient, cardAt("https://a.example.com"), { bindings: [clear], credentials }),
    );
    expect(isConnectError(error, "insecure")).toBe(true);
  });

  it("while the next interface of the card may have them", async () => {
    const card = cardOf("", {
      ...asking(["bearer"]),
      supportedInterfaces: ["http://a.example.com", "https://b.example.com"].map((url) => ({
        url,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
      })),
    });
    const connection = await connect(A2AServiceClient, card, { bindings, credentials });
    expect(connection.interface.url).toBe("https://b.example.com");
  });

  it("when the card itself came unencrypted from another machine", async () => {
    const options: ClientConnectOptions = {
      bindings,
      credentials,
      fetch: async () => Response.json(cardOf("https://evil.example.com", asking(["bearer"]))),
      allowInterface: () => true,
    };
    const error = await errorOf(connect(A2AServiceClient, "http://agent.example.com", options));
    expect(isConnectError(error, "insecure")).toBe(true);
    expect(String(error)).toContain("the card came unencrypted");
    await connect(A2AServiceClient, "http://agent.example.com", { ...options, insecure: true });
  });

  it.each(["bearer", "basic", "header", "cookie", "query", "oauth"])(
    "when a card leads those of the scheme %s to another origin",
    async (scheme) => {
      const agent = await startAsking([scheme]);
      const card = cardOf(agent.origin, asking([scheme]));
      const directory = await startServer((_request, response) => sendJson(response, card));
      const options: ClientConnectOptions = { bindings, credentials: { [scheme]: "secret" } };
      const error = await errorOf(connect(A2AServiceClient, directory.origin, options));
      expect(isConnectError(error, "not-allowed")).toBe(true);
      expect(String(error)).toContain(
        `credentials["${scheme}"] would be sent to another origin than that of the card, ${directory.origin}; allow it with allowInterface`,
      );
      expect(agent.seen).toEqual([]);

      const allowed = await connect(A2AServiceClient, directory.origin, {
        ...options,
        allowInterface: () => true,
      });
      await allowed.client.getTask({ id: "7" });
      // A card of the caller's own is its own choice.
      const own = await connect(A2AServiceClient, card, options);
      await own.client.getTask({ id: "7" });
      expect(agent.seen.length).toBe(2);
    },
  );

  it("when the interfaces of a card are elsewhere, but for one at its origin", async () => {
    const agent = await startAgent({
      authenticate: anyone,
      card: (origin) => {
        const card = cardOf(origin, asking(["bearer"]));
        const astray = (card.supportedInterfaces ?? []).map((entry) => ({
          ...entry,
          url: "http://127.0.0.1:1/",
        }));
        return { ...card, supportedInterfaces: [...astray, ...(card.supportedInterfaces ?? [])] };
      },
    });
    const { client, interface: used } = await connect(A2AServiceClient, agent.origin, {
      bindings,
      credentials: { bearer: "abc" },
    });
    await client.getTask({ id: "7" });
    expect(new URL(used.url).origin).toBe(agent.origin);
  });

  it.each(["Host", "content-length", "Transfer-Encoding", "proxy-authorization", "X-Forwarded-For", "te"])(
    "when a card wants a key in the header %s",
    async (name) => {
      const card = cardOf("https://agent.example.com", {
        securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name } } },
        securityRequirements: [{ schemes: { key: { list: [] } } }],
      });
      const error = await errorOf(connect(A2AServiceClient, card, { bindings, credentials: { key: "abc" } }));
      expect(isConnectError(error, "no-credentials")).toBe(true);
      expect(String(error)).toContain("names a header that the transport sets");
    },
  );

  it("when they are headers of the caller, for calls and for the card", async () => {
    const sent: string[] = [];
    const options: ClientConnectOptions = {
      bindings,
      fetch: async (url) => {
        sent.push(new Request(url).url);
        return Response.json({});
      },
    };
    const headers = { Authorization: "Bearer abc" };
    const { client } = await connect(A2AServiceClient, cardOf("http://agent.example.com"), {
      ...options,
      headers,
    });
    expect(String(await errorOf(client.getTask({ id: "7" })))).toBe(
      "CallError: the header authorization would be sent unencrypted to http://agent.example.com; use https, or allow it with insecure: true",
    );
    const other = await connect(A2AServiceClient, cardOf("http://agent.example.com"), options);
    expect(
      String(await errorOf(other.client.getTask({ id: "7" }, { headers: { COOKIE: "a=b" } }))),
    ).toContain("the header cookie would be sent unencrypted");
    const strange = await connect(A2AServiceClient, "http://agent.example.com", {
      bindings,
      headers,
      fetch: async () => Response.json(cardOf("https://evil.example.com")),
      allowInterface: () => true,
    });
    expect(String(await errorOf(strange.client.getTask({ id: "7" })))).toBe(
      "CallError: the header authorization would be sent to https://evil.example.com, which a card names that came unencrypted; use https, or allow it with insecure: true",
    );
    const cardHeaders = { "proxy-authorization": "abc" };
    expect(
      isConnectError(
        await errorOf(connect(A2AServiceClient, "http://agent.example.com", { ...options, cardHeaders })),
        "insecure",
      ),
    ).toBe(true);
    expect(sent).toEqual([]);
  });

  it("from other origins than that of the interface, where redirects lead, or a binding", async () => {
    const thief = await startServer((_request, response) => response.end());
    const agent = await startAgent({
      card: (origin) => cardOf(origin, asking(["bearer"])),
      before(request, response) {
        if (request.url !== "/rpc") return false;
        response.writeHead(307, { location: `${thief.origin}/rpc` }).end();
        return true;
      },
    });
    const redirected = await connect(A2AServiceClient, agent.origin, { bindings, credentials, retry: false });
    await errorOf(redirected.client.sendMessage(hello));

    const stray: ClientBindingFactory = {
      ...jsonRpc(),
      connect: (target: ClientBindingTarget) => jsonRpc().connect({ ...target, url: thief.origin }),
    };
    const strayed = await connect(A2AServiceClient, agent.origin, { bindings: [stray], credentials });
    expect(await errorOf(strayed.client.getTask({ id: "7" }))).toMatchObject({
      message: `a call to ${agent.origin} would be sent to ${thief.origin} instead`,
    });
    expect(thief.seen).toEqual([]);
  });
});

describe("a call that is refused for its credentials", () => {
  /** Takes the token "new" only. */
  const startGuarded = (): Promise<Agent> =>
    startAgent({
      card: (origin) => cardOf(origin, asking(["bearer"])),
      authenticate: ({ header }) => (header("authorization") === "Bearer new" ? { id: "me" } : undefined),
      handler: {
        async *subscribeToTask({ id }) {
          yield taskEvent(id, "TASK_STATE_COMPLETED");
        },
      },
    });
  const tokensOf = (agent: Agent): unknown[] =>
    agent.callRequests.map(({ headers }) => headers.authorization);
  const open = (
    agent: Agent,
    options: Partial<ClientConnectOptions>,
  ): Promise<ClientConnection<A2AService>> =>
    connect(A2AServiceClient, agent.origin, { bindings, credentials: { bearer: "old" }, ...options });

  it("is sent once more with new ones, whatever it does, and these are kept", async () => {
    const agent = await startGuarded();
    const errors: unknown[] = [];
    const { client } = await open(agent, {
      onUnauthorized: async (error) => {
        errors.push(error);
        return { bearer: "new" };
      },
    });
    expect(await client.sendMessage(hello)).toEqual({ task: task("task-1", "TASK_STATE_COMPLETED") });
    await client.getTask({ id: "7" });
    expect(tokensOf(agent)).toEqual(["Bearer old", "Bearer new", "Bearer new"]);
    const description = 'error_description="the call needs valid credentials"';
    const metadata = `resource_metadata="${agent.origin}/.well-known/oauth-protected-resource/rpc"`;
    const challenge = `Bearer error="invalid_token", ${description}, ${metadata}`;
    expect(errors).toMatchObject([{ status: "UNAUTHENTICATED", challenges: [challenge] }]);
  });

  it("can be a stream", async () => {
    const agent = await startGuarded();
    const { client } = await open(agent, { onUnauthorized: () => ({ bearer: "new" }) });
    expect(await collect(client.sendStreamingMessage(hello))).toHaveLength(2);
    expect(tokensOf(agent)).toEqual(["Bearer old", "Bearer new"]);
  });

  it("fails when the new ones are refused as well", async () => {
    const agent = await startGuarded();
    const { client } = await open(agent, { onUnauthorized: () => ({ bearer: "other" }) });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({ status: "UNAUTHENTICATED" });
    expect(tokensOf(agent)).toEqual(["Bearer old", "Bearer other"]);
  });

  it("fails when there are no others", async () => {
    const agent = await startGuarded();
    const { client } = await open(agent, { onUnauthorized: () => undefined });
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({ status: "UNAUTHENTICATED" });
    const without = await open(agent, {});
    expect(await errorOf(without.client.getTask({ id: "7" }))).toMatchObject({ status: "UNAUTHENTICATED" });
    expect(tokensOf(agent)).toEqual(["Bearer old", "Bearer old"]);
  });

  it("asks once with others that are refused at the same time", async () => {
    const agent = await startGuarded();
    let asked = 0;
    const { client } = await open(agent, {
      onUnauthorized: async () => {
        asked += 1;
        return { bearer: "new" };
      },
    });
    await Promise.all([1, 2, 3, 4].map((id) => client.getTask({ id: String(id) })));
    expect(asked).toBe(1);
    expect(tokensOf(agent).filter((token) => token === "Bearer new")).toHaveLength(4);
  });
});
