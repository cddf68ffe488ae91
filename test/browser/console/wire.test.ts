import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { SendMessageRequestBinary } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import type { Report } from "../../../packages/probe/src/report/report.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { findBarriers, openPage } from "../browser.ts";
import { brokenCard } from "./broken-card.ts";
import { expectQuiet, openConsole } from "./open-console.ts";
import { startEverywhere } from "./start-everywhere.ts";

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
  const frames = console.page.getByRole("treeitem", { level: 2 });
  expect((await frames.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
    expect.stringMatching(/^↓ task: working \d+ ms(?: 109 B)?$/),
    expect.stringMatching(/^↓ task 3 problems \d+ ms(?: 52 B)?$/),
    expect.stringMatching(/^↓ \{half 1 problem \d+ ms(?: 5 B)?$/),
  ]);
  const exchange = console.page.getByRole("article", { name: "Exchange" });
  await frames.nth(1).click();
  await exchange.getByText("task.status: required").waitFor();
  expect(await exchange.locator(".problem").allInnerTexts()).toEqual([
    "id: expected 1, that of the request, got 99",
    "task.status: required",
    "task.id: expected a string, got 5",
  ]);
  await frames.nth(2).click();
  await exchange.getByText("expected JSON").waitFor();
});

test("a long stream: folded, by keys, searched, filtered, paused, cleared and undone; the request stays", async () => {
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      const at = { ...brokenCard.supportedInterfaces[0], url: origin };
      const card = {
        ...brokenCard,
        capabilities: { streaming: true },
        supportedInterfaces: [at],
        skills: [],
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(card));
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    const place = { taskId: "t", contextId: "c" };
    const send = (result: object): boolean =>
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`);
    send({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } });
    for (let at = 0; at < 3000; at++) {
      const artifact = {
        artifactId: "a",
        name: "Report",
        parts: [{ text: at === 2500 ? "needle" : `word ${at}` }],
      };
      send({ artifactUpdate: { ...place, artifact, append: at > 0 } });
    }
    send({ statusUpdate: { ...place, status: { state: "TASK_STATE_COMPLETED" } } });
    response.end();
  });
  const origin = await listen(server);
  const console = await openConsole(origin);
  const { page } = console;
  const tree = page.getByRole("tree", { name: "Exchanges" });
  const lines = tree.getByRole("treeitem");
  const namesOf = async (): Promise<readonly string[]> =>
    (await lines.allInnerTexts()).map((text) =>
      text
        .replaceAll(/\s+/g, " ")
        .replace(/ (?:[\d.]+ m?s|\d+:[\d:.]+)(?: [\d.]+ k?B)?$/, "")
        .trim(),
    );
  await console.say("hello");
  await page.getByText("completed", { exact: true }).first().waitFor();
  const stream = ["↓ task: working", "▸ ↓ artifact: Report ×3000", "↓ status: completed"];
  const call = "▾ ↑ SendStreamingMessage 3002 events 200";
  await expect.poll(namesOf).toEqual([expect.stringContaining("agent-card.json"), call, ...stream]);
  await lines.filter({ hasText: "SendStreamingMessage" }).click();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await tree.press("End");
  await expect.poll(namesOf).toContain("↓ status: completed");
  expect((await namesOf()).length).toBeLessThan(80);
  expect((await namesOf())[0]).toBe(call);
  const exchange = page.getByRole("article", { name: "Exchange" });
  await exchange.getByText('"TASK_STATE_COMPLETED"').waitFor();
  await tree.press("ArrowUp");
  await exchange.getByText('"word 2999"').waitFor();
  // The line of the run, and its request.
  await tree.press("ArrowLeft");
  await tree.press("ArrowLeft");
  await tree.press("Enter");
  await exchange.getByRole("tab", { name: "Body" }).press("ArrowRight");
  await exchange.getByText("Headers of the request").waitFor();
  await page.keyboard.press("Escape");
  await exchange.waitFor({ state: "detached" });
  await tree.press("/");
  await page.keyboard.type("NEEDLE");
  await expect.poll(namesOf).toEqual([call, "↓ artifact: Report"]);
  await page.getByText("1 of 2 exchanges").waitFor();
  await page.getByLabel("Search the wire").fill("");
  await page.getByLabel("Direction").selectOption("Sent");
  await expect.poll(namesOf).toEqual([expect.stringContaining("GET /"), call.slice(2)]);
  await page.getByLabel("Direction").selectOption("Both ways");
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await console.say("again");
  await page.getByRole("button", { name: "Resume (1 more)" }).waitFor();
  expect(await console.exchanges.count()).toBe(2);
  await page.getByRole("button", { name: /^Resume/ }).click();
  await page.getByText("3 exchanges", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Cleared 3 exchanges.").waitFor();
  expect(await tree.count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("3 exchanges", { exact: true }).waitFor();
  expectQuiet(console);
});

test("a recording is saved, without credentials, and opened again", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await console.signIn("top-secret");
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  // A stream ends after its last event.
  await console.exchanges
    .filter({ hasText: "4 events" })
    .getByText(/^\d.* m?s$/)
    .waitFor();
  const save = async (name: string): Promise<string> => readFile(await console.save(name), "utf8");
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
  const judged = await runA2agen(["probe", "--judge", path, "--json"]);
  const { requirements, findings } = JSON.parse(judged.stdout) as Report;
  expect(requirements).toContainEqual({
    requirement: "answers.valid",
    interface: "JSONRPC 1.0",
    verdict: "passed",
    checks: 1,
  });
  expect(findings.filter((finding) => finding.interface !== "card")).toEqual([]);
});

test("a recording of the probe is opened, and saved as it was", async () => {
  const { origin } = await startAgent();
  const path = join(import.meta.dirname, "../../../.tmp/probe.jsonl");
  await runA2agen(["probe", origin, "--quick", "--record", path]);
  const text = await readFile(path, "utf8");
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Open recording").setInputFiles(path);
  await page.getByText(`${parseRecording(text).length} exchanges`, { exact: true }).waitFor();
  expect(await readFile(await console.save("Save recording"), "utf8")).toBe(text);
});

test("a request is changed and sent again", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
  await page.getByRole("tab", { name: "Send again" }).click();
  await page.getByLabel("Body").fill('{"jsonrpc":"2.0","id":7,"method":"GetTask","params":{}}');
  await page.getByRole("button", { name: "Send as it is" }).click();
  const row = console.exchanges.filter({ hasText: "GetTask" });
  expect(await row.innerText()).toMatch(/1 problem/);
});

test("a call is copied, compared with another binding's, and exported as a page; HAR is opened", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = console;
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  const copy = async (name: string): Promise<string> => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByText("Copy", { exact: true }).click();
    await page.getByRole("button", { name }).click();
    const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe("");
    return read();
  };
  const row = console.exchanges.filter({ hasText: "SendStreamingMessage" });
  await row.click();
  expect(await copy("Copy as a2agen call")).toMatch(
    /^npx a2agen call http:\/\/127.0.0.1:\d+ rpc SendStreamingMessage '\{"message":.*' --protocol 1.0 --binding JSONRPC$/,
  );
  expect(await copy("Copy as TypeScript")).toContain("of client.sendStreamingMessage({");
  await console.chooseInterface(1);
  await console.say("hello");
  await row.nth(1).getByText("4 events").waitFor();
  await page.getByRole("tab", { name: "Compare" }).click();
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
  const file = `${await console.save("Save HTML")}.html`;
  await writeFile(file, await readFile(file.slice(0, -".html".length)));
  const exported = await openPage(`file://${file}`);
  await exported.page.getByText("task: working").first().click();
  await exported.page.getByText('"TASK_STATE_WORKING"').first().waitFor();
  expect(await findBarriers(exported.page)).toEqual([]);
  expect(exported.complaints).toEqual([]);
  const har = `${await console.save("Save HAR")}.har`;
  await writeFile(har, await readFile(har.slice(0, -".har".length)));
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Open recording").setInputFiles(har);
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).first().waitFor();
  expectQuiet(console);
});

