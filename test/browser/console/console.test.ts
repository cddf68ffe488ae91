import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { measureFirstLoad } from "../../../scripts/build/first-load.ts";
import { later } from "../../protocol/faults/running.ts";
import { workingTask } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { findBarriers } from "../browser.ts";
import { builtConsole } from "../built-page.ts";
import { brokenCard } from "./broken-card.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

test("tasks are listed, filtered and opened", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("ask");
  await page.getByText("The agent waits for you").waitFor();
  await console.show("Tasks");
  const row = page.locator("tbody tr").filter({ hasText: "ask" });
  const cells = async (): Promise<readonly string[]> => row.getByRole("cell").allInnerTexts();
  await row.waitFor();
  await page.getByLabel("Search tasks").fill("nothing like it");
  await page.getByText("No task has these words.").waitFor();
  await page.getByLabel("Search tasks").fill("ASK");
  await row.waitFor();
  expect((await cells()).slice(0, 2)).toEqual(["ask", "working"]);
  await row.getByRole("button", { name: "ask" }).click();
  const beside = page.getByRole("region", { name: "The task" });
  // As GetTask has it: the stream alone had the question.
  await beside.getByText("working", { exact: true }).waitFor();
  await beside.getByRole("button", { name: "Open in the chat" }).click();
  await page.locator(".work").getByRole("article", { name: "Task task-10" }).waitFor();
  await console.show("Tasks");
  await page.getByLabel("State").selectOption("TASK_STATE_COMPLETED");
  await row.waitFor({ state: "detached" });
  expectQuiet(console);
});

test("a list that comes late does not take the place of one that was asked for after it", async () => {
  const { origin, agent } = await startAgent();
  const held = later();
  agent.listTasks = async ({ status }) => {
    if (status === undefined) await held.promise;
    const task = { ...workingTask(status === undefined ? "of-all" : "of-some"), contextId: "c" };
    return { tasks: [task], nextPageToken: "", pageSize: 50, totalSize: 1 };
  };
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await console.show("Tasks");
  await page.getByLabel("State").selectOption("TASK_STATE_WORKING");
  await page.locator(".task-title[title=of-some]").waitFor();
  held.resolve();
  const lists = console.exchanges.filter({ hasText: "ListTasks" });
  await lists.first().getByText(/ ms$/).waitFor();
  expect(await page.locator(".task-title").count()).toBe(1);
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
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByLabel("Text of the message").waitFor();
  await console.show("Card");
  const wrong = page.getByRole("group", { name: "Agent card as JSON" }).locator(".wrong");
  await expect.poll(() => wrong.allInnerTexts()).toEqual(["{\nskills[0].tags: required [required]"]);
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
    for (const view of ["Chat", "Tasks", "Card"] as const) {
      await page.getByRole("navigation").getByRole("button", { name: view, exact: true }).click();
      const violations = await findBarriers(page);
      expect({ view, violations }).toEqual({ view, violations: [] });
    }
    const wire = page.getByRole("button", { name: "Wire", exact: true });
    if (await wire.isVisible()) await wire.click();
    await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
    await page.getByRole("tab", { name: "Send again" }).click();
    expect(await findBarriers(page)).toEqual([]);
    expectQuiet(console);
  });
});

test("an agent that is not there is said so, and another one can be chosen", async () => {
  const { origin } = await startAgent();
  const console = await openConsole("http://127.0.0.1:9");
  const { page } = console;
  await page.getByRole("alert").getByText("ECONNREFUSED").waitFor();
  await page.getByText("Is the agent running?").waitFor();
  await page.getByRole("button", { name: "Change the address" }).click();
  // A scheme is not asked for.
  await page.getByLabel("URL of the agent or of its card").fill(origin.replace("http://", ""));
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await console.say("hello");
  await page.getByText("completed", { exact: true }).waitFor();
  onTestFinished(() => expectQuiet(console));
});

test("a card that has changed is fetched when the page gets the focus; what is being written stays", async () => {
  const [cards, looks] = [later(), later()];
  let name = "Before";
  let count = 0;
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    const at = { ...brokenCard.supportedInterfaces[0], url: origin };
    const card = JSON.stringify({ ...brokenCard, name, description: name, supportedInterfaces: [at] });
    count += 1;
    if (count === 2) cards.resolve();
    if (name === "Before") return void response.end(card);
    // Both looks find the new card.
    if (count === 4) looks.resolve();
    void looks.promise.then(() => response.end(card));
  });
  const origin = await listen(server);
  const console = await openConsole(origin);
  const { page } = console;
  await page.getByRole("heading", { name: "Before" }).waitFor();
  const field = page.getByLabel("Text of the message");
  await field.fill("half a sentence");
  const focus = (): Promise<void> => page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  await expect.poll(() => console.exchanges.count()).toBe(1);
  await focus();
  await cards.promise;
  name = "After";
  await Promise.all([focus(), focus()]);
  await page.getByText("The agent has another card now.").waitFor();
  expect(await field.inputValue()).toBe("half a sentence");
  await console.show("Card");
  await page.getByRole("heading", { name: "After" }).waitFor();
  // The looks are not recorded, the one new connection is.
  await expect.poll(() => console.exchanges.count()).toBe(2);
  expectQuiet(console);
});

test("what the page loads before it can be used is below 120 kB (120,000 bytes) after gzip", async () => {
  expect(measureFirstLoad(await builtConsole())).toBeLessThan(120_000);
});
