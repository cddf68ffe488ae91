import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileTokenCache } from "@a2agen/runtime/node";
import { type OAuthClientProvider, oauthCredentials } from "@a2agen/runtime/oauth";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from "../../../shared/authorization-server.ts";
import { task } from "../../../shared/client/agents.ts";
import { open, schemeOf, startOAuthAgent, takeTokens } from "../../../shared/oauth/oauth-agent.ts";

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
afterAll(() => server.close());

const found = task("7", "TASK_STATE_WORKING");

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-tokens-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("a file of tokens", () => {
  it("is the owner's alone, and spares the next process a request", async () => {
    const folder = join(await freshFolder(), "a2agen");
    const path = join(folder, "tokens.json");
    const agent = await startOAuthAgent(schemeOf(server, "clientCredentials"), takeTokens(server, {}));
    server.requests.length = 0;
    for (let process = 0; process < 2; process++) {
      const { id: clientId, secret: clientSecret } = clients.service;
      const { client } = await open(
        agent,
        oauthCredentials({ clientId, clientSecret, cache: fileTokenCache(path) }),
      );
      expect(await client.getTask({ id: "7" })).toEqual(found);
    }
    expect(server.requests.filter((request) => request === "POST /token")).toHaveLength(1);
    expect([(await stat(path)).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await readdir(folder)).toEqual(["tokens.json"]);
    expect(await readFile(path, "utf8")).not.toContain(clients.service.secret);
    await fileTokenCache(path).clear();
    expect(await readdir(folder)).toEqual([]);
  });

  it("keeps what many write at once, and outlives a writer that was killed and a file that is broken", async () => {
    const folder = await freshFolder();
    const path = join(folder, "tokens.json");
    await writeFile(path, "{");
    // No process has this number.
    await writeFile(`${path}.writing`, "99999999");
    const keys = Array.from({ length: 20 }, (_, index) => `__proto__ ${index}`);
    await Promise.all(keys.map((key) => fileTokenCache(path).set(key, { key })));
    const cache = fileTokenCache(path);
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map((key) => ({ key })));
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await cache.set(name, {});
      order.push(`${name} ends`);
    };
    await Promise.all([cache.lock("key", work("one")), fileTokenCache(path).lock("key", work("two"))]);
    expect(order.map((line) => line.split(" ")[1])).toEqual(["begins", "ends", "begins", "ends"]);
  });

  it("has one owner at a time, when many find at once that the owner died", async () => {
    const path = join(await freshFolder(), "tokens.json");
    let owners = 0;
    const most: number[] = [];
    for (let round = 0; round < 3; round++) {
      await writeFile(`${path}.lock`, round === 0 ? "no number" : "99999999");
      const work = async (): Promise<void> => {
        most.push(++owners);
        await setImmediate();
        await readdir(dirname(path));
        owners--;
      };
      await Promise.all(Array.from({ length: 8 }, () => fileTokenCache(path).lock("key", work)));
    }
    expect(Math.max(...most)).toBe(1);
    expect(await readdir(dirname(path))).toEqual([]);
  });
});

/** The interface of MCP's TypeScript SDK, by hand: what a class that implements it has. */
interface McpClientProvider {
  get redirectUrl(): string | URL | undefined;
  clientMetadataUrl?: string;
  get clientMetadata(): { redirect_uris: string[]; client_name?: string; [extra: string]: unknown };
  state?(): string | Promise<string>;
  clientInformation(context?: {
    issuer: string;
  }): McpInformation | undefined | Promise<McpInformation | undefined>;
  saveClientInformation?(information: McpInformation, context?: { issuer: string }): void | Promise<void>;
  tokens(context?: { issuer: string }): McpTokens | undefined | Promise<McpTokens | undefined>;
  saveTokens(tokens: McpTokens, context?: { issuer: string }): void | Promise<void>;
  redirectToAuthorization(url: URL): void | Promise<void>;
  saveCodeVerifier(verifier: string): void | Promise<void>;
  codeVerifier(): string | Promise<string>;
  addClientAuthentication?(
    headers: Headers,
    parameters: URLSearchParams,
    url: string | URL,
    metadata?: { issuer: string; token_endpoint: string },
  ): void | Promise<void>;
  validateResourceURL?(serverUrl: string | URL, resource?: string): Promise<URL | undefined>;
  invalidateCredentials?(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void | Promise<void>;
  prepareTokenRequest?(scope?: string): URLSearchParams | Promise<URLSearchParams | undefined> | undefined;
}

interface McpInformation {
  client_id: string;
  client_secret?: string | undefined;
}

interface McpTokens {
  access_token: string;
  token_type: string;
  refresh_token?: string | undefined;
  expires_in?: number | undefined;
}

/** A client of MCP, which serves A2A as well. */
class McpClient implements McpClientProvider {
  readonly redirectUrl = "https://app.example.com/callback";
  readonly clientMetadata = {
    redirect_uris: [this.redirectUrl],
    client_name: "Both",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  };
  readonly called: string[] = [];
  onRedirect: (url: URL) => void = () => undefined;
  #information: McpInformation | undefined;
  #tokens: McpTokens | undefined;
  #verifier = "";

  clientInformation(): McpInformation | undefined {
    return this.#information;
  }
  saveClientInformation(information: McpInformation, context?: { issuer: string }): void {
    this.called.push(`saveClientInformation of ${context?.issuer}`);
    this.#information = information;
  }
  tokens(): McpTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: McpTokens, context?: { issuer: string }): void {
    this.called.push(`saveTokens of ${context?.issuer}`);
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.called.push("redirectToAuthorization");
    this.onRedirect(url);
  }
  saveCodeVerifier(verifier: string): void {
    this.called.push("saveCodeVerifier");
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

describe("a client of MCP", () => {
  it("serves as provider: the person comes back by complete()", async () => {
    const scheme = {
      openIdConnectSecurityScheme: { openIdConnectUrl: `${server.issuer}/.well-known/openid-configuration` },
    };
    const agent = await startOAuthAgent(scheme, takeTokens(server, {}), ["agent.read"]);
    const mcp = new McpClient();
    const provider: OAuthClientProvider & McpClientProvider = mcp;
    const oauth = oauthCredentials({ provider, flow: "authorizationCode" });
    expect(() => oauth.complete("https://app.example.com/callback")).toThrow("nobody was led");
    mcp.onRedirect = (url) => void server.visit(url).then((back) => oauth.complete(back ?? ""));
    const { client } = await open(agent, oauth);
    expect(await client.getTask({ id: "7" })).toEqual(found);
    expect(mcp.called).toEqual([
      `saveClientInformation of ${server.issuer}`,
      "saveCodeVerifier",
      "redirectToAuthorization",
      `saveTokens of ${server.issuer}`,
    ]);
    const again = await open(agent, oauthCredentials({ provider, flow: "authorizationCode" }));
    expect(await again.client.getTask({ id: "7" })).toEqual(found);
    expect(mcp.called).toHaveLength(4);
  });
});
