import type { Locator, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { serveConsole } from "../../../cli/console/serve-console.ts";
import { type OpenedPage, openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";

/** A console in a browser, and what people do with it. */
export interface OpenedConsole extends OpenedPage {
  readonly port: number;
  readonly token: string;
  say(text: string): Promise<void>;
  /** The rows of the wire. */
  readonly exchanges: Locator;
}

/** Opens the console on an agent until the test has ended. */
export async function openConsole(
  agent: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<OpenedConsole> {
  const served = await serveConsole({ page: await builtPage("console"), port: 0 });
  onTestFinished(() => served.close());
  const { port, token } = served;
  const state = new URLSearchParams({ token, agent });
  const opened = await openPage(`http://localhost:${port}/#${state.toString()}`, options);
  return {
    ...opened,
    port,
    token,
    exchanges: opened.page.getByRole("list", { name: "Exchanges" }).getByRole("listitem"),
    async say(text) {
      const field = await messageField(opened.page);
      await field.fill(text);
      await field.press("Enter");
    },
  };
}

async function messageField(opened: Page): Promise<Locator> {
  const field = opened.getByLabel("Text of the message");
  await field.waitFor();
  return field;
}
