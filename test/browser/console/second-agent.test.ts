import { expect, test } from "vitest";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { findBarriers } from "../browser.ts";
import { startDemoAgent } from "../pictures/demo-agent.ts";
import { expectQuiet, openConsole } from "./open-console.ts";

test("two agents side by side: one prompt for both, each with its own wire, and a link that shows both", async () => {
  const [one, { origin: other }] = [await startDemoAgent(), await startAgent()];
  const console = await openConsole(one, { viewport: { width: 1440, height: 900 } });
  const { page } = console;
  const second = page.getByRole("region", { name: "Second agent" });
  await page.getByLabel("Text of the message").waitFor();
  await page.locator(".agent-chip").click();
  await page.getByLabel("URL of the agent or of its card").fill(other);
  await page.getByRole("button", { name: "Open beside" }).click();
  await second.getByLabel("Text of the message").waitFor();
  const field = page.getByLabel("Text of the message").first();
  await field.fill("ask");
  await field.press("Control+Enter");
  await page.locator(".work").getByText("On foot, or by tram?").first().waitFor();
  await second.getByText("The agent waits for you: What colour?").waitFor();
  // What is sent to one is not sent to the other.
  await second.getByLabel("Text of the message").fill("blue");
  await second.getByLabel("Text of the message").press("Enter");
  await second.getByText("completed", { exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Views of the second agent" }).getByText("Wire").click();
  await page.getByRole("navigation", { name: "Views", exact: true }).getByText("Wire").click();
  const sent = (name: string): Promise<number> =>
    page
      .getByRole("region", { name, exact: true })
      .getByRole("treeitem", { level: 1 })
      .filter({ hasText: "SendStreamingMessage" })
      .count();
  await expect.poll(() => sent("Wire of the second agent")).toBe(2);
  expect(await sent("Wire")).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await second.getByText("completed", { exact: true }).waitFor();
  // Without a mouse.
  await page.locator("body").press("g");
  await page.locator("body").press("b");
  await second.waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).not.toContain("beside");
  expectQuiet(console);
});

test("on a phone one of two agents is shown at a time", async () => {
  const [one, { origin: other }] = [await startDemoAgent(), await startAgent()];
  const console = await openConsole(one, { viewport: { width: 390, height: 800 } });
  const { page } = console;
  const link = `${page.url()}&${new URLSearchParams({ beside: other }).toString()}`;
  // A page that is still starting may write its own address over the link.
  await page.goto("about:blank");
  await page.goto(link);
  const second = page.getByRole("region", { name: "Second agent" });
  await page.getByPlaceholder("Write to Trip planner").waitFor();
  expect(await second.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Test agent" }).first().click();
  await second.getByPlaceholder("Write to Test agent").waitFor();
  expect(await page.getByPlaceholder("Write to Trip planner").isVisible()).toBe(false);
  expect(await findBarriers(page)).toEqual([]);
  expectQuiet(console);
});
