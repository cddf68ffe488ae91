import { A2AService, A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type CredentialAsk, connect } from "../../../../packages/runtime/src/client/index.ts";
import { addGrpcService, grpc } from "../../../../packages/runtime/src/grpc/index.ts";
import { type Authenticate, createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import { CallError, type ClientBindingFactory } from "../../../../packages/runtime/src/service/index.ts";
import { type Agent, cardOf, errorOf, hello, startAgent, task } from "../../../shared/client/agents.ts";
import { sendJson, startServer } from "../../../shared/client/web-server.ts";
import { collect } from "../../../shared/collect.ts";

const flows = {
  clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: { read: "", write: "" } },
};
const security = {
  securitySchemes: { oauth: { oauth2SecurityScheme: { flows } } },
  securityRequirements: [{ schemes: { oauth: { list: ["read"] } } }],
};

const metadata = "https://agent.example.com/.well-known/oauth-protected-resource";

/** Knows the tokens `read`, `read write`; says by challenges what is wrong with others. */
const authenticate: Authenticate = ({ header }) => {
  const token = header("authorization")?.slice("Bearer ".length) ?? "";
  if (token === "read write") return { id: "alice" };
  if (token === "read") {
    const challenge = `Basic realm="a, b", Bearer realm="x", error="insufficient_scope", scope="read write"`;
    throw new CallError("PERMISSION_DENIED", "more scopes", { challenges: [challenge] });
  }
  throw new CallError("UNAUTHENTICATED", "no such token", {
    challenges: [`Bearer error="invalid_token", resource_metadata="${metadata}"`],
  });
};

async function startHttp(): Promise<{ readonly agent: Agent; readonly url: string }> {
  const agent = await startAgent({ card: (origin) => cardOf(origin, security), authenticate });
  return { agent, url: agent.origin };
}

/** The card of an agent over gRPC. */
async function startGrpc(): Promise<ReturnType<typeof cardOf>> {
  const server = new Server();
  const handler: Partial<A2AService> = { getTask: async ({ id }) => task(id, "TASK_STATE_WORKING") };
  const host = createHost({ services: [implement(A2AService, handler as A2AService)], authenticate });
  addGrpcService(server, host, [A2AServiceGrpc]);
  onTestFinished(() => server.forceShutdown());
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, at) =>
      error === null ? resolve(at) : reject(error),
    );
  });
  const url = `127.0.0.1:${port}`;
  return cardOf("", {
    ...security,
    supportedInterfaces: [{ url, protocolBinding: "GRPC", protocolVersion: "1.0" }],
  });
}

/** A credential that answers in turn, and keeps what it was asked with. */
function answering(...answers: readonly string[]): {
  readonly asks: CredentialAsk[];
  readonly oauth: (ask: CredentialAsk) => string;
} {
  const asks: CredentialAsk[] = [];
  return { asks, oauth: (ask) => answers[asks.push(ask) - 1] ?? "too often" };
}

describe.each<{ readonly binding: string; readonly bindings: readonly ClientBindingFactory[] }>([
  { binding: "JSON-RPC", bindings: [jsonRpc()] },
  { binding: "HTTP+JSON", bindings: [rest()] },
  { binding: "gRPC", bindings: [grpc({ codecs: [A2AServiceGrpc] })] },
])("a credential's function over $binding", ({ binding, bindings }) => {
  const open = async (oauth: (ask: CredentialAsk) => string) => {
    const card = binding === "gRPC" ? await startGrpc() : (await startHttp()).url;
    const connection = await connect(A2AServiceClient, card, { bindings, credentials: { oauth } });
    onTestFinished(() => connection.close());
    return connection;
  };

  it("is asked with the scheme and its scopes, and once more with the challenge", async () => {
    const { asks, oauth } = answering("revoked", "read write", "read write");
    const { client, interface: used } = await open(oauth);
    expect(await client.getTask({ id: "7" })).toEqual(task("7", "TASK_STATE_WORKING"));
    const common = {
      name: "oauth",
      scheme: { oauth2SecurityScheme: { flows } },
      scopes: ["read"],
      resource: binding === "gRPC" ? `http://${used.url}` : used.url,
      signal: expect.any(AbortSignal) as AbortSignal,
    };
    const challenge = {
      scheme: "bearer",
      scopes: [],
      error: "invalid_token",
      resourceMetadata: metadata,
      parameters: { error: "invalid_token", resource_metadata: metadata },
    };
    expect(asks).toEqual([common, { ...common, challenge }]);
    await client.getTask({ id: "8" });
    expect(asks[2]).toEqual(common);
  });

  it("is asked for more scopes when a call needs them", async () => {
    const { asks, oauth } = answering("read", "read write");
    const { client } = await open(oauth);
    await client.getTask({ id: "7" });
    expect(asks[1]?.challenge).toMatchObject({
      scheme: "bearer",
      error: "insufficient_scope",
      scopes: ["read", "write"],
      parameters: { realm: "x" },
    });
  });

  it("is asked twice at most, and the same answer is not sent twice", async () => {
    const again = answering("read", "wrong");
    const refused = await open(again.oauth);
    expect(await errorOf(refused.client.getTask({ id: "7" }))).toMatchObject({ status: "UNAUTHENTICATED" });
    expect(again.asks).toHaveLength(2);
    const same = answering("read", "read");
    const { client } = await open(same.oauth);
    expect(await errorOf(client.getTask({ id: "7" }))).toMatchObject({
      status: "PERMISSION_DENIED",
      message: "more scopes",
    });
    expect(same.asks).toHaveLength(2);
  });
});

