import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { findChromium } from "../shared/find-chromium.ts";

let started: Promise<Browser> | undefined;

/** The browser of this process. */
function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Chromium is not installed (Debian: chromium)");
  started ??= chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return started;
}

/** What a page did beside what it shows. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors and refusals of the content security policy, in order. */
  readonly complaints: readonly string[];
  /** Requests to others than the page's own server, or file. */
  readonly strays: readonly string[];
}

/** Opens a page until the test has ended. */
export async function openPage(
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<OpenedPage> {
  const browser = await startBrowser();
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    ...options,
  });
  onTestFinished(() => context.close());
  // Only for pages that hang: how long others take depends on the machine and on what else it does.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const strays: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin, pathname } = new URL(url);
    const own = protocol === "file:" ? `file://${pathname}` : origin;
    if (!request.url().startsWith(own) && !/^(?:blob|data):/.test(request.url())) strays.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, strays };
}

/** What axe finds wrong with a page, by all of its rules unless told otherwise. */
export async function findBarriers(page: Page, options: axe.RunOptions = {}): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  // Colours in mid-transition are no one's.
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  return page.evaluate(async (init) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await checker.run(init);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, options);
}
