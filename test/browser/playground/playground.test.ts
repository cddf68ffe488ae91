import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { toFragment } from "../../../packages/pages/src/playground/session/link.ts";
import { servePage } from "../../../packages/pages/src/playground-server/serve-page.ts";
import { findBarriers, openPage } from "../browser.ts";
import { builtPage } from "../built-page.ts";
import { type OpenedPlayground, openPlayground } from "./open-playground.ts";

/** Nothing was refused, nothing failed, and nobody was asked for anything. */
function expectQuiet({ complaints, strays }: Pick<OpenedPlayground, "complaints" | "strays">): void {
  expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
}

function exampleText(name: string): Promise<string> {
  return readFile(
    new URL(`../../../packages/pages/src/playground/examples/${name}`, import.meta.url),
    "utf8",
  );
}

test("each version is found, and its problems stand at their places", async () => {
  const playground = await openPlayground();
  const { page, found, problems, paste } = playground;
  await page.getByText("Task, A2A 1.0", { exact: true }).waitFor();
  for (const [file, want] of [
    ["event-draft.json", "StreamResponse, A2A 1.0-draft no problem"],
    ["task-draft.json", "Task, A2A 1.0-draft no problem"],
    ["card-draft.json", "AgentCard, A2A 1.0-draft no problem"],
    ["card-0.3.json", "AgentCard, A2A 0.3 no problem"],
    ["request-0.3.json", "Request message/send (MessageSendParams), A2A 0.3 no problem"],
    ["signed-card-1.0.json", "AgentCard, A2A 1.0 no problem"],
  ] as const) {
    await paste(await exampleText(file));
    await page.getByText(want.slice(0, want.indexOf(" no")), { exact: true }).waitFor();
    expect(await found.innerText()).toBe(want);
  }
  await paste(await exampleText("mistakes.txt"));
  await page.getByText("Nearest: Task, A2A 1.0").waitFor();
  expect(await problems.allInnerTexts()).toEqual([
    "Error\nline 9\nhistory[0].messageId\nrequired\nrequired\n§ 4.1.4 Message",
    "Error\nline 12\nhistory[0].parts[0]\nset exactly one of text, raw, url, data; found text, url\noneof-many\n§ 4.1.4 Message",
    'Error\nline 13\nhistory[0].parts[1].raw\nexpected bytes in base64, got "not base64!"\nformat\n§ 4.1.6 Part',
    "Warning\nline 17\npriority\nis no field of its type; readers ignore it\nunknown-field",
    "Warning\nline 18\ncontextId\nis there twice in its object; most readers take the last one, some refuse both\nduplicate-key",
  ]);
  // The editor marks the same places.
  const marks = page.locator(".editor").first().locator(".cm-lintRange");
  await expect
    .poll(() => marks.allInnerTexts())
    .toEqual(["{", "{", '"not base64!"', '"high"', '"contextId"']);
  await problems.nth(2).getByRole("button").click();
  await page.keyboard.type('"AA=="');
  await page.getByText("2 problems", { exact: false }).waitFor();
  expectQuiet(playground);
});

test("a stream is read event by event, and what fits as well is offered", async () => {
  const playground = await openPlayground();
  const { page, paste, found, problems } = playground;
  const stream = await exampleText("stream-1.0.txt");
  await paste(stream.replace("TASK_STATE_COMPLETED", "DONE"));
  await problems.first().waitFor();
  expect(await found.innerText()).toBe(
    "5 server-sent events: Response with StreamResponse, A2A 1.0 1 problem",
  );
  expect(await problems.allInnerTexts()).toEqual([
    expect.stringMatching(/^Error\nline 16\nresult\.statusUpdate\.status\.state\n.*"DONE"/),
  ]);
  await page.getByLabel("Shown").fill("3");
  const result = page.getByRole("textbox", { name: "Translate" });
  await result.getByText("07:10 from BER").waitFor();
  await paste('{"id":"1"}');
  await page.getByRole("button", { name: "TaskQueryParams, A2A 0.3" }).click();
  await page.getByText("TaskQueryParams, A2A 0.3", { exact: true }).first().waitFor();
  expectQuiet(playground);
});

test("a translation names its losses", async () => {
  const playground = await openPlayground();
  const { page } = playground;
  const result = page.getByRole("region", { name: "What follows from it" });
  await result.getByRole("button", { name: "A2A 0.3" }).click();
  await result.getByText("Lost or changed on the way:").waitFor();
  // The losses of the version before are shown until the translation is there.
  await expect
    .poll(() => result.getByRole("list", { name: "Notes" }).innerText())
    .toBe(
      "Warning\nline 20\nhistory[0].parts[1].mediaType\na part of 0.3 has a media type only when it is a file",
    );
  await expect
    .poll(() => result.getByRole("textbox", { name: "Translate" }).innerText())
    .toContain('"state": "input-required"');
  await expect
    .poll(() => page.locator(".editor").first().locator(".cm-lintRange").allInnerTexts())
    .toEqual(['"application/json"']);
  expectQuiet(playground);
});

