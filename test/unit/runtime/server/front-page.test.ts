import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { createHost, implement } from "@a2agen/runtime/host";
import { describe, expect, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/index.ts";
import { createHttpHandler, type HttpHandlerOptions } from "../../../../packages/runtime/src/server/index.ts";
import { draftCardOf } from "../../../shared/client/agents.ts";
import { createTestHost, fullCard } from "../host/agent.ts";

const browser: Readonly<Record<string, string>> = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
};

function get(
  options: HttpHandlerOptions = {},
  { path = "/", method = "GET", headers = browser, card = fullCard } = {},
): Promise<Response> {
  const { host } = createTestHost({}, { card });
  const handle = toFetchHandler(
    createHttpHandler(host, { names: ["agent.example", "localhost"], ...options }),
  );
  return Promise.resolve(handle(new Request(`https://agent.example${path}`, { method, headers })));
}

describe("the page at the root of an agent", () => {
  test("says what the agent is, and links its card", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ) as string,
      "x-content-type-options": "nosniff",
      vary: "accept",
    });
    const text = await response.text();
    expect(text).toContain(`<title>${fullCard.name}</title>`);
    expect(text).toContain('<p><a href="/.well-known/agent-card.json">Agent card</a>');
    for (const { url } of fullCard.supportedInterfaces) expect(text).toContain(`<code>${url}</code>`);
    for (const { name } of fullCard.skills) expect(text).toContain(`<li><b>${name}</b>`);
  });

  test("names a draft, whose number is that of a release", async () => {
    const host = createHost({
      services: [implement(DraftService, {})],
      card: draftCardOf("https://agent.example"),
    });
    const handle = toFetchHandler(createHttpHandler(host, { names: ["agent.example"] }));
    const response = await handle(new Request("https://agent.example/", { headers: browser }));
    expect(await response.text()).toContain("<tr><td>JSONRPC<td>1.0 (a2a-1.0-draft)<td>");
    expect(await (await get()).text()).toContain("<tr><td>JSONRPC<td>1.0<td>");
  });

  test("shows the texts of the card as texts", async () => {
    const hostile = `<script>alert("1")</script>'&`;
    const card = {
      ...fullCard,
      name: hostile,
      description: hostile,
      version: hostile,
      documentationUrl: "javascript:alert(1)",
      skills: [{ id: "s", name: hostile, description: hostile, tags: ["t"] }],
    };
    const text = await (await get({}, { card })).text();
    expect(text).not.toMatch(/<script|javascript:|"1"/);
    expect(text).toContain("<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;</h1>");
  });

  test.each<{ name: string; status: number; init?: Parameters<typeof get>[1]; options?: HttpHandlerOptions }>(
    [
      { name: "a client that names no HTML", status: 404, init: { headers: { accept: "*/*" } } },
      { name: "a client that wants no HTML", status: 404, init: { headers: { accept: "text/html;q=0" } } },
      { name: "a client that says nothing", status: 404, init: { headers: {} } },
      { name: "another path", status: 404, init: { path: "/other" } },
      { name: "frontPage: false", status: 404, options: { frontPage: false } },
      { name: "an agent whose card is not served", status: 404, options: { discovery: false } },
      { name: "HEAD", status: 200, init: { method: "HEAD" } },
      {
        name: "a card below a prefix",
        status: 200,
        init: { path: "/one/" },
        options: { discovery: { prefix: "/one" } },
      },
      {
        name: "the root beside a card below a prefix",
        status: 404,
        options: { discovery: { prefix: "/one" } },
      },
    ],
  )("answers $name with $status", async ({ init, options, status }) => {
    expect((await get({ jsonRpc: "/rpc", rest: "/rest", ...options }, init)).status).toBe(status);
  });

  test("leaves the root to the next handler where there is one", async () => {
    const { host } = createTestHost();
    const request = { method: "GET", target: "/", header: () => "text/html" };
    const handler = createHttpHandler(host, { passOn: true, names: [""] });
    expect(
      await handler({
        ...request,
        body: () => Promise.resolve(new Uint8Array()),
        onDisconnect: () => undefined,
      }),
    ).toBeUndefined();
  });
});
