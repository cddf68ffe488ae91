import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

test("--watch writes the client again when the card has changed, until it is interrupted", {
  tags: "later",
}, async () => {
  const directory = await clientFolder();
  const card = packerCard("https://packer.example");
  const put = (changed: object): Promise<void> =>
    writeFile(join(directory, "card.json"), JSON.stringify({ ...card, ...changed }));
  const read = (name: string) => () => readFile(join(directory, "client", name), "utf8").catch(() => "");
  const timeout = 10_000;
  await put({ name: "First" });
  const watching = runA2agen(["client", "card.json", "--watch"], { directory });
  await expect.poll(read("index.ts"), { timeout }).toContain("connectFirst");
  await put({ name: "Second" });
  await expect.poll(read("index.ts"), { timeout }).toContain("connectSecond");
  await put({ skills: card.skills.slice(0, 1) });
  await expect.poll(read("skills.ts"), { timeout }).not.toContain("sendAway");
  process.emit("SIGINT");
  const { status, stdout, stderr } = await watching;
  expect(status).toBe(130);
  expect(stdout).toContain("the card breaks the client: 1 change");
  expect(stderr).toContain("skill send-away: is gone: sendAway() asks for what the agent does not offer\n");
});

test("ten thousand skills without a name in our letters are ten thousand functions", {
  tags: "later",
}, async () => {
  const directory = await clientFolder();
  const {
    skills: [first],
    ...card
  } = packerCard("https://packer.example");
  const skills = Array.from({ length: 10_000 }, (_, index) => ({
    ...first,
    id: `天気${index}`,
    name: "天気",
  }));
  await writeFile(join(directory, "card.json"), JSON.stringify({ ...card, skills }));
  const result = await runA2agen(["client", "card.json"], { directory });
  expect(result).toEqual({ status: 0, stdout: "wrote 3 files with 10000 skills to client\n", stderr: "" });
  expect(await readFile(join(directory, "client/skills.ts"), "utf8")).toContain("skill10000: {");
});

test("what is no card is refused", async () => {
  const directory = await clientFolder();
  for (const [text, says] of [
    [
      '{\n  "name": "x",\n}',
      /^card\.json: expected an agent card in JSON; Expected double-quoted property name in JSON at 3:1/,
    ],
    ["[]", /^card\.json: expected an agent card in JSON; found another value\n$/],
    ['{ "name": "x" }', /^the card has no interface over JSONRPC, HTTP\+JSON or GRPC, which clients have\n$/],
  ] as const) {
    await writeFile(join(directory, "card.json"), text);
    const { status, stderr } = await runA2agen(["client", "card.json"], { directory });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(says) as string });
  }
});
