import { createServer } from "node:http";
import type { SecurityScheme } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
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
  await console.exchanges.filter({ hasText: "SendMessage" }).click();
  const exchange = page.getByRole("article", { name: "Exchange" });
  await page.getByRole("tab", { name: "Headers" }).click();
  const headers = await exchange.getByRole("tabpanel").textContent();
  expect(headers).toContain("***");
  expect(headers).not.toContain(secret);
  expectQuiet(console);
});

test("mutual TLS: the page says what to do", async () => {
  const console = await openConsole(await startAgent({ mtlsSecurityScheme: {} }));
  await console.page.getByText("the agent wants a client certificate").waitFor();
});
