import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { a2agen } from "../../shared/process/start-a2agen.ts";

const manifest = `extensions:
  - name: Prices
    uri: https://shop.example/prices/v1
    kind: profile
    data:
      - { name: price, type: "prices.json#/$defs/Price", on: [Message] }
`;

test("console --extensions knows our extensions and the user's, and checks their data", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-console-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "extension.yaml"), manifest);
  const Price = { type: "object", properties: { eur: { type: "number" } }, required: ["eur"] };
  await writeFile(join(folder, "prices.json"), JSON.stringify({ $defs: { Price } }));
  const command = spawn(process.execPath, [a2agen, "console", "--no-open", "--extensions", folder]);
  onTestFinished(async () => {
    command.kill();
    if (command.exitCode === null && command.signalCode === null) await once(command, "exit");
  });
  const [address] = (await once(createInterface(command.stdout), "line")) as [string];
  const { origin, hash } = new URL(address);
  const headers = { "x-a2agen-token": new URLSearchParams(hash.slice(1)).get("token") ?? "" };
  const known = (await (await fetch(`${origin}/extensions`, { headers })).json()) as { name: string }[];
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(["X402", "A2ui", "Llm", "Prices"]));
  const ids = ["https://shop.example/prices/v1 price"];
  const body = JSON.stringify([
    { ids, value: { eur: "12" } },
    { ids: ["https://a2ui.org/a2a-extension/a2ui/v1.0 capabilities"], value: {} },
  ]);
  const answer = await fetch(`${origin}/check`, { method: "POST", headers, body });
  expect(await answer.json()).toEqual([
    [[{ path: "eur", message: 'expected a number, got "12"' }]],
    [[{ path: '["v1.0"]', message: "required" }]],
  ]);
});
