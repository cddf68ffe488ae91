import { createServer } from "node:http";
import type { SecurityScheme } from "@a2agen/a2a-1.0";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { findBarriers } from "../browser.ts";
import { startAuthorizationServer } from "./authorization-server.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

/** Serves an agent with one security scheme, which answers with a call's credentials; returns its origin. */
async function startAgent(scheme: SecurityScheme): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      const card = {
        ...fullCard,
        capabilities: {},
        supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        securitySchemes: { door: scheme },
        securityRequirements: [{ schemes: { door: { list: [] } } }],
      };
      response.end(JSON.stringify(card));
      return;
    }
    const { authorization, cookie, "x-key": key } = request.headers;
    const text = [authorization, cookie, key, new URL(request.url ?? "/", origin).search]
      .filter(Boolean)
      .join(" ");
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += String(piece);
    });
    request.on("end", () => {
      const { id } = JSON.parse(body) as { readonly id: unknown };
      const message = { messageId: text, role: "ROLE_AGENT", parts: [{ text: `with ${text}` }] };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { message } }));
    });
  });
  const origin = await listen(server);
  return origin;
}

const key = (location: "query" | "header" | "cookie", name: string): SecurityScheme => ({
  apiKeySecurityScheme: { location, name },
});

test.each<[string, SecurityScheme, string, string]>([
  ["a key in a header", key("header", "X-Key"), "k-1", "k-1"],
  ["a key in the query", key("query", "key"), "k&2", "?key=k%262"],
  ["a key in a cookie", key("cookie", "sid"), "k-3", "sid=k-3"],
  ["Basic", { httpAuthSecurityScheme: { scheme: "Basic" } }, "ada:pass", `Basic ${btoa("ada:pass")}`],
  ["Bearer", { httpAuthSecurityScheme: { scheme: "bearer" } }, "t-1", "Bearer t-1"],
])("credentials: %s", async (_, scheme, secret, want) => {
  const console = await openConsole(await startAgent(scheme));
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  // The fields are open: the agent asks for credentials.
  await page.getByLabel(/^door \(/).fill(secret);
  await page.getByRole("button", { name: "Connect with these" }).click();
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await console.say("hello");
  await page.getByText(`with ${want}`, { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendMessage" }).getByRole("button").click();
  const exchange = page.getByRole("article", { name: "Exchange" });
  expect(await exchange.textContent()).toContain("***");
  expect((await exchange.locator(".address, dl").allTextContents()).join("\n")).not.toContain(secret);
  expectQuiet(console);
});

test("OAuth 2: a code with PKCE, a code to confirm, the client itself, OpenID Connect, and a token that ends", async () => {
  const server = await startAuthorizationServer();
  const scopes = { read: "Reads." };
  const tokenUrl = `${server}/token`;
  const steps: readonly [SecurityScheme, (page: Page) => Promise<void>, string][] = [
    [
      {
        oauth2SecurityScheme: {
          flows: { authorizationCode: { authorizationUrl: `${server}/authorize`, tokenUrl, scopes } },
        },
      },
      async (page) => {
        await page.getByLabel("Scopes").fill("none");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.getByRole("alert").getByText("invalid_scope").waitFor();
        await page.getByLabel("Scopes").fill("read");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      },
      "code",
    ],
    [
      {
        oauth2SecurityScheme: {
          flows: { deviceCode: { deviceAuthorizationUrl: `${server}/device`, tokenUrl, scopes } },
        },
      },
      async (page) => {
        await page.getByRole("button", { name: "Sign in with a code" }).click();
      },
      "device",
    ],
    [
      { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl, scopes } } } },
      async (page) => {
        await page.getByRole("button", { name: "Sign in as the client" }).click();
        await page.getByRole("alert").getByText("invalid_client: unknown client").waitFor();
        await page.getByLabel("Client secret").fill("secret");
        await page.getByRole("button", { name: "Sign in as the client" }).click();
      },
      "client",
    ],
    [
      {
        openIdConnectSecurityScheme: { openIdConnectUrl: `${server}/.well-known/openid-configuration` },
      },
      async (page) => {
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      },
      "code",
    ],
  ];
  for (const [scheme, signIn] of steps) {
    const console = await openConsole(await startAgent(scheme));
    const { page } = console;
    await page.getByLabel("Client ID").fill("ada");
    expect(await findBarriers(page)).toEqual([]);
    await signIn(page);
    await page.getByText("Signed in.").waitFor();
    await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
    await console.say("hello");
    // Tokens end at once here, and are made anew before each call.
    await page.getByText("with Bearer refreshed-again-token").waitFor();
    // What goes to the authorization server is not in the wire.
    expect(await console.exchanges.filter({ hasText: "token" }).count()).toBe(0);
    expectQuiet(console);
    await page.context().close();
  }
});

test("mutual TLS: the page says what to do", async () => {
  const console = await openConsole(await startAgent({ mtlsSecurityScheme: {} }));
  await console.page.getByText("the agent wants a client certificate").waitFor();
});
