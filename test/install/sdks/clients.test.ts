import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { install, nodeOf, place } from "../../../scripts/fleet/install.ts";
import type { SdkResults } from "../../../scripts/fleet/sdk-results.ts";
import { npmSdks } from "../../../scripts/fleet/sdk-table.ts";
import { startKitAgent } from "../../shared/probe/kit-agent.ts";

/** Runs a client against an agent, and returns what it shows. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(nodeOf(dirname(program)), [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  return text(child.stdout);
}

test.runIf(process.env["A2AGEN_SDKS"] === "1")(
  "each client of docs/sdks.json gets the work of an agent of the kit",
  async () => {
    const cache = process.env["A2AGEN_SDKS_CACHE"] ?? (await mkdtemp(join(tmpdir(), "a2agen-sdks-")));
    if (process.env["A2AGEN_SDKS_CACHE"] === undefined) onTestFinished(() => rm(cache, { recursive: true }));
    const path = join(import.meta.dirname, "../../../docs/sdks.json");
    const { rows } = JSON.parse(await readFile(path, "utf8")) as SdkResults;
    const { origin } = await startKitAgent({ isFamily: true });
    const shown: Record<string, readonly boolean[]> = {};
    for (const { package: of, version } of rows.filter(
      (row) => row.kind === "client" && row.problem === undefined,
    )) {
      const { client = "", beside } = npmSdks.find((sdk) => sdk.package === of) ?? {};
      const program = await place(client, install(cache, of, version, beside).folder);
      const texts = [await run(program, origin, "send"), await run(program, origin, "stream")];
      shown[`${of} ${version}`] = texts.map((each) => each.includes("first ") && each.includes("second"));
    }
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, [true, true]])));
  },
);
