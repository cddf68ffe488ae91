import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { ExtensionCatalog } from "../../../packages/pages/src/console-server/extension-catalog.ts";
import { knownManifests } from "../../../packages/pages/src/console-server/known-manifests.ts";
import { serveConsole } from "../../../packages/pages/src/console-server/serve-console.ts";
import { type OpenedPage, openPage } from "../browser.ts";
import { builtConsole } from "../built-page.ts";

/** A console in a browser, and what people do with it. */
export interface OpenedConsole extends OpenedPage {
  readonly port: number;
  readonly token: string;
  say(text: string): Promise<void>;
  /** Connects over an interface of the card, by its place or the beginning of its name. */
  chooseInterface(wanted: number | string): Promise<void>;
  show(view: "Chat" | "Tasks" | "Card" | "Wire"): Promise<void>;
  /** Connects again with a bearer token. */
  signIn(token: string): Promise<void>;
  /** The exchanges of the wire, without their frames. */
  readonly exchanges: Locator;
  /** Saves what the wire has, by the button with a name; resolves with the path. */
  save(name: string): Promise<string>;
}

type Actions = "chooseInterface" | "exchanges" | "save" | "say" | "show" | "signIn";

/** That of the packages. */
let known: ExtensionCatalog | undefined;

export async function catalog(): Promise<ExtensionCatalog> {
  known ??= new ExtensionCatalog(knownManifests);
  return known;
}

/** Opens the console on an agent until the test has ended. */
export async function openConsole(
  agent: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<OpenedConsole> {
  const served = await serveConsole({ ...(await builtConsole()), port: 0, catalog });
  onTestFinished(() => served.close());
  const { port, token } = served;
  const state = new URLSearchParams({ token, agent });
  const opened = await openPage(`http://localhost:${port}/#${state.toString()}`, options);
  return { ...opened, ...inConsole(opened.page), port, token };
}

/** What people do on the page. */
export function inConsole(page: Page): Pick<OpenedConsole, Actions> {
  return {
    exchanges: page.getByRole("tree", { name: "Exchanges" }).getByRole("treeitem", { level: 1 }),
    async save(name) {
      await page.getByText("Recording", { exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return file.path();
    },
    async signIn(token) {
      const sheet = page.getByRole("dialog", { name: "Credentials" });
      if (!(await sheet.isVisible()))
        await page.getByRole("button", { name: "Credentials", exact: true }).click();
      const another = sheet.getByText("Another header");
      const field = sheet.getByLabel("Bearer token");
      await field.or(another).first().waitFor();
      if (await another.isVisible()) await another.click();
      await field.fill(token);
      await page.getByRole("button", { name: "Connect with these" }).click();
      await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
    },
    async chooseInterface(wanted) {
      await page.locator(".agent-chip").click();
      const field = page.getByLabel("Interface");
      const options = field.getByRole("option");
      const option =
        typeof wanted === "number" ? options.nth(wanted + 1) : options.filter({ hasText: wanted }).first();
      await field.selectOption((await option.getAttribute("value")) ?? "");
      await page.getByText("Fetching the agent card").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Close Agent" }).click();
    },
    show: (view) => page.getByRole("navigation").getByRole("button", { name: view }).click(),
    async say(text) {
      const field = page.getByLabel("Text of the message");
      await field.waitFor();
      await field.fill(text);
      await field.press("Enter");
    },
  };
}

/** Resolves when the end of the conversation is shown. */
export async function untilAtEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = document.querySelector(".log") ?? {};
    return scrollTop + clientHeight > scrollHeight - 2;
  });
}

/** Nothing was refused, nothing failed, and nobody but the console was asked. */
export function expectQuiet({ complaints, strays }: OpenedConsole): void {
  expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
}
