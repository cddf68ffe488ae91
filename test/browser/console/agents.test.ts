import { describe, expect, test } from "vitest";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { startSdkServer } from "../../shared/interop-0.3/sdk-server.ts";
import { startNextAgent } from "../../shared/versions/start-next-agent.ts";
import { expectQuiet, openConsole } from "./open-console.ts";
import { startEverywhere } from "./start-everywhere.ts";

describe("our agent in every version over every binding", () => {
  test.each([
    [
      "1.0 and 0.3",
      "",
      [
        ["1.0 JSON-RPC", "SendStreamingMessage"],
        ["1.0 HTTP+JSON", "SendStreamingMessage"],
        ["1.0 gRPC", "SendStreamingMessage"],
        ["0.3.0 JSON-RPC", "message/stream"],
        ["0.3.0 HTTP+JSON", "SendStreamingMessage"],
        ["0.3.0 gRPC", "SendStreamingMessage"],
      ],
    ],
    [
      "the draft",
      "/draft",
      [
        ["1.0 JSON-RPC", "SendStreamingMessage"],
        ["1.0 HTTP+JSON", "SendStreamingMessage"],
        ["1.0 gRPC", "SendStreamingMessage"],
      ],
    ],
  ])("%s", async (_, path, interfaces) => {
    const console = await openConsole(`${await startEverywhere()}${path}`);
    const { page } = console;
    await page.getByLabel("Text of the message").waitFor();
    for (const [name = "", method] of interfaces) {
      await console.chooseInterface(`${name} http`);
      expect([name, ...(await page.getByRole("alert").allInnerTexts())]).toEqual([name]);
      await page.getByRole("button", { name: "New conversation" }).click();
      await page.getByRole("button", { name: "Clear" }).click();
      await console.say("hello");
      await page.getByText("completed", { exact: true }).waitFor();
      // Pieces of an artifact are one text.
      const answer = page.getByRole("group", { name: /^Artifact/ }).getByRole("paragraph");
      expect([name, await answer.innerText()]).toEqual([name, "first\nsecond"]);
      const row = console.exchanges.filter({ hasText: String(method) });
      // A stream ends after its last event.
      await expect.poll(() => row.innerText()).toMatch(/4 events\s+(?:200|OK)\s+[\d.]+ m?s/);
    }
    expect(await console.exchanges.getByText("problems").count()).toBe(0);
    expectQuiet(console);
  });
});

test("our agent in 1.1, beside 1.0 at the same address: what 1.1 adds is read", async () => {
  const console = await openConsole(await startNextAgent());
  const { page } = console;
  for (const version of ["1.0", "1.1"]) {
    await page.getByLabel("Text of the message").waitFor();
    await console.chooseInterface(`${version} JSON-RPC http`);
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await console.say("one");
    await page.getByText("completed", { exact: true }).waitFor();
    await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
    const exchange = page.getByRole("article", { name: "Exchange" });
    await exchange.getByText(version === "1.1" ? "a2a-1.1-dev" : "a2a-1.0").waitFor();
    await page.getByRole("treeitem", { name: "task: submitted" }).click();
    await exchange.getByText('"contextId": ').first().waitFor();
    const generations = await exchange.getByText('"generation": ').count();
    expect([version, generations > 0]).toEqual([version, version === "1.1"]);
  }
  expect(await console.exchanges.getByText("problem").count()).toBe(0);
  expectQuiet(console);
});

test("our agent in 1.1 alone", async () => {
  const console = await openConsole(await startNextAgent({ isAlone: true }));
  const { page } = console;
  await console.say("one");
  await page.getByText("completed", { exact: true }).waitFor();
  await console.exchanges.filter({ hasText: "SendStreamingMessage" }).click();
  const exchange = page.getByRole("article", { name: "Exchange" });
  await exchange.getByText("a2a-1.1-dev").waitFor();
  expect(await console.exchanges.getByText("problem").count()).toBe(0);
  expectQuiet(console);
});

const whole = { isCut: true, notifies: true };

describe("an agent on @a2a-js/sdk", () => {
  test.each([
    ["1.3.0 over JSON-RPC", () => startPeerAgent({ binding: "JSONRPC" }), whole],
    ["1.3.0 over HTTP+JSON", () => startPeerAgent({ binding: "HTTP+JSON" }), whole],
    ["0.3.14 over JSON-RPC", () => startSdkServer(), whole],
    // The SDK's server reads no body of tasks/pushNotificationConfig/set here.
    ["0.3.14 over HTTP+JSON", () => startSdkServer({ binding: "HTTP+JSON" }), { ...whole, notifies: false }],
    ["0.3.14 over gRPC", () => startSdkServer({ binding: "GRPC" }), { ...whole, isCut: false }],
  ])("%s: streams, stays through a cut, takes a token, notifies, and is canceled", async (_, start, has) => {
    const agent = await start();
    const console = await openConsole(agent.origin);
    const { page } = console;
    await console.say("hello");
    await page.getByText("completed", { exact: true }).waitFor();
    await page
      .getByRole("group", { name: /^Artifact/ })
      .getByText("the work")
      .waitFor();
    if (!has.isCut) {
      // Credentials go to another origin than that of the card when that is chosen.
      await console.chooseInterface(0);
    }
    await console.signIn("ada");
    await console.say("context");
    await page.getByText(/ada/).first().waitFor();
    await console.say("stay");
    await page.getByText("working", { exact: true }).waitFor();
    if (has.isCut) {
      agent.breakConnections();
      const resumed = console.exchanges.filter({
        hasText: /SubscribeToTask|TaskSubscription|tasks\/resubscribe/,
      });
      await resumed.first().waitFor();
    }
    if (has.notifies) {
      await page.getByLabel("More for the task").last().click();
      await page.getByRole("button", { name: "Receive notifications here" }).click();
      await page.getByText("The agent sends events of the task").waitFor();
    }
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByText("canceled", { exact: true }).waitFor();
    if (has.notifies) {
      await console.exchanges.filter({ hasText: "/hooks/" }).first().waitFor();
      await page.getByText(/^Push notifications \(\d+\)$/).click();
      await page.getByRole("group", { name: "Push notification 1", exact: true }).waitFor();
    }
    expect({ strays: console.strays, complaints: console.complaints }).toEqual({
      strays: [],
      complaints: [],
    });
  });
});
