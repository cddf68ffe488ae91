import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "playwright-core";
import { onTestFinished } from "vitest";
import { type OpenedPage, openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";

/** The playground in a browser, from a file, and what people do with it. */
export interface OpenedPlayground extends OpenedPage {
  /** The text that is edited. */
  readonly editor: Locator;
  /** The line that says what was found. */
  readonly found: Locator;
  readonly problems: Locator;
  /** Puts a text in the place of the one that is there. */
  paste(text: string): Promise<void>;
  show(view: string): Promise<void>;
}

/** Opens the page from a file until the test has ended. */
export async function openPlayground(
  options: Parameters<typeof openPage>[1] = {},
  fragment = "",
): Promise<OpenedPlayground> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-playground-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "playground.html");
  await writeFile(path, await builtPage("playground"));
  const opened = await openPage(`${pathToFileURL(path).href}${fragment}`, {
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const { page: tab } = opened;
  const editor = tab.getByRole("textbox", { name: "JSON of A2A" });
  await editor.waitFor();
  return {
    ...opened,
    editor,
    found: tab.getByRole("region", { name: "JSON", exact: true }).getByRole("status"),
    problems: tab.getByRole("list", { name: "Problems" }).getByRole("listitem"),
    async paste(text) {
      await editor.focus();
      await tab.keyboard.press("Control+a");
      await tab.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        const field = document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content");
        field?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, text);
    },
    async show(view) {
      await tab.getByRole("navigation", { name: "Views" }).getByRole("button", { name: view }).click();
    },
  };
}
