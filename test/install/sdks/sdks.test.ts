import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nameOf, type SdkResults } from "../../../scripts/fleet/sdk-results.ts";

const repository = join(import.meta.dirname, "../../..");

async function read(path: string): Promise<SdkResults> {
  return JSON.parse(await readFile(path, "utf8")) as SdkResults;
}

test.runIf(process.env["A2AGEN_SDKS"] === "1")(
  "the oldest and the newest version of the SDK have the scores of docs/sdks.json",
  async () => {
    const out = await mkdtemp(join(tmpdir(), "a2agen-sdks-"));
    onTestFinished(() => rm(out, { recursive: true }));
    const { rows } = await read(join(repository, "docs/sdks.json"));
    const agents = rows.filter((row) => row.kind === "agent" && row.package === "@a2a-js/sdk");
    const wanted = [agents.at(0), agents.at(-1)].filter((row) => row !== undefined);
    const file = join(out, "sdks.json");
    const args = ["run", "sdks", "--", "--cache", join(out, "cache"), "--out", file, ...wanted.map(nameOf)];
    const { status } = spawnSync("npm", args, { cwd: repository, stdio: "inherit" });
    expect({ status, rows: (await read(file)).rows }).toEqual({ status: 0, rows: wanted });
  },
);
