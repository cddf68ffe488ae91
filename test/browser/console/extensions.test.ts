import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Message, Part } from "@a2agen/a2a-1.0";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { findBarriers } from "../browser.ts";
import { brokenCard } from "./broken-card.ts";
import { expectQuiet, openConsole } from "./open-console.ts";
import { startShop } from "./shop-agent.ts";

/** The lines of a text as they are shown, without empty ones. */
async function linesOf(locator: Locator): Promise<readonly string[]> {
  const text = await locator.innerText();
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

const block = (page: Page, name: string): Locator => page.getByRole("group", { name, exact: true }).last();

test("an agent is paid by x402, with a form, and shows a surface of A2UI", async () => {
  const console = await openConsole(await startShop(), { timezoneId: "UTC" });
  const { page } = console;
  await console.say("a ticket");
  const payment = block(page, "X402 payment");
  await payment.getByText("A ticket to Bergen").waitFor();
  expect(await linesOf(payment)).toEqual([
    "X402 payment payment-required",
    "Where the payment stands. Without `required` the requirements are in an artifact.",
    "Raw JSON",
    "status",
    "payment-required",
    "required x402Version, accepts",
    "x402Version",
    "1",
    "accepts 1 entry",
    "exact · base",
    "scheme",
    "exact",
    "network",
    "base",
    "asset",
    "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    "payTo",
    "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
    "maxAmountRequired",
    "1200",
    "resource",
    "https://shop.example/tickets/1",
    "description",
    "A ticket to Bergen",
    "maxTimeoutSeconds",
    "60",
  ]);
  await payment.getByRole("button", { name: "Raw JSON" }).click();
  await payment.getByText('"maxAmountRequired": "1200"').waitFor();

  await page.getByText(/^Extensions \(1 of 3\)$/).click();
  expect(await page.getByRole("checkbox", { name: "X402" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Add payment" }).click();
  const draft = page.getByRole("group", { name: "X402 payment, to send" });
  const form = draft.getByLabel("Form of the data");
  const send = page.getByRole("button", { name: "Send", exact: true });
  await form.selectOption("as JSON");
  await draft.getByLabel("Data of the message, as JSON").fill('{"status":"paid"}');
  await send.click();
  expect(await page.getByRole("alert").innerText()).toMatch(
    /^X402 payment, status: expected one of "payment-required", .*, got "paid"$/,
  );
  expect(await findBarriers(page)).toEqual([]);
  await form.selectOption("as a form");
  await draft.getByLabel("status").selectOption("payment-submitted");
  await draft.getByText("payload").first().click();
  await draft.getByLabel(/^x402Version/).fill("1");
  await draft.getByLabel(/^scheme/).fill("exact");
  await draft.getByLabel(/^network/).fill("base");
  await draft.getByLabel(/^payload, as JSON/).fill('{"signature":"0xWallet"}');
  await send.click();
  await page.getByText("Here is your ticket.").first().waitFor();
  // The agent reads it where the extension has it.
  await page.getByText("History", { exact: true }).click();
  await page.getByText('Paid by {"signature":"0xWallet"}').first().waitFor();
  expect(await linesOf(block(page, "Surface trains"))).toEqual([
    "Surface trains 6 components of https://ui.example/catalog.json",
    "Show as data",
    "Trains today",
    "06:25 Bergen",
    "08:25 Voss",
    "StarMap map",
    "stars 1 entry",
    "hue",
    "hue",
    "3",
    "legend has not come",
  ]);
  const trains = block(page, "Surface trains");
  await trains.getByRole("button", { name: "Show as data" }).click();
  const data = trains.getByRole("group", { name: "Data of trains" });
  expect((await linesOf(data)).slice(-12)).toEqual([
    '"dataModel": {',
    '"title": "Trains today",',
    '"trains": [',
    "{",
    '"name": "06:25 Bergen"',
    "},",
    "{",
    '"name": "08:25 Voss"',
    "}",
    "]",
    "}",
    "}",
  ]);
  // Of extensions that are not active: in a status update, and one that nobody knows.
  expect(await linesOf(page.getByRole("group", { name: "TaskProgress" }).first())).toEqual([
    "TaskProgress",
    "All active trackers.",
    "Raw JSON",
    "trackers 2 entries",
    "seats · running",
    "id",
    "seats",
    "progress",
    "2",
    "total",
    "3",
    "status",
    "running",
    "startedAt",
    "28 Nov 2026, 09:30:00",
    "price · completed",
    "id",
    "price",
    "progress",
    "1",
    "total",
    "1",
    "status",
    "completed",
  ]);
  const loyalty = page.getByRole("group", { name: "https://shop.example/loyalty/v2" });
  await loyalty.getByText("https://shop.example/loyalty/v2").click();
  await loyalty.getByText("holder").waitFor();
  expect(await linesOf(loyalty)).toEqual([
    "https://shop.example/loyalty/v2",
    "points",
    "120",
    "spent",
    "€12.50",
    "card Ada · 2024-02-03",
    "holder",
    "Ada",
    "since",
    "2024-02-03",
  ]);
  expectQuiet(console);
});

test("extensions are asked for, and capabilities go with every message", async () => {
  const console = await openConsole(await startShop(() => ({ parts: [{ text: "So it is." }] })));
  const { page } = console;
  await page.getByText(/^Extensions \(1 of 3\)$/).click();
  await page.getByRole("checkbox", { name: "A2ui" }).check();
  await page.getByText(/^Extensions \(2 of 3\)$/).waitFor();
  await page.getByRole("button", { name: "Add capabilities" }).click();
  const draft = page.getByRole("group", { name: "A2ui capabilities, to send" });
  await draft.getByLabel(/^supportedCatalogIds/).fill('["https://ui.example/catalog.json"]');
  await draft.getByLabel("With the next messages too").check();
  for (const text of ["one", "two"]) {
    await page.getByRole("button", { name: "Clear" }).click();
    await console.say(text);
    await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
    const exchange = page.getByRole("article", { name: "Exchange" });
    await exchange.getByText('"a2uiRendererCapabilities": {').first().waitFor();
    expect(await exchange.innerText()).toContain("https://a2ui.org/a2a-extension/a2ui/v1.0");
  }
  expectQuiet(console);
});

const a2ui = (data: NonNullable<Part["data"]>, mediaType = "application/a2ui+json"): Part => ({
  data,
  mediaType,
});

test("data that does not fit is shown with what is wrong; A2UI of all versions", async () => {
  const answers: Readonly<Record<string, Pick<Message, "parts" | "metadata">>> = {
    wrong: {
      parts: [
        { text: "Wrong" },
        a2ui([
          { version: "v1.0", createSurface: { surfaceId: "s", catalogID: "c" } },
          { version: "v1.0", showSurface: {} },
        ]),
      ],
      metadata: {
        "https://a2a-protocol.org/extensions/task-progress/v1": { trackers: [{ id: "", progress: "half" }] },
      },
    },
    "0.8": {
      parts: [
        a2ui({ beginRendering: { surfaceId: "old", root: "r" } }, "application/json+a2ui"),
        a2ui(
          {
            surfaceUpdate: {
              surfaceId: "old",
              components: [
                { id: "r", component: { Row: { children: { explicitList: ["t"] } } } },
                { id: "t", component: { Text: { text: { path: "/who/name", literalString: "nobody" } } } },
              ],
            },
          },
          "application/json+a2ui",
        ),
        a2ui(
          {
            dataModelUpdate: {
              surfaceId: "old",
              path: "who",
              contents: [{ key: "name", valueString: "Ada" }],
            },
          },
          "application/json+a2ui",
        ),
      ],
    },
    checkout: {
      parts: [
        {
          data: {
            "a2a.ucp.checkout": {
              continue_url: "https://shop.example/pay",
              links: [{ url: "javascript:owned()" }],
            },
            note: "kept",
          },
        },
      ],
    },
    "0.9": {
      parts: [
        a2ui([
          { version: "v0.9", createSurface: { surfaceId: "new", catalogId: "c" } },
          {
            version: "v0.9",
            updateComponents: {
              surfaceId: "new",
              components: [{ id: "root", component: "Text", text: { call: "now", args: {} } }],
            },
          },
          { version: "v0.9", deleteSurface: { surfaceId: "new" } },
        ]),
      ],
    },
  };
  const console = await openConsole(await startShop((text) => answers[text]));
  const { page } = console;
  await console.say("wrong");
  const progress = block(page, "TaskProgress");
  await progress.getByText("2 problems").waitFor();
  expect(await progress.locator(".problem").allInnerTexts()).toEqual([
    'trackers[0].id: expected at least 1 character, got ""',
    'trackers[0].progress: expected a number, got "half"',
  ]);
  expect(await linesOf(progress)).toContain("half");
  const messages = block(page, "A2ui toRenderer");
  await messages.getByText("2 problems").click();
  await expect
    .poll(() => messages.locator(".problem").allInnerTexts())
    .toEqual([
      '[0].createSurface.catalogID: expected no member but surfaceId, catalogId, sendDataModel, components, dataModel, metadata, got "c"',
      "[1]: set exactly one of createSurface, updateComponents, updateDataModel, deleteSurface, callRendererFunction, agentFunctionResponse; found none",
    ]);
  await console.say("0.8");
  await block(page, "A2ui08 toRenderer").waitFor();
  expect(await linesOf(block(page, "Surface old"))).toEqual([
    "Surface old 2 components",
    "Show as data",
    "Ada",
  ]);
  await console.say("checkout");
  await block(page, "Ucp checkout").getByText("javascript:owned()").first().waitFor();
  expect(await page.getByRole("link").allInnerTexts()).toEqual(["https://shop.example/pay"]);
  await block(page, "note").getByText("kept").waitFor();
  await console.say("0.9");
  const surface = block(page, "Surface new");
  expect(await linesOf(surface)).toEqual(["Surface new deleted 1 component of c"]);
  expectQuiet(console);
});

test("a surface is used: what is written and chosen goes to the agent with the action", async () => {
  const bound = (path: string): object => ({ path });
  const option = (value: string, label: string): object => ({ value, label });
  const components = [
    { id: "root", component: "Card", child: "form" },
    {
      id: "form",
      component: "Column",
      children: ["name", "note", "kind", "seats", "meal", "day", "go", "tabs"],
    },
    { id: "name", component: "TextField", label: "Your name", value: bound("/who/name") },
    { id: "note", component: "TextField", label: "Note", variant: "longText", value: "no place" },
    {
      id: "kind",
      component: "ChoicePicker",
      label: "Class",
      variant: "mutuallyExclusive",
      value: bound("/kind"),
      options: [option("1", "First"), option("2", "Second")],
    },
    { id: "seats", component: "Slider", label: "Seats", min: 1, max: 4, value: bound("/seats") },
    { id: "meal", component: "CheckBox", label: "With a meal", value: bound("/meal") },
    { id: "day", component: "DateTimeInput", label: "Day", value: bound("/day") },
    {
      id: "go",
      component: "Button",
      child: "go-text",
      variant: "primary",
      action: {
        event: {
          name: "book",
          context: {
            name: bound("/who/name"),
            kind: bound("/kind"),
            seats: bound("/seats"),
            meal: bound("/meal"),
            from: "console",
          },
        },
      },
    },
    { id: "go-text", component: "Text", text: "Book" },
    {
      id: "tabs",
      component: "Tabs",
      tabs: [
        { title: "One", child: "one" },
        { title: "Two", child: "two" },
      ],
    },
    { id: "one", component: "Image", url: "https://shop.example/one.png" },
    { id: "two", component: "Text", text: "The second tab" },
  ];
  const dataModel = { who: { name: "Ada" }, kind: ["2"], seats: 2, meal: false, day: "2026-12-01" };
  const surface = { surfaceId: "booking", catalogId: "c", sendDataModel: true, components, dataModel };
  const parts = [a2ui([{ version: "v1.0", createSurface: surface }] as NonNullable<Part["data"]>)];
  const console = await openConsole(
    await startShop((text) => (text === "book" ? { parts } : { parts: [{ text: "Booked." }] })),
  );
  const { page } = console;
  await console.say("book");
  const form = block(page, "Surface booking");
  await form.getByLabel("Your name").fill("Grace");
  await form.getByLabel("Note").fill("anything");
  await form.getByLabel("First").check();
  await form.getByLabel("Seats").fill("3");
  await form.getByLabel("With a meal").check();
  await form.getByRole("button", { name: "Two" }).click();
  await form.getByText("The second tab").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Booked.").first().waitFor();
  const recorded = parseRecording(await readFile(await console.save("Save recording"), "utf8"));
  const meant: unknown = recorded.at(-1)?.request.meaning?.value;
  const { message } = meant as { readonly message: Message };
  expect(message.parts).toEqual([
    {
      data: [
        {
          version: "v1.0",
          action: {
            name: "book",
            surfaceId: "booking",
            sourceComponentId: "go",
            timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
            context: { name: "Grace", kind: ["1"], seats: 3, meal: true, from: "console" },
          },
        },
      ],
      mediaType: "application/a2ui+json",
      metadata: { mimeType: "application/a2ui+json" },
    },
  ]);
  const written = { ...dataModel, who: { name: "Grace" }, kind: ["1"], seats: 3, meal: true };
  expect(message.metadata).toEqual({
    a2uiRendererDataModel: { version: "v1.0", surfaces: { booking: written } },
  });
  expectQuiet(console);
});

test("hostile data of extensions is text, and 10,000 components, cycles and deep nesting stay bearable", async () => {
  const markup = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>`;
  const at = { version: "v1.0" };
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: `c${index}`,
    component: markup,
    text: markup,
  }));
  const chain = Array.from({ length: 500 }, (_, index) => ({
    id: `d${index}`,
    component: "Card",
    child: `d${index + 1}`,
  }));
  const cycle = { id: "d500", component: "Card", child: "root" };
  const root = {
    id: "root",
    component: "Column",
    children: [...many.map(({ id }) => id), "d0", "__proto__", "root"],
  };
  const proto = JSON.parse(
    `{"id":"__proto__","component":"constructor","__proto__":{"owned":1},"text":{"path":"/__proto__/owned"}}`,
  ) as { id: string; component: string };
  const components = [root, ...many, ...chain, cycle, proto];
  // 60 times 60 times 60 rows.
  const rows = ["a", "b", "c", "d"].map((id, index, all) => ({
    id: index === 0 ? "root" : id,
    component: "List",
    children: { componentId: all[index + 1] ?? "e", path: "/list" },
  }));
  const dataModel = { list: Array.from({ length: 60 }, () => 1) };
  let deep: NonNullable<Part["data"]> = markup;
  for (let level = 0; level < 60; level++) deep = level % 2 === 0 ? [deep] : { [markup]: deep };
  const hostile = {
    messageId: markup,
    role: "ROLE_AGENT",
    parts: [
      a2ui([
        {
          ...at,
          createSurface: { surfaceId: markup, components, dataModel: { link: "javascript:window.owned=1" } },
        },
        { ...at, createSurface: { surfaceId: "rows", components: rows, dataModel } },
        { ...at, updateDataModel: { surfaceId: markup, path: "/__proto__/owned", value: 1 } },
      ]),
      { data: { "ap2.mandates.IntentMandate": markup, other: deep } },
    ],
    metadata: {
      "x402.payment.status": markup,
      "x402.payment.receipts": deep,
      [markup]: deep,
      "https://a2a-protocol.org/extensions/task-progress/v1": {
        trackers: [{ id: markup, startedAt: markup }],
      },
    },
  };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const supportedInterfaces = [{ ...brokenCard.supportedInterfaces[0], url: origin }];
    const isCard = request.method === "GET";
    const answer = { jsonrpc: "2.0", id: 1, result: { message: hostile } };
    response.end(JSON.stringify(isCard ? { ...brokenCard, supportedInterfaces, skills: [] } : answer));
  });
  const origin = await listen(server);
  const console = await openConsole(origin);
  const { page } = console;
  await console.say("show");
  const grid = page.getByRole("group", { name: "Surface rows" });
  await grid.getByText("4 components").waitFor();
  expect(await grid.getByRole("listitem").count()).toBeLessThan(500);
  const surface = page.getByRole("group", { name: `Surface ${markup}`, exact: true });
  await surface.getByText("10503 components").waitFor();
  await surface.getByRole("button", { name: "9953 more" }).click();
  await surface.getByRole("button", { name: "9453 more" }).waitFor();
  expect(await linesOf(surface)).toContain(`${markup} c540`);
  await surface.getByRole("button", { name: "Show as data" }).click();
  await surface
    .getByRole("group", { name: "Data of" })
    .getByRole("button", { name: "10503 entries" })
    .click();
  await surface.getByRole("button", { name: /more lines$/ }).waitFor();
  for (const name of ["X402 payment", "TaskProgress", "Ap2 intentMandate"]) {
    await block(page, name)
      .getByText(/problem/)
      .first()
      .waitFor();
  }
  await page.getByRole("group", { name: markup, exact: true }).getByRole("code").click();
  expect(await page.getByRole("link").count()).toBe(0);
  expect(await page.evaluate(() => "owned" in window || "owned" in {})).toBe(false);
  expectQuiet(console);
});
