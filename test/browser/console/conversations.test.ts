import { expect, test } from "vitest";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

test("a conversation is renamed, deleted, brought back, and outlives a reload", async () => {
  const { origin } = await startAgent();
  const console = await openConsole(origin);
  const { page } = console;
  const names = page.locator(".conversation-button .name");
  await console.say("first");
  await page.getByText("completed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New conversation" }).click();
  await console.say("second");
  await expect.poll(() => names.allInnerTexts()).toEqual(["second", "first"]);
  const choose = async (name: string, action: string): Promise<void> => {
    const item = page.getByRole("listitem").filter({ has: page.getByTitle(name) });
    await item.hover();
    await item.getByLabel(`More for ${name}`).click();
    await item.getByRole("button", { name: action }).click();
  };
  await choose("first", "Rename");
  const field = page.getByLabel("Name of the conversation");
  await field.fill("  Report  ");
  await field.press("Enter");
  await choose("Report", "Rename");
  await field.fill("not this");
  await field.press("Escape");
  await expect.poll(async () => (await names.allInnerTexts()).toSorted()).toEqual(["Report", "second"]);
  await choose("Report", "Delete");
  await expect.poll(() => names.allInnerTexts()).toEqual(["second"]);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await names.allInnerTexts()).toSorted()).toEqual(["Report", "second"]);
  await choose("second", "Delete");
  await page.reload();
  await expect.poll(() => names.allInnerTexts()).toEqual(["Report"]);
  expectQuiet(console);
});
