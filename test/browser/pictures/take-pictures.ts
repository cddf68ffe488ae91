import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { buildSite } from "../../../packages/pages/src/site/build-site.ts";
import { createPlayground } from "../../../packages/pages/src/site/playground.ts";
import { readVersions } from "../../../packages/pages/src/site/read-versions.ts";
import { openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";
import { openConsole, untilAtEnd } from "../console/open-console.ts";
import { openPlayground } from "../playground/open-playground.ts";
import { plan, startDemoAgent } from "./demo-agent.ts";
import { type Frame, joinFrames } from "./join-frames.ts";

const desk = { width: 1000, height: 640 };

const phone = { width: 360, height: 640 };

/** Pictures of the pages at work, by the name of their file in docs/pictures. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** Runs an agent, and takes pictures of the console, the playground and the reference site in Chromium. */
export async function takePictures(): Promise<Pictures> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-pictures-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return new Map([
    ...(await takeConsole()),
    ["playground.png", await takePlayground()],
    ["site.png", await takeSite(directory)],
  ]);
}

async function takeConsole(): Promise<Pictures> {
  const agent = await startDemoAgent();
  const pictures = new Map<string, Buffer>();
  for (const [name, options] of [
    ["console.png", { viewport: desk }],
    ["console-dark.png", { viewport: desk, colorScheme: "dark" }],
    ["console-phone.png", { viewport: phone }],
  ] as const) {
    const { page } = await openConsole(agent, options);
    await talk(page);
    pictures.set(name, await take(page));
  }
  pictures.set("console-moving.png", await takeMovingConsole());
  return pictures;
}

/** A picture with the fonts of the page. */
async function take(page: Page): Promise<Buffer> {
  await page.evaluate("document.fonts.ready");
  return page.screenshot();
}

/** The same conversation as it goes on. */
async function takeMovingConsole(): Promise<Buffer> {
  const { page } = await openConsole(await startDemoAgent({ pauseMs: 700 }), { viewport: desk });
  const frames: Frame[] = [];
  const add = async (ms: number): Promise<void> => {
    frames.push({ png: await take(page), ms });
  };
  await page.getByRole("button", { name: "Plan a day in Lisbon" }).waitFor();
  await add(1200);
  await talk(page, add);
  await add(4000);
  return joinFrames(frames);
}

/** `onStep` is called when there is more to see, with the milliseconds that it may be looked at. */
async function talk(page: Page, onStep: (ms: number) => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole("button", { name: "Plan a day in Lisbon" }).click();
  await page.getByText("The agent waits for you").waitFor();
  await onStep(1500);
  await page.getByLabel("Text of the message").fill("By tram, please");
  await onStep(800);
  await page.getByLabel("Text of the message").press("Enter");
  for (const text of ["Looking at maps", ...plan]) {
    await page.getByText(text).first().waitFor();
    await onStep(700);
  }
  await page.getByText("completed", { exact: true }).waitFor();
  const row = page.getByRole("treeitem", { level: 1 }).filter({ hasText: "SendStreamingMessage" }).last();
  // A stream ends after its last event.
  await page.getByRole("button", { name: "Stop receiving" }).waitFor({ state: "detached" });
  if (await row.isVisible()) {
    await row.getByText(/^\d.* m?s$/).waitFor();
    await row.click();
  }
  await untilAtEnd(page);
}

async function takePlayground(): Promise<Buffer> {
  const { page, found, paste, show } = await openPlayground({ viewport: desk });
  const task = {
    id: "task-1",
    contextId: "context-1",
    status: { state: "working", timestamp: "2026-01-02T03:04:05Z" },
    artifacts: [
      { artifactId: "plan", parts: [{ text: "09:00 Alfama" }, { data: { data: { tickets: 18.5 } } }] },
    ],
  };
  await paste(JSON.stringify(task, undefined, 2));
  await found.getByText(/Task/).first().waitFor();
  await show("Translate");
  await page.getByRole("textbox", { name: "Translate" }).getByText("TASK_STATE_WORKING").first().waitFor();
  return take(page);
}

async function takeSite(directory: string): Promise<Buffer> {
  const versions = await readVersions({}, { out: () => {}, err: () => {} });
  const playground = createPlayground(await builtPage("playground"));
  const files = await buildSite({
    title: "A2A",
    versions,
    guides: { texts: [], pictures: new Map(), below: "" },
    playground,
    warn: () => {},
  });
  for (const { path, text, bytes = text } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), bytes);
  }
  const { page } = await openPage(pathToFileURL(join(directory, "1.0/types/Task.html")).href, {
    viewport: desk,
  });
  return take(page);
}