describe("a credential's function", () => {
  it("is asked once by calls that are refused at the same time, streams too", async () => {
    const { agent, url } = await startHttp();
    let token = "revoked";
    let challenges = 0;
    const oauth = async ({ challenge }: CredentialAsk): Promise<string> => {
      if (challenge === undefined) return token;
      challenges += 1;
      // All four have been refused then.
      await vi.waitFor(() => expect(agent.callRequests).toHaveLength(4), 60_000);
      token = "read write";
      return token;
    };
    const { client } = await connect(A2AServiceClient, url, {
      bindings: [jsonRpc()],
      credentials: { oauth },
    });
    const calls = ["1", "2", "3"].map((id) => client.getTask({ id }));
    await Promise.all([...calls, collect(client.sendStreamingMessage(hello))]);
    expect(challenges).toBe(1);
    expect(agent.callRequests).toHaveLength(8);
  });

  it("has its signal aborted with the call", async () => {
    const { url } = await startHttp();
    const aborted: unknown[] = [];
    let onAsk = (): void => undefined;
    const oauth = ({ signal }: CredentialAsk): Promise<string> =>
      new Promise(() => {
        signal.addEventListener("abort", () => aborted.push(signal.reason));
        onAsk();
      });
    const { client } = await connect(A2AServiceClient, url, {
      bindings: [jsonRpc()],
      credentials: { oauth },
    });
    const controller = new AbortController();
    onAsk = () => controller.abort("enough");
    const ended = errorOf(client.getTask({ id: "7" }, { signal: controller.signal }));
    expect(await ended).toMatchObject({ status: "CANCELLED" });
    onAsk = () => undefined;
    expect(await errorOf(client.getTask({ id: "7" }, { timeoutMs: 1 }))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
    expect(aborted).toEqual(["enough", expect.objectContaining({ status: "DEADLINE_EXCEEDED" })]);
  });

  it("sees all flows of a 0.3 card", async () => {
    const url = "https://id.example.com";
    const older = {
      clientCredentials: { tokenUrl: `${url}/token`, scopes: { read: "" } },
      authorizationCode: { authorizationUrl: `${url}/auth`, tokenUrl: `${url}/token`, scopes: { read: "" } },
    };
    const agent = await startServer((request, response) => {
      if (request.method === "POST") return void response.writeHead(500).end();
      sendJson(response, {
        ...cardOf(agent.origin),
        supportedInterfaces: undefined,
        protocolVersion: "0.3.0",
        url: `${agent.origin}/rpc`,
        preferredTransport: "JSONRPC",
        securitySchemes: { oauth: { type: "oauth2", flows: older, oauth2MetadataUrl: `${url}/metadata` } },
        security: [{ oauth: ["read"] }],
      });
    });
    const { asks, oauth } = answering("token");
    const { client } = await connect(A2AServiceClient, agent.origin, {
      bindings: [jsonRpc()],
      older: [a2a03ToA2a10],
      credentials: { oauth },
      retry: false,
    });
    await errorOf(client.getTask({ id: "7" }));
    expect(asks).toMatchObject([
      {
        scheme: { oauth2SecurityScheme: { flows: older, oauth2MetadataUrl: `${url}/metadata` } },
        scopes: ["read"],
        resource: `${agent.origin}/rpc`,
      },
    ]);
  });
});
