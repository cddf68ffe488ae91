import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseRecording } from "../../../exchange/recording.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { hostileText } from "../../system/cli/call/command-agent.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { findBarriers, openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

test("a question is answered in its task, and a task is canceled", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("ask");
  await page.getByText("The agent waits for you: What colour?").waitFor();
  await console.say("red");
  await page.getByText("so it is red").waitFor();
  expect(agent.received.map(({ taskId }) => taskId)).toEqual([undefined, "task-10"]);
  const waiting = agent.nextWait();
  await console.say("wait");
  await waiting;
  await page.getByText("thinking").waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("canceled", { exact: true }).waitFor();
  expect(agent.canceled).toEqual([await waiting]);
  expectQuiet(console);
});

test("files and data go both ways", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await page
    .getByLabel("Files")
    .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("hi") });
  await page.getByRole("button", { name: "Add data" }).click();
  await page.getByLabel("Data of the message, as JSON").fill('{"a": 1}');
  await console.say("file photo.png");
  await page.getByRole("link", { name: "photo.png" }).waitFor();
  expect(agent.received[0]?.parts).toEqual([
    { text: "file photo.png" },
    { raw: Buffer.from("hi").toString("base64"), filename: "note.txt", mediaType: "text/plain" },
    { data: { a: 1 } },
  ]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "photo.png" }).click(),
  ]);
  expect([...(await readFile(await download.path()))]).toEqual([0, 1, 2, 255]);
  const link = page.getByRole("link", { name: "https://example.com/a.pdf" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
});

test("tasks are listed, filtered and opened", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("ask");
  await page.getByText("The agent waits for you").waitFor();
  await page.getByRole("button", { name: "Tasks" }).click();
  await page.getByRole("button", { name: "task-10" }).waitFor();
  await page.getByLabel("State").selectOption("TASK_STATE_WORKING");
  await page.getByRole("button", { name: "task-10" }).click();
  await page.getByText("The agent waits for you").waitFor();
  expectQuiet(console);
});

test("the card's problems stand at their places", async () => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        ...brokenCard,
        supportedInterfaces: [{ ...brokenCard.supportedInterfaces[0], url: origin }],
      }),
    );
  });
  const origin = await listen(server);
  const { page } = await openConsole(origin);
  await page.getByLabel("Text of the message").waitFor();
  await page.getByRole("button", { name: "Card", exact: true }).click();
  const wrong = page.getByRole("group", { name: "Agent card as JSON" }).locator(".wrong");
  expect(await wrong.allInnerTexts()).toEqual(["{\nskills[0].tags: required [required]"]);
});

const brokenCard = {
  name: "Broken",
  description: "A card with a skill without tags.",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  supportedInterfaces: [{ protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  skills: [{ id: "skill", name: "Skill", description: "Without tags." }],
};

test("frames that are not as the protocol says are shown, and nothing hangs", async () => {
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          ...brokenCard,
          capabilities: { streaming: true },
          supportedInterfaces: [{ ...brokenCard.supportedInterfaces[0], url: origin }],
          skills: [],
        }),
      );
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { task } })}\n\n`);
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 99, result: { task: { id: 5 } } })}\n\n`);
    response.end("data: {half\n\n");
  });
  const origin = await listen(server);
  const console = await openConsole(origin);
  await console.say("hello");
  await console.page.getByRole("alert").waitFor();
  const row = console.exchanges.filter({ hasText: "SendStreamingMessage" });
  await row.getByText("problems").waitFor();
  await row.getByRole("button").click();
  const exchange = console.page.getByRole("article", { name: "Exchange" });
  await exchange.getByText("expected JSON").waitFor();
  const problems = await exchange.locator(".problem").allInnerTexts();
  expect(problems.slice(0, 3)).toEqual([
    "id: expected 1, that of the request, got 99",
    "task.status: required",
    "task.id: expected a string, got 5",
  ]);
});

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
  await page.getByRole("button", { name: markup }).waitFor();
  await page.getByRole("button", { name: "Card", exact: true }).click();
  await page.getByRole("heading", { name: markup }).waitFor();
  await page.getByRole("button", { name: "Conversation", exact: true }).click();
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