test("gRPC: the bytes stand beside their meaning, and a message is changed as JSON and sent again", async () => {
  const console = await openConsole(await startEverywhere());
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await console.chooseInterface(2);
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
  const exchange = page.getByRole("article", { name: "Exchange" });
  await exchange.getByText("lf.a2a.v1.SendMessageRequest").waitFor();
  await page.getByRole("tab", { name: "Raw" }).click();
  const dump = await exchange.locator(".raw").innerText();
  const hex = dump.split("\n").map((line) => line.slice(8, 31).replaceAll(" ", ""));
  const sent = SendMessageRequestBinary.decode(Uint8Array.from(Buffer.from(hex.join(""), "hex")));
  expect(sent.message?.parts).toEqual([{ text: "hello" }]);
  await page.getByRole("tab", { name: "Send again" }).click();
  const message = page.getByLabel("Message, as JSON");
  expect(JSON.parse(await message.inputValue())).toEqual(sent);
  await message.fill("{");
  await page.getByRole("button", { name: "Send as it is" }).click();
  await page.getByRole("alert").getByText("The message is not JSON").waitFor();
  await message.fill(JSON.stringify({ message: { ...sent.message, parts: [] } }));
  await page.getByRole("button", { name: "Send as it is" }).click();
  const row = console.exchanges.filter({ hasText: "SendStreamingMessage" }).nth(1);
  await row.getByText("1 problem").waitFor();
  await row.click();
  await page.getByRole("tab", { name: "Body" }).click();
  await exchange.getByRole("group", { name: "Details of the status" }).getByText("fieldViolations").waitFor();
  expectQuiet(console);
});

test("a call is repeated over every interface of the card, and the answers are compared", async () => {
  const console = await openConsole(await startEverywhere());
  const { page } = console;
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
  await page.getByRole("tab", { name: "Send again" }).click();
  await page.getByRole("button", { name: "Repeat over every interface" }).click();
  const rows = page.getByRole("table", { name: "Repeated calls" }).locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(6);
  await rows.last().getByText(/ ms$/).waitFor();
  // The card is no call, though it is below an interface over HTTP+JSON.
  expect(await console.exchanges.getByText("problem").count()).toBe(0);
  const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\d+ ms|http\S+|\s+/g, " "));
  expect(texts.map((text) => text.replaceAll(/ +/g, " ").trim())).toEqual([
    "1.0 JSONRPC 4 answers",
    "1.0 HTTP+JSON 4 answers the same",
    "1.0 GRPC 4 answers the same",
    "0.3.0 JSONRPC 4 answers the same",
    "0.3.0 HTTP+JSON 4 answers the same",
    "0.3.0 GRPC 4 answers the same",
  ]);
  await rows.last().getByRole("button").click();
  const comparison = page.getByRole("region", { name: "Comparison of interfaces" });
  expect(await comparison.getByRole("group", { name: "Answers" }).count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  expectQuiet(console);
});
