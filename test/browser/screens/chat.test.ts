import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findChromium } from "../../shared/find-chromium.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import { findBarriers, openPage } from "../browser.ts";
import { buildChat, startAgent } from "./open-chat.ts";

const isMissing =
  findChromium() === undefined || !existsSync(join(import.meta.dirname, "node_modules/react"));
if (isMissing) {
  console.warn("Chromium, or npm ci --prefix test/browser/screens, is missing: leaving out the chats");
}

describe.skipIf(isMissing).each([
  { example: "chat-react", entry: "main.tsx" },
  { example: "chat-dom", entry: "main.ts" },
])("$example", ({ example, entry }) => {
  test("shows texts as they grow, over a reload, questions, approvals, and cancels", async () => {
    const agent = await startAgent(await buildChat(example, entry));
    const { page, complaints, strays } = await openPage(`${agent.origin}/`);
    const say = async (text: string): Promise<void> => {
      await page.getByLabel("Message").fill(text);
      await page.getByLabel("Message").press("Enter");
    };
    const line = (text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
    await say("write");
    await line("Hel").getByText("working").waitFor();
    await page.reload();
    await line("Hel").getByText("working").waitFor();
    agent.release();
    await line("Hello").getByText("ended").waitFor();
    expect(await page.getByRole("heading").innerText()).toBe("write");
    expect(agent.turns()).toBe(1);

    await say("ask");
    await line("Which colour?").waitFor();
    await say("red");
    await line("It is red").getByText("ended").waitFor();

    await say("pay");
    await page.getByText('pay {"amount":5}').waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Approve" }).click();
    await line("approved: true").waitFor();
    await page.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });

    await say("stay");
    await line("at it").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await line("at it").waitFor({ state: "detached" });
    expect(await page.getByRole("listitem").allInnerTexts()).toHaveLength(12);
    expect(await findBarriers(page, { runOnly: ["wcag2a"] })).toEqual([]);

    await page.getByRole("button", { name: "New" }).click();
    await page.getByRole("listitem").first().waitFor({ state: "detached" });
    await say("blue");
    await line("It is blue").waitFor();
    expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
  });
});

test.skipIf(isMissing)("the examples have the types that they say", async () => {
  const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(import.meta.dirname, "tsconfig.json"), "--noEmit"];
  const { status, stdout } = await runProcess(process.execPath, { args });
  expect([status, String(stdout)]).toEqual([0, ""]);
});