test("a recording is saved, without credentials, and opened again", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await console.signIn("top-secret");
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const text = await save("Save recording");
  expect(text).not.toContain("top-secret");
  const recorded = parseRecording(text);
  expect(recorded.map(({ method, answer }) => [method, answer?.status])).toEqual([
    [undefined, 200],
    [undefined, 200],
    ["SendStreamingMessage", 200],
  ]);
  expect(recorded[2]?.request.headers).toContainEqual({ name: "authorization", value: "Bearer ***" });
  expect(recorded[2]?.answer?.frames?.map(({ meaning }) => meaning?.type)).toEqual(
    Array.from({ length: 4 }, () => "lf.a2a.v1.StreamResponse"),
  );
  const har = JSON.parse(await save("Save HAR")) as { log: { entries: { request: { url: string } }[] } };
  expect(har.log.entries.at(-1)?.request.url).toBe(`${origin}/rpc`);
  await page.getByRole("button", { name: "Clear" }).click();
  const path = join(import.meta.dirname, "../../../.tmp/recording.jsonl");
  await writeFile(path, text);
  await page.getByLabel("Open recording").setInputFiles(path);
  await expect.poll(() => console.exchanges.count()).toBe(3);
});

test("a request is changed and sent again", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).getByRole("button").click();
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await page.getByLabel("Body").fill('{"jsonrpc":"2.0","id":7,"method":"GetTask","params":{}}');
  await page.getByRole("button", { name: "Send as it is" }).click();
  const row = console.exchanges.filter({ hasText: "GetTask" });
  expect(await row.innerText()).toMatch(/1 problem/);
});

describe("for everyone", () => {
  test.each([
    ["light", { colorScheme: "light" as const }],
    ["dark", { colorScheme: "dark" as const }],
    ["a phone", { viewport: { width: 390, height: 800 } }],
  ])("%s: axe finds nothing", async (_, options) => {
    const { origin } = await startAgent();
    const console = await openConsole(origin, options);
    const { page } = console;
    await console.say("ask");
    await page.getByText("The agent waits for you").waitFor();
    for (const view of ["Conversation", "Tasks", "Card"]) {
      await page.getByRole("navigation").getByRole("button", { name: view, exact: true }).click();
      const violations = await findBarriers(page);
      expect({ view, violations }).toEqual({ view, violations: [] });
    }
    expectQuiet(console);
  });
});

test("an agent that is not there is said so, and another one can be chosen", async () => {
  const { origin } = await startAgent();
  const console = await openConsole("http://127.0.0.1:9");
  const { page } = console;
  await page.getByRole("alert").getByText("ECONNREFUSED").waitFor();
  await page.getByLabel("URL of the agent or of its card").fill(origin);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  onTestFinished(() => expectQuiet(console));
});

test("data is filled in by a form made from the schema that the agent tells", async () => {
  const { origin, agent } = await startAgent((card) => ({
    ...card,
    capabilities: {
      ...card.capabilities,
      extensions: [
        {
          uri: "https://example.com/order",
          params: {
            schema: {
              type: "object",
              title: "Order",
              required: ["size"],
              properties: {
                size: { enum: ["small", "large"], title: "Size of the cup" },
                sugar: { type: "integer", minimum: 0, description: "Lumps of it" },
                milk: { type: "boolean" },
                place: { type: "object", properties: { table: { type: "string" } } },
                notes: { type: "array", items: { type: "string" } },
              },
            },
          },
        },
      ],
    },
  }));
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByRole("button", { name: "Add data" }).click();
  await page.getByLabel("Size of the cup").selectOption("large");
  await page.getByLabel("sugar").fill("2");
  await page.getByLabel("milk").check();
  await page.getByRole("group", { name: "place" }).getByLabel("table").fill("seven");
  await page.getByLabel("notes, as JSON").fill('["hot"]');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel("Form of the data").selectOption("as JSON");
  const data = { size: "large", sugar: 2, milk: true, place: { table: "seven" }, notes: ["hot"] };
  expect(JSON.parse(await page.getByLabel("Data of the message, as JSON").inputValue())).toEqual(data);
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  expect(agent.received[0]?.parts[1]).toEqual({ data });
  expectQuiet(console);
});

