import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
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
  const versions = page.getByRole("group", { name: "Versions" });
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
    .toMatch(/^Task\.contextId field, 1\.0, 1\.1-dev, 1\.0-draft, 0\.3/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/Task\.html#field-contextId$/);
  expect(complaints).toEqual([]);
});

test("the search has each name once, and messages before their fields", async () => {
  const { page } = await open("index.html");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("taskartifactupdateevent");
  await expect
    .poll(async () => (await page.getByRole("option").allInnerTexts()).slice(0, 2).join("\n"))
    .toMatch(/^TaskArtifactUpdateEvent message, 1\.0, .*\n(?:.*\n)?TaskArtifactUpdateEvent\.\w+ field/);
});

test("a tab that is chosen once is chosen everywhere, and the theme stays too", async () => {
  const { page, complaints } = await open("1.0/operations/SendMessage.html");
  await page.getByRole("tab", { name: "curl" }).click();
  await page.getByRole("tab", { name: "HTTP+JSON" }).click();
  await page.getByRole("button", { name: "Dark mode" }).click();
  await page.goto(new URL("GetTask.html", page.url()).href);
  const shown = page.getByRole("figure").getByLabel("Request", { exact: false });
  await expect.poll(() => shown.filter({ visible: true }).innerText()).toMatch(/^curl 'https:\S+\/tasks\//);
  expect(await page.getByRole("button", { name: "Dark mode" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
  expect(complaints).toEqual([]);
});

test("an operation is tried with an agent, and what the browser refuses is said in words", async () => {
  const asked: string[] = [];
  const agent = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const allowed = request.url?.startsWith("/open") === true ? "*" : "https://elsewhere.example";
    response.setHeader("access-control-allow-origin", allowed);
    response.setHeader("access-control-allow-headers", "*");
    response.setHeader("content-type", "application/json").end('{"id":"t-1"}');
  });
  await new Promise<void>((resolve) => {
    agent.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void agent.close());
  const { port } = agent.address() as AddressInfo;
  const { page } = await open("1.0/operations/GetTask.html");
  await page.getByRole("tab", { name: "HTTP+JSON" }).click();
  const form = page.getByRole("tabpanel", { name: "HTTP+JSON" });
  await form.getByText("Try it").click();
  await form.getByLabel("Address of the agent's interface").fill(`http://127.0.0.1:${port}/open/`);
  await form.getByRole("button", { name: "Send request" }).click();
  await expect.poll(() => form.getByLabel("Answer of the agent").innerText()).toBe('{\n  "id": "t-1"\n}');
  expect(asked.at(-1)).toMatch(/^GET \/open\/tasks\/[\w-]+/);
  await form.getByLabel("Address of the agent's interface").fill(`http://127.0.0.1:${port}/closed`);
  await form.getByRole("button", { name: "Send request" }).click();
  await expect
    .poll(() => form.getByRole("status").innerText())
    .toContain("its answers need the header Access-Control-Allow-Origin with null or *");
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
    // Colors are those at the end of their transitions.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
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
