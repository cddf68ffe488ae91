import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { later } from "../../protocol/faults/running.ts";
import { workingTask } from "../../shared/bindings/test-agent.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { findBarriers } from "../browser.ts";
import { expectQuiet, openConsole, untilAtEnd } from "./open-console.ts";

async function addNote(page: Page): Promise<void> {
  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("hi") };
  await page.getByLabel("Files").setInputFiles(note);
}

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

test("tools are allowed or refused, all in one message", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("approve");
  const pay = page.getByRole("group", { name: /^Approval: pay/ });
  await pay.getByText("May I?").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await pay.getByRole("button", { name: "Yes" }).click();
  await page.getByText("completed", { exact: true }).waitFor();
  expect(await pay.count()).toBe(0);
  await console.say("approve both");
  await pay.getByRole("button", { name: "No" }).click();
  await page.getByRole("group", { name: "Approval: mail" }).getByRole("button", { name: "Yes" }).click();
  await page.getByText("completed", { exact: true }).nth(1).waitFor();
  expect(agent.received.map(({ taskId, parts }) => [taskId, parts])).toEqual([
    [undefined, [{ text: "approve" }]],
    ["task-10", [{ data: { approvalId: "call-1", approved: true } }]],
    [undefined, [{ text: "approve both" }]],
    [
      "task-11",
      [
        { data: { approvalId: "call-1", approved: false } },
        { data: { approvalId: "call-2", approved: true } },
      ],
    ],
  ]);
  expectQuiet(console);
});

test("those who are at the end stay there, and those who have gone up do not", async () => {
  const { origin, agent } = await startAgent();
  // The last one does not come: the stream goes on.
  const pieces = Array.from({ length: 4 }, later);
  agent.sendStreamingMessage = async function* () {
    const task = { ...workingTask("long"), contextId: "c" };
    yield { task };
    for (const [at, { promise }] of pieces.entries()) {
      await promise;
      const artifact = { artifactId: `a-${at}`, parts: [{ text: `begin ${at}${"\n".repeat(60)}end ${at}` }] };
      yield { artifactUpdate: { taskId: task.id, contextId: task.contextId, artifact } };
    }
  };
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("go");
  await page.getByRole("article", { name: "Task long" }).waitFor();
  // What tells of a scroll may come after the log has grown.
  await page.evaluate(() => {
    const log = document.querySelector(".log");
    new MutationObserver(() => log?.dispatchEvent(new Event("scroll"))).observe(log ?? document, {
      childList: true,
      subtree: true,
    });
  });
  for (const at of [0, 1]) {
    pieces[at]?.resolve();
    await page.getByText(`end ${at}`).waitFor();
    await untilAtEnd(page);
  }
  await page.locator(".log").evaluate(
    (log) =>
      new Promise((resolve) => {
        log.addEventListener("scroll", resolve, { once: true });
        log.scrollTo({ top: 100 });
      }),
  );
  pieces[2]?.resolve();
  await page.getByText("end 2").waitFor();
  expect(await page.locator(".log").evaluate(({ scrollTop }) => scrollTop)).toBe(100);
  expectQuiet(console);
});

test("files and data go both ways", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await addNote(page);
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

test("a message is sent once, and what is written while its files are read stays", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  const field = page.getByLabel("Text of the message");
  await addNote(page);
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer;
    const asked = new Promise((resolve) => window.addEventListener("read", resolve));
    File.prototype.arrayBuffer = async function () {
      await asked;
      return read.call(this);
    };
  });
  await console.say("hello");
  await field.press("Enter");
  await field.fill("half a sentence");
  await page.evaluate(() => void window.dispatchEvent(new Event("read")));
  await page.getByText("completed", { exact: true }).waitFor();
  expect(agent.received.map(({ parts }) => parts.length)).toEqual([2]);
  expect(await field.inputValue()).toBe("half a sentence");
  expectQuiet(console);
});

test("a file that cannot be read is said, and the message stays to be sent without it", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  const field = page.getByLabel("Text of the message");
  await addNote(page);
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  });
  await console.say("hello");
  await page.getByText("note.txt cannot be read: remove it, or add it again.").waitFor();
  expect(await field.inputValue()).toBe("hello");
  await page.getByRole("button", { name: "Remove note.txt" }).click();
  await field.press("Enter");
  await page.getByText("completed", { exact: true }).waitFor();
  expect(agent.received.map(({ parts }) => parts.length)).toEqual([1]);
  expectQuiet(console);
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
  await page.getByText("place", { exact: true }).click();
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

test("contexts side by side, each with its own tasks, and a link that shows a task over an interface", async () => {
  const { origin, agent } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("ask");
  await page.getByText("The agent waits for you").waitFor();
  await page.getByRole("button", { name: "New conversation" }).click();
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Side by side" }).click();
  const columns = page.getByRole("region", { name: /^Conversation: / });
  expect(await columns.count()).toBe(2);
  // In the column that is not the chosen one.
  await columns.first().getByLabel("More for the task").click();
  await columns.first().getByRole("button", { name: "Receive notifications here" }).click();
  await columns.first().getByText("The agent sends events of the task").waitFor();
  await columns.first().getByLabel("Text of the message").fill("red");
  await columns.first().getByLabel("Text of the message").press("Enter");
  await columns.first().getByText("so it is red").waitFor();
  expect(agent.received.map(({ taskId }) => taskId)).toEqual([undefined, undefined, "task-10"]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Side by side" }).click();
  await console.chooseInterface(1);
  await expect.poll(() => new URLSearchParams(page.url().split("#")[1]).get("use")).toBe("1.0 HTTP+JSON");
  const link = page.url();
  expect(link).toContain("task=task-11");
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("article", { name: "Task task-11" }).waitFor();
  await console.exchanges.filter({ hasText: "GetTask" }).filter({ hasText: "HTTP+JSON" }).waitFor();
  expectQuiet(console);
});