test("a link carries the text, its version and the view", async () => {
  const playground = await openPlayground();
  const { page, paste, show, found } = playground;
  const text = '{"messageId":"1","role":"user","parts":[{"text":"שלום 👋🏽 <b>"}]}';
  await paste(text);
  await page.getByLabel("Version").selectOption("A2A 1.0");
  await page.getByLabel("Type").selectOption("Message");
  await show("Schema");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText(/^Link copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { hash } = new URL(link);
  const again = await openPlayground({}, hash);
  await again.page.getByText("Message, A2A 1.0", { exact: true }).waitFor();
  await expect.poll(() => again.editor.innerText()).toBe(text);
  await expect.poll(() => again.found.innerText()).toBe("Message, A2A 1.0 1 problem");
  expect(await again.page.getByRole("button", { name: "Schema" }).getAttribute("aria-current")).toBe("page");
  await expect.poll(() => found.innerText()).toBe(await again.found.innerText());
  const damaged = await openPlayground({}, "#json=AAAA");
  await damaged.page.getByRole("alert").filter({ hasText: "The link is damaged" }).waitFor();
  expectQuiet(again);
});

test("signatures are checked by the key that is pasted, and no key is fetched", async () => {
  const playground = await openPlayground();
  const { page, paste, show } = playground;
  await paste(await exampleText("signed-card-1.0.json"));
  await show("Signatures");
  await page
    .getByText("the key could not be", { exact: false })
    .or(page.getByText("0 of 1 signed by a key of yours."))
    .first()
    .waitFor();
  await page.getByLabel("Public key").fill(await exampleText("signed-card-1.0.keys.json"));
  await page.getByText('was made over this card by the key "recipes-2026" (ES256)').waitFor();
  await paste((await exampleText("signed-card-1.0.json")).replace("Recipe agent", "Recipe Agent"));
  await page.getByText("0 of 1 signed by a key of yours.").waitFor();
  expectQuiet(playground);
});

test("binary is shown, and read when it is pasted or opened", async () => {
  const playground = await openPlayground();
  const { page, show, found, editor } = playground;
  await show("Binary");
  await page.getByText(/^lf\.a2a\.v1\.Task, \d+ bytes\.$/).waitFor();
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy base64" }).click();
  await expect.poll(read).not.toBe("");
  const base64 = await read();
  const before = JSON.parse(await exampleText("task-1.0.json")) as object;
  await page.getByRole("button", { name: "Format" }).click();
  await page.getByLabel("Bytes to read").fill(base64);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.getByText("Read as lf.a2a.v1.Task.").waitFor();
  await expect.poll(async () => JSON.parse(await editor.innerText()) as unknown).toEqual(before);
  await page
    .getByLabel("Open file")
    .setInputFiles({ name: "status.binpb", mimeType: "", buffer: Buffer.from("0803f0ff", "hex") });
  await page.getByRole("alert").filter({ hasText: "no type of A2A reads these bytes" }).waitFor();
  await page.getByLabel("Open file").setInputFiles({
    name: "message.json",
    mimeType: "",
    buffer: Buffer.from('{"kind":"task","id":"1","status":{"state":"working"}}'),
  });
  await page.getByText("Nearest: Task, A2A 0.3").waitFor();
  expect(await found.innerText()).toMatch(/problem/);
  expectQuiet(playground);
});

describe("hostile JSON", () => {
  test.each([
    ["deep", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, "No JSON"],
    ["__proto__", '{"__proto__":{"id":1},"constructor":{"prototype":{}}}', "Not known to A2A"],
    ["a syntax error", '{"id": }', "No JSON"],
    ["not text", "\u0000\u202e\ufeff", "No JSON"],
  ])("%s", async (_, text, want) => {
    const playground = await openPlayground();
    await playground.paste(text);
    await playground.page.getByText(want, { exact: true }).waitFor();
    await playground.problems.first().waitFor();
    expectQuiet(playground);
  });

  test("HTML in keys and values is text", async () => {
    const playground = await openPlayground();
    const { page, paste, problems } = playground;
    const html = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    await paste(JSON.stringify({ id: "1", status: { state: html }, [html]: html }));
    await problems.first().waitFor();
    for (const view of ["Translate", "Canonical", "Signatures", "Binary", "Schema", "TypeScript"])
      await playground.show(view);
    await page.getByLabel("Version").selectOption("A2A 1.0");
    expect(await page.locator("img, .page script").count()).toBe(0);
    expectQuiet(playground);
  });

  test("5 MB, and a link that unpacks to more than can be", async () => {
    const playground = await openPlayground();
    const text = JSON.stringify({
      id: "1",
      contextId: "1",
      status: { state: "TASK_STATE_WORKING" },
      artifacts: [{ artifactId: "a", parts: [{ raw: "A".repeat(5_000_000) }] }],
    });
    await playground.page
      .getByLabel("Open file")
      .setInputFiles({ name: "task.json", mimeType: "", buffer: Buffer.from(text) });
    await playground.page.getByText("Task, A2A 1.0", { exact: true }).waitFor();
    const bomb = await openPlayground({}, `#${await toFragment({ text: " ".repeat(21_000_000) })}`);
    await bomb.page.getByRole("alert").filter({ hasText: "expected at most 20000000 characters" }).waitFor();
    expectQuiet(playground);
  });
});

test("served by the command, under its headers too", async () => {
  const served = await servePage(await builtPage("playground"), 0);
  try {
    const opened = await openPage(`http://localhost:${served.port}/`);
    await opened.page.getByText("Task, A2A 1.0", { exact: true }).waitFor();
    expectQuiet(opened);
  } finally {
    await served.close();
  }
});

test("the page asks for nothing and lets nothing else run", async () => {
  const page = await builtPage("playground");
  const [policy = ""] = /<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(page) ?? [];
  expect(policy.replaceAll(/sha256-[\w+/=]+/g, "HASH")).toBe(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'HASH'; style-src 'HASH'; worker-src blob:; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types a2agen">`,
  );
  expect(page).toContain("@codemirror/view");
  expect(page).toContain("SIL OPEN FONT LICENSE");
});

test.each([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 } }],
] as const)("axe finds nothing: %s", async (_, options) => {
  const playground = await openPlayground(options);
  const { page, paste, show } = playground;
  await paste(await exampleText("mistakes.txt"));
  await page.getByText("Nearest: Task, A2A 1.0").waitFor();
  for (const view of ["Translate", "Signatures", "Binary", "TypeScript"]) {
    await show(view);
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
