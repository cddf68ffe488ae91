import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSite } from "../../../packages/pages/src/site/build-site.ts";
import { createPlayground } from "../../../packages/pages/src/site/playground.ts";
import { readGuideFiles } from "../../../packages/pages/src/site/read-guides.ts";
import { readVersions } from "../../../packages/pages/src/site/read-versions.ts";
import { findBarriers, openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-site-"));
  const versions = await readVersions({}, { out: () => {}, err: () => {} });
  const guides = await readGuideFiles({ guides: "docs", readme: "README.md" });
  const playground = createPlayground(await builtPage("playground"));
  const files = await buildSite({ title: "A2A", versions, guides, playground, warn: () => {} });
  for (const { path, text, bytes = text } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), bytes);
  }
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Opens a page as a file. */
function open(path: string, options: Parameters<typeof openPage>[1] = {}): ReturnType<typeof openPage> {
  return openPage(pathToFileURL(join(directory, path)).href, options);
}

test("the switch of versions keeps the place, under its earlier name too", async () => {
  const { page, complaints } = await open("1.0/types/SecurityRequirement.html");
  const versions = page.getByRole("navigation", { name: "Versions" });
  const title = page.getByRole("heading", { level: 1 });
  await versions.getByText("1.0-draft").click();
  await expect.poll(() => title.innerText()).toBe("Security");
  await versions.getByText("1.0", { exact: true }).click();
  await expect.poll(() => title.innerText()).toBe("SecurityRequirement");
  await page.getByText("Called Security in 1.0-draft.").waitFor();
  expect(complaints).toEqual([]);
});

test("the search is reached by / and followed by Enter", async () => {
  const { page, complaints } = await open("1.0/types/Task.html");
  await page.keyboard.press("/");
  await page.keyboard.type("task.contextid");
  await expect
    .poll(() => page.getByRole("option").first().innerText())
    .toMatch(/^Task\.contextId field, 1\.0/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/Task\.html#field-contextId$/);
  expect(complaints).toEqual([]);
});

test.each([
  { path: "1.0/types/Task.html", found: /^Task, A2A 1\.0 no problem$/ },
  { path: "0.3/operations/message-send.html", found: /A2A 0\.3 no problem$/ },
])("the example of $path opens in the playground, which finds nothing wrong", async ({ path, found }) => {
  const { page, complaints } = await open(path);
  await page.getByRole("link", { name: "Open in the playground" }).first().click();
  const status = page.getByRole("region", { name: "JSON", exact: true }).getByRole("status");
  await expect.poll(() => status.innerText()).toMatch(found);
  expect(await page.getByRole("list", { name: "Problems" }).getByRole("listitem").count()).toBe(0);
  expect(complaints).toEqual([]);
});

const looks = [
  { colorScheme: "light", width: 1280, check: {} },
  // Only the colors differ.
  { colorScheme: "dark", width: 1280, check: { runOnly: "color-contrast" } },
  // The colors are those of light.
  { colorScheme: "light", width: 390, check: { rules: { "color-contrast": { enabled: false } } } },
] as const;

test.each([
  "index.html",
  "1.0/types/TaskState.html",
  "1.0/operations/SendMessage.html",
  "1.0/errors.html",
  "1.0/since-0.3.html",
  "guides/serving.html",
])("nothing is wrong for people who cannot see with %s: in light, in dark, on a phone", async (path) => {
  const { page, complaints } = await open(path);
  for (const { colorScheme, width, check } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    const violations = await findBarriers(page, { preload: false, ...check });
    const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect({ colorScheme, width, violations, isWider }).toEqual({
      colorScheme,
      width,
      violations: [],
      isWider: false,
    });
  }
  expect(complaints).toEqual([]);
});

test("the menu of a narrow page opens its navigation", async () => {
  const { page } = await open("1.0/types/Task.html", { viewport: { width: 390, height: 844 } });
  const pages = page.getByRole("navigation", { name: "Pages" });
  expect(await pages.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await pages.getByText("TaskStatus", { exact: true }).click();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("TaskStatus");
});
