import { createServer, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { cardOf, startAgent } from "../../shared/client/agents.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { findBarriers } from "../browser.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

interface CatalogHost {
  readonly origin: string;
  readonly requests: IncomingMessage[];
}

const place = "/.well-known/ai-catalog.json";
const agentType = "application/a2a-agent-card+json";

/** A host that has a catalog and nothing else, until the test has ended. */
async function startHost(entries: readonly object[], token?: string): Promise<CatalogHost> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader("content-type", "application/json");
    if (request.url !== place) return void response.writeHead(404).end("{}");
    const isKnown = token === undefined || request.headers.authorization === `Bearer ${token}`;
    if (!isKnown) return void response.writeHead(401).end("{}");
    const host = { displayName: "Example" };
    response.end(JSON.stringify({ specVersion: "1.0", host, entries }));
  });
  return { origin: await listen(server), requests };
}

const named = (name: string): { handler: object; card: (origin: string) => ReturnType<typeof cardOf> } => ({
  card: (origin) => cardOf(origin, { name, capabilities: {} }),
  handler: {
    async sendMessage() {
      const parts = [{ text: `this is ${name}` }];
      return { message: { messageId: crypto.randomUUID(), role: "ROLE_AGENT", parts } };
    },
  },
});

test("a host with a catalog: choose an agent by the keyboard, then another one", async () => {
  const weather = await startAgent(named("Weather"));
  const geography = await startAgent(named("Geography"));
  const { origin } = await startHost([
    {
      identifier: "urn:air:example.com:agents:weather",
      type: agentType,
      displayName: "Weather",
      description: "Knows about weather.",
      version: "1.2.0",
      url: `${weather.origin}/.well-known/agent-card.json`,
    },
    {
      identifier: "urn:air:example.com:agents:geography",
      type: agentType,
      description: "Knows about geography.",
      data: cardOf(geography.origin, { name: "Geography", capabilities: {} }),
      trustManifests: [{ identity: "x" }],
    },
    {
      identifier: "urn:air:example.com:tools:files",
      type: "application/mcp-server+json",
      displayName: "Files",
      url: `${weather.origin}/mcp`,
    },
    { type: agentType, url: `${weather.origin}/none` },
  ]);
  const opened = await openConsole(origin);
  const { page } = opened;
  await page.getByText("2 agents to choose from, of 3 entries").waitFor();
  const entries = page.getByRole("region", { name: "Catalog" }).locator("li.entry");
  const texts = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  expect(texts).toEqual([
    "Weather 1.2.0 A2A agent Knows about weather. urn:air:example.com:agents:weather",
    "Geography 1.0.0 A2A agent, trust not verified Knows about geography. urn:air:example.com:agents:geography",
    "Files application/mcp-server+json urn:air:example.com:tools:files",
  ]);
  await page.getByText("1 problem of the catalog").click();
  await page.getByText("entries[3].identifier: expected a text, found none").waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    // Without motion colours change at once.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.getByLabel("Find").focus();
  await page.keyboard.type("WEATHER");
  await page.getByText("1 agent to choose from, of 3 entries").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await opened.say("hello");
  await page.getByText("this is Weather").waitFor();
  await page.reload();
  await opened.say("hello");
  // The conversation has outlived the reload.
  await page.getByText("this is Weather").nth(1).waitFor();
  await page.locator(".agent-chip").click();
  await page.getByRole("button", { name: "Other agents" }).click();
  await page.getByRole("button", { name: /^Geography/ }).click();
  await opened.say("hello");
  await page.getByText("this is Geography").waitFor();
  await opened.chooseInterface(`1.0 HTTP+JSON ${geography.origin}/rest`);
  await opened.say("again");
  await expect
    .poll(() => geography.callRequests.at(-1)?.target, { timeout: 60_000 })
    .toBe("/rest/message:send");
  expect(weather.callRequests.length).toBe(2);
});

test("what a catalog says is text: scripts, 10,000 entries, names without spaces", async () => {
  const markup = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>`;
  const more = Array.from({ length: 9_997 }, (_, at) => ({
    identifier: `urn:x:${at}`,
    type: agentType,
    url: "http://a.test/a.json",
  }));
  const { origin } = await startHost([
    { identifier: markup, type: agentType, displayName: markup, description: markup, url: "http://a.test/" },
    { identifier: "long", type: "x".repeat(3000), displayName: "y".repeat(5000), url: "http://a.test/" },
    { identifier: "link", type: agentType, displayName: "Link", url: "javascript:window.owned=1" },
    ...more,
  ]);
  const opened = await openConsole(`${origin}${place}`, { viewport: { width: 390, height: 800 } });
  const { page } = opened;
  await page.getByText(/to choose from, of 999 entries/).waitFor();
  await page.getByText("3 problems of the catalog").click();
  await page.getByText("expected 1000 entries at most; the rest is not read").waitFor();
  const list = page.getByRole("region", { name: "Catalog" });
  await list.getByText(markup).first().waitFor();
  expect(await list.locator("img, script").count()).toBe(0);
  const { width, inner } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    inner: Math.max(
      ...[...document.querySelectorAll(".work *")].map((each) => each.getBoundingClientRect().right),
    ),
  }));
  expect([width, inner <= 390]).toEqual([390, true]);
  expect(await findBarriers(page, { runOnly: ["wcag2a", "wcag2aa"] })).toEqual([]);
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  expectQuiet(opened);
});

test("a token for the catalog stays with it, and an entry that leads elsewhere says why not", async () => {
  const weather = await startAgent(named("Weather"));
  const card = `${weather.origin}/.well-known/agent-card.json`;
  const { origin, requests } = await startHost(
    [
      { identifier: "urn:x:weather", type: agentType, displayName: "Weather", url: card },
      { identifier: "urn:x:gone", type: agentType, displayName: "Gone", url: `${weather.origin}/gone.json` },
    ],
    "catalog-token",
  );
  const opened = await openConsole(`${origin}${place}`);
  const { page } = opened;
  await page.getByRole("alert").waitFor();
  await opened.signIn("catalog-token");
  await page.getByText("2 agents to choose from").waitFor();
  expect(requests.at(-1)?.headers.authorization).toBe("Bearer catalog-token");
  await page.getByRole("button", { name: /^Gone/ }).click();
  await page.getByRole("alert").getByText("gone.json").waitFor();
  await page.getByRole("button", { name: /^Weather/ }).click();
  await opened.say("hello");
  await page.getByText("this is Weather").waitFor();
  expect(weather.seen.map(({ headers }) => headers["authorization"])).not.toContain("Bearer catalog-token");
  expect(weather.seen.length).toBeGreaterThan(2);
  // What is given now is for the agent.
  await opened.signIn("agent-token");
  await opened.say("again");
  await expect
    .poll(() => weather.callRequests.at(-1)?.headers["authorization"], { timeout: 60_000 })
    .toBe("Bearer agent-token");
});