test("a call is copied, compared with another binding's, and exported as a page; HAR is opened", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = console;
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  const copy = async (name: string): Promise<string> => {
    const copied = page.getByRole("button", { name: "Copied" });
    await copied.waitFor({ state: "detached" });
    await page.getByRole("button", { name }).click();
    await copied.waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const row = console.exchanges.filter({ hasText: "SendStreamingMessage" });
  await row.getByRole("button").click();
  expect(await copy("Copy as a2agen call")).toMatch(
    /^npx a2agen call http:\/\/127.0.0.1:\d+ rpc SendStreamingMessage '\{"message":.*' --protocol 1.0 --binding JSONRPC$/,
  );
  expect(await copy("Copy as TypeScript")).toContain("of client.sendStreamingMessage({");
  await page.getByLabel("Interface").selectOption("1");
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await console.say("hello");
  await row.nth(1).getByText("4 events").waitFor();
  const compare = page.getByLabel("Compare with");
  const option = compare.getByRole("option", { name: "HTTP+JSON SendStreamingMessage" });
  await compare.selectOption((await option.getAttribute("value")) ?? "");
  const comparison = page.getByRole("region", { name: "Comparison" });
  expect(await comparison.getByRole("group", { name: "Event 1" }).count()).toBe(2);
  const marked = await comparison
    .getByRole("group", { name: "Request" })
    .first()
    .locator("mark")
    .allInnerTexts();
  expect(marked.map((text) => text.split(":")[0])).toEqual(['"messageId"']);
  expect(await findBarriers(page)).toEqual([]);
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return download.path();
  };
  const file = `${await save("Save HTML")}.html`;
  await writeFile(file, await readFile(file.slice(0, -".html".length)));
  const exported = await openPage(`file://${file}`);
  await exported.page.getByText("SendStreamingMessage 200").first().click();
  await exported.page.getByText('"TASK_STATE_WORKING"').first().waitFor();
  expect(await findBarriers(exported.page)).toEqual([]);
  expect(exported.complaints).toEqual([]);
  const har = `${await save("Save HAR")}.har`;
  await writeFile(har, await readFile(har.slice(0, -".har".length)));
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Open recording").setInputFiles(har);
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).first().waitFor();
  expectQuiet(console);
});

// The goal is 150 kB: the binary codecs of three versions are a sixth of it (bench/RESULTS.md).
test("the page is at most 162 kB after gzip", async () => {
  expect(gzipSync(await builtPage("console"), { level: 9 }).length).toBeLessThan(162_000);
});

test("contexts side by side, each with its own tasks, and a link that shows a task over an interface", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("ask");
  await page.getByText("The agent waits for you").waitFor();
  await page.getByRole("button", { name: "New conversation" }).last().click();
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Side by side" }).click();
  const columns = page.getByRole("region", { name: /^Conversation: / });
  expect(await columns.count()).toBe(2);
  await columns.first().getByLabel("Text of the message").fill("red");
  await columns.first().getByLabel("Text of the message").press("Enter");
  await columns.first().getByText("so it is red").waitFor();
  expect(agent.received.map(({ taskId }) => taskId)).toEqual([undefined, undefined, "task-10"]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Side by side" }).click();
  await page.getByLabel("Interface").selectOption("1");
  await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
  await expect.poll(() => new URLSearchParams(page.url().split("#")[1]).get("use")).toBe("1.0 HTTP+JSON");
  const link = page.url();
  expect(link).toContain("task=task-11");
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("article", { name: "Task task-11" }).waitFor();
  await console.exchanges.filter({ hasText: "GetTask" }).filter({ hasText: "HTTP+JSON" }).waitFor();
  expectQuiet(console);
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
  await page.getByText("7500000 bytes").waitFor();
  expect(await page.locator("img, svg, iframe, object").count()).toBe(0);
  expect(await page.getByRole("link", { name: "click" }).count()).toBe(0);
  await console.exchanges.filter({ hasText: "SendMessage" }).getByRole("button").click();
  await page.getByRole("article", { name: "Exchange" }).getByText("characters").first().waitFor();
  // Keys alone: from the field to the views.
  await page.getByLabel("Text of the message").focus();
  await page.getByRole("button", { name: "Card", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: arabic }).waitFor();
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
  expectQuiet(console);
});
