import { readFile } from "node:fs/promises";
import type { SecurityScheme } from "@a2agen/a2a-1.0";
import type { ClientMetadata } from "oidc-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from "../../shared/authorization-server.ts";
import { type Agent, startAgent } from "../../shared/client/agents.ts";
import { cardWith, schemeOf, takeTokens } from "../../shared/oauth/oauth-agent.ts";
import { findBarriers } from "../browser.ts";
import { expectQuiet, type OpenedConsole, openConsole } from "./open-console.ts";

let server: AuthorizationServer;

beforeAll(async () => {
  const person = {
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
  } satisfies Partial<ClientMetadata>;
  const how = { application_type: "native", token_endpoint_auth_method: "none" } as const;
  const redirects = { redirect_uris: ["http://localhost/signed-in"] };
  server = await startAuthorizationServer({
    clients: [{ client_id: "console", ...person, ...how, ...redirects }],
  });
});

afterAll(() => server.close());

/** An agent that takes tokens of the server for its interface, and says whose they are. */
async function startOwnAgent(
  scheme: SecurityScheme,
  wants: { scope?: string } = {},
  required: readonly string[] = ["agent.read"],
): Promise<Agent> {
  const agent: Agent = await startAgent({
    card: (origin) => ({ ...cardWith(origin, scheme, required), capabilities: {} }),
    async authenticate(request) {
      return takeTokens(server, { audience: `${agent.origin}/rpc`, ...wants })(request);
    },
    handler: {
      async sendMessage(_request, { principal }) {
        const text = `${principal?.id} with ${principal?.scopes?.join(" ")}`;
        return { message: { messageId: crypto.randomUUID(), role: "ROLE_AGENT", parts: [{ text }] } };
      },
    },
  });
  return agent;
}

async function untilAnswered({ page, say }: OpenedConsole, answer: string, count = 1): Promise<void> {
  await say("hello");
  await page
    .getByText(answer)
    .nth(count - 1)
    .waitFor();
}

/** Nothing that lasts, is shown or is saved has a token. */
async function expectSecret({ page, exchanges, save }: OpenedConsole, agent: Agent): Promise<void> {
  await page.getByRole("button", { name: "Close Credentials" }).click();
  await exchanges.filter({ hasText: "SendMessage" }).last().click();
  await page.getByRole("article", { name: "Exchange" }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  const recording = await readFile(await save("Save recording"), "utf8");
  const har = await readFile(await save("Save HAR"), "utf8");
  const texts = [kept, await page.content(), recording, har];
  const tokens = agent.callRequests.flatMap(({ headers }) => headers["authorization"]?.split(" ")[1] ?? []);
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) expect(texts.filter((text) => text.includes(token))).toEqual([]);
  // What goes to the authorization server is not in the wire.
  expect(recording).toContain(`"url":"${agent.origin}/rpc"`);
  expect(recording).not.toContain(`"request":{"verb":"POST","url":"${server.issuer}`);
}

test("a code with PKCE: refused, given, renewed without a person, and once more for another scope", async () => {
  const wants = { scope: "agent.read" };
  const agent = await startOwnAgent(schemeOf(server, "authorizationCode"), wants);
  const opened = await openConsole(agent.origin);
  const { page } = opened;
  await page.getByLabel("Client ID").fill("console");
  expect(await page.getByLabel("Scopes").inputValue()).toBe("agent.read");
  expect(await findBarriers(page)).toEqual([]);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  server.intercept = ({ url = "" }, response) => {
    if (!/^\/interaction\/[^?]*$/.test(url)) return false;
    response.writeHead(302, { location: `${url}?deny=yes` }).end();
    return true;
  };
  await signIn.click();
  await page.getByRole("alert").getByText("access_denied").waitFor();
  server.intercept = undefined;
  await signIn.click();
  await page.getByText("Signed in.").waitFor();
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await untilAnswered(opened, "alice with agent.read");
  const asked = (): number => server.requests.filter((line) => line === "GET /auth").length;
  const before = asked();
  // The token is worth nothing any more.
  server.rotateKeys();
  await untilAnswered(opened, "alice with agent.read", 2);
  expect(asked()).toBe(before);
  wants.scope = "agent.read agent.write";
  await untilAnswered(opened, "alice with agent.read agent.write");
  expect(asked()).toBe(before + 1);
  await expectSecret(opened, agent);
  // The browser says of the calls that the agent refused nothing: the relay made them.
  expectQuiet(opened);
});

test("a code to confirm, which a person can stop", async () => {
  const agent = await startOwnAgent(schemeOf(server, "deviceCode"));
  const opened = await openConsole(agent.origin);
  const { page } = opened;
  await page.getByLabel("Client ID").fill(clients.device.id);
  const signIn = page.getByRole("button", { name: "Sign in with a code" });
  await signIn.click();
  const link = page.getByRole("status").getByRole("link");
  await link.waitFor();
  await page.getByRole("button", { name: "Stop signing in" }).click();
  await link.waitFor({ state: "detached" });
  await signIn.click();
  const url = (await link.getAttribute("href")) ?? "";
  const code = await page.getByRole("status").locator("strong").textContent();
  expect([new URL(url).origin, new URL(url).searchParams.get("user_code")]).toEqual([server.issuer, code]);
  expect(await findBarriers(page)).toEqual([]);
  await server.visit(url);
  await page.getByText("Signed in.").waitFor();
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await untilAnswered(opened, "alice with agent.read");
  await expectSecret(opened, agent);
  expectQuiet(opened);
});

test("the client itself: what is missing or wrong is said", async () => {
  const agent = await startOwnAgent(schemeOf(server, "clientCredentials"));
  const opened = await openConsole(agent.origin);
  const { page } = opened;
  const { id, secret } = clients.service;
  const signIn = page.getByRole("button", { name: "Sign in as the client" });
  await page.getByLabel("Client ID").fill(id);
  await signIn.click();
  await page.getByRole("alert").getByText("clientCredentials, which needs clientSecret").waitFor();
  await page.getByLabel("Client secret").fill("guessed-wrong");
  await signIn.click();
  await page.getByRole("alert").getByText("invalid_client").waitFor();
  expect(await page.content()).not.toContain("guessed-wrong");
  await page.getByLabel("Client secret").fill(secret);
  await signIn.click();
  await page.getByText("Signed in.").waitFor();
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await untilAnswered(opened, `${id} with agent.read`);
  await expectSecret(opened, agent);
  expectQuiet(opened);
});

test("OpenID Connect: a client that registers itself", async () => {
  const openIdConnectUrl = `${server.issuer}/.well-known/openid-configuration`;
  const agent = await startOwnAgent({ openIdConnectSecurityScheme: { openIdConnectUrl } });
  const opened = await openConsole(agent.origin);
  const { page } = opened;
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Signed in.").waitFor();
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await untilAnswered(opened, "alice with agent.read");
  expect(server.requests).toContain("POST /reg");
  expectQuiet(opened);
});

test("a server whose endpoints are elsewhere gets no secret before its origin is named", async () => {
  const tokenUrl = `${server.issuer.replace("127.0.0.1", "localhost")}/token`;
  const authorizationUrl = `${server.issuer}/auth`;
  const flows = { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } };
  const agent = await startOwnAgent({ oauth2SecurityScheme: { flows } });
  const { page } = await openConsole(agent.origin);
  await page.getByLabel("Client ID").fill("console");
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  await signIn.click();
  await page.getByRole("alert").getByText("allow it with allowOrigins").waitFor();
  await page.getByLabel("Further origins").fill(server.issuer);
  await signIn.click();
  await page.getByText("Signed in.").waitFor();
});
