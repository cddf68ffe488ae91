import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { servePage } from "../../packages/pages/src/playground-server/serve-page.ts";
import { buildPage } from "../../scripts/build/build-page.ts";
import { findChromium } from "../../test/shared/find-chromium.ts";
import { repository } from "../paths.ts";
import type { KeyWork, PlaygroundFigure } from "../playground/figure.ts";
import { buildTexts, type TypedText } from "../playground/texts.ts";
import { traceKeys } from "./main-thread.ts";

const views = ["Translate", "Canonical", "Signatures", "Binary", "Schema", "TypeScript"] as const;

/** Types into the playground, as it is built, in Chromium. */
async function typeInPlayground(count: number): Promise<readonly PlaygroundFigure[]> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("playground: Chromium is not installed (Debian: chromium)");
  const served = await servePage(
    await buildPage(join(repository, "packages/pages/src/playground/index.html")),
    0,
  );
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const { right, wrong } = buildTexts();
    const figures: PlaygroundFigure[] = [];
    for (const text of [right, wrong]) {
      for (const view of views) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        await page.goto(`http://localhost:${served.port}/`);
        figures.push(await measure(page, { text, view, keys: count }));
        await page.close();
      }
    }
    return figures;
  } finally {
    await browser.close();
    await served.close();
  }
}

interface Typing {
  readonly text: TypedText;
  readonly view: string;
  readonly keys: number;
}

async function measure(
  page: Page,
  { text: { title, text, line }, view, keys }: Typing,
): Promise<PlaygroundFigure> {
  await page.getByLabel("Open file").setInputFiles({
    name: "tasks.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await page.getByText(/ListTasksResponse, A2A 1\.0/).waitFor();
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: view }).click();
  await goTo(page, line);
  // The first keys compile what the others run.
  await type(page, 10);
  const work = await traceKeys(page, () => type(page, keys));
  if (work.length !== keys)
    throw new Error(`playground: expected ${keys} keys in the trace, got ${work.length}`);
  const at = (part: number): KeyWork => ({
    elapsed: quantile(
      work.map(({ elapsed }) => elapsed),
      part,
    ),
    cpu: quantile(
      work.map(({ cpu }) => cpu),
      part,
    ),
    longest: quantile(
      work.map(({ longest }) => longest),
      part,
    ),
  });
  return { text: title, view, characters: text.length, median: at(0.5), slow: at(0.95) };
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}

/** Puts the cursor into the string at the end of a line. */
async function goTo(page: Page, line: number): Promise<void> {
  await page.getByRole("textbox", { name: "JSON of A2A" }).focus();
  await page.keyboard.press("Alt+g");
  await page.keyboard.type(String(line));
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
}

/** Types at the pace of a fast typist. */
async function type(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press("a");
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(500);
}

process.stdout.write(JSON.stringify(await typeInPlayground(Number(process.argv[2]))));
