import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseRecording } from "../../../exchange/recording.ts";
import { startKitAgent } from "../../shared/probe/kit-agent.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

test("a recording is judged as the agent was", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-probe-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, "probe.jsonl");
  const { origin } = await startKitAgent();
  const env = { TOKEN: "secret-of-the-caller" };
  const live = await runA2agen(
    ["probe", origin, "--quick", "--record", file, "--header-env", "authorization=TOKEN"],
    { env },
  );
  expect(live).toMatchObject({ status: 0, stderr: expect.stringMatching(/^At most 0 messages/) as string });
  const text = await readFile(file, "utf8");
  expect(text).not.toContain(env.TOKEN);
  expect(parseRecording(text).map(({ id }) => id)).toContain("JSONRPC 1.0/get.unknown/1");
  const judged = await runA2agen(["probe", "--judge", file]);
  expect({ ...judged, stdout: judged.stdout.match(/^MUST.*/gm) }).toEqual({
    status: 0,
    stdout: null,
    stderr: "",
  });
});

test("a host without an agent cannot be tried", async () => {
  expect(await runA2agen(["probe", "http://127.0.0.1:9"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("expected an agent card; no answer") as string,
  });
});
