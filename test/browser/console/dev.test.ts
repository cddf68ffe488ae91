import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runBeside } from "../../../packages/pages/src/console-server/run-beside.ts";
import { serveConsole } from "../../../packages/pages/src/console-server/serve-console.ts";
import { freePort } from "../../shared/free-port.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";
import { openPage } from "../browser.ts";
import { builtConsole } from "../built-page.ts";
import { catalog, inConsole } from "./open-console.ts";

const repository = join(import.meta.dirname, "../../..");

test("npm run dev has the console at /console, and a conversation outlives the agent's restarts", async () => {
  // Not below a hidden folder, which tsx does not watch.
  const folder = await mkdtemp(join(tmpdir(), "a2agen-dev-"));
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = await freePort();
  const directory = join(folder, "echo");
  const flags = ["--kind", "minimal", "--title", "Echo", "--port", String(port), "--yes"];
  const made = await runA2agen(["init", directory, ...flags]);
  expect(made.status).toBe(0);
  const { scripts } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as {
    scripts: { dev: string };
  };
  const command = /^a2agen console --no-open --run "tsx (.*)src\/main\.ts"$/.exec(scripts.dev)?.[1];
  const served = await serveConsole({ ...(await builtConsole()), port: 0, catalog });
  onTestFinished(() => served.close());
  process.env["NODE_OPTIONS"] = "--conditions=a2agen-source";
  const tsx = join(repository, "node_modules/.bin/tsx");
  const companion = runBeside(
    `${tsx} ${command}${join(directory, "src/main.ts")}`,
    `http://localhost:${served.port}/#token=${served.token}`,
  );
  delete process.env["NODE_OPTIONS"];
  onTestFinished(() => companion.stop());
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(`${origin}/console`, { redirect: "manual" }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(302);
  const { page } = await openPage(`${origin}/console`);
  expect(page.url()).toMatch(new RegExp(`^http://localhost:${served.port}/#token=`));
  const talk = inConsole(page);
  await talk.say("one");
  const answers = page.getByRole("group", { name: /^Artifact/ }).getByRole("paragraph");
  await expect.poll(() => answers.allInnerTexts()).toEqual(["one"]);
  const file = join(directory, "src/agent.ts");
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace('("echo", text,', '("echo", text.toUpperCase(),'));
  // A message while the agent starts is tried again, and may still go to the old one.
  await expect
    .poll(async () => {
      await talk.say("two");
      await page.getByRole("button", { name: "Stop receiving" }).waitFor({ state: "detached" });
      return answers.last().innerText();
    })
    .toBe("TWO");
  expect((await answers.allInnerTexts())[0]).toBe("one");
});
