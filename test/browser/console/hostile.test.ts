import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";
import { hostileText } from "../../system/cli/call/command-agent.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { brokenCard } from "./broken-card.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

test("nothing that an agent says runs or leaves the page", async () => {
  const markup = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>`;
  const { origin } = await startAgent((card) => ({
    ...card,
    name: markup,
    description: markup,
    skills: card.skills.map((skill) => ({ ...skill, name: markup, examples: [markup] })),
  }));
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByRole("button", { name: markup, exact: true }).waitFor();
  await console.show("Card");
  await page.getByRole("heading", { name: markup }).waitFor();
  await console.show("Chat");
  await console.say("hostile");
  await page.getByText("failed").first().waitFor();
  expect(await page.getByRole("group", { name: /^Artifact/ }).innerText()).toContain("owned");
  expect(hostileText).toContain("owned");
  await console.say("huge");
  await page.getByRole("button", { name: /more characters/ }).waitFor();
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  expectQuiet(console);
});

test("a stream without end stays in bounds, and can be left", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  await console.say("flood");
  await console.exchanges.getByText(/\d{2,} events/).waitFor();
  await console.page.getByRole("button", { name: "Stop receiving" }).click();
  await console.page.getByRole("button", { name: "Stop receiving" }).waitFor({ state: "detached" });
});

test("texts from right to left, emoji, control characters, SVG and parts of 10 MB", async () => {
  const arabic = "\u0645\u0631\u062d\u0628\u0627 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const svg = btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="top.owned=1"><script>top.owned=1</script></svg>',
  );
  const large = "x".repeat(10_000_000);
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      const at = { ...brokenCard.supportedInterfaces[0], url: origin };
      response.end(JSON.stringify({ ...brokenCard, name: arabic, supportedInterfaces: [at], skills: [] }));
      return;
    }
    const parts = [
      { text: arabic },
      { text: "\u202edrow\u0000\u0007\u001b[31m" },
      { raw: svg, mediaType: "image/svg+xml", filename: "../../\u202egnp.svg" },
      { url: "javascript:top.owned=1", filename: "click" },
      { text: large },
      { raw: large, mediaType: "application/octet-stream", filename: "large" },
      { data: { large } },
    ];
    const message = { messageId: "m", role: "ROLE_AGENT", parts };
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { message } }));
  });
  const origin = await listen(server);
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("hello");
  const text = page.locator(".agent .text").first();
  await text.waitFor();
  expect([
    await text.innerText(),
    await text.evaluate((element) => getComputedStyle(element).direction),
  ]).toEqual([arabic, "rtl"]);
  await page.getByRole("button", { name: "9980000 more characters" }).waitFor();
  await page.getByText("7.5 MB").waitFor();
  expect(await page.locator("img, svg:not(.icon, .logo), iframe, object").count()).toBe(0);
  expect(await page.getByRole("link", { name: "click" }).count()).toBe(0);
  await console.exchanges.filter({ hasText: "SendMessage" }).click();
  await page.getByRole("article", { name: "Exchange" }).getByText("characters").first().waitFor();
  // Keys alone: from the field to the views.
  await page.getByLabel("Text of the message").focus();
  await page.getByRole("button", { name: "Card", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: arabic }).waitFor();
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  expectQuiet(console);
});
