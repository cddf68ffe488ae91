import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { loadCommands } from "../../../packages/cli/src/commands.ts";
import { startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { becomePlugin, listPlugins, runPluginCommand } from "../../shared/process/official-command.ts";
import { useDirectory } from "../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../..");

const root = await useDirectory("a2agen-official-");
/** As `npm install --global a2agen` leaves it. */
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { bin } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  await mkdir(join(root, "bin"));
  for (const [name, path] of Object.entries(bin)) {
    await symlink(join(repository, path), join(root, "bin", name));
  }
  const path = [join(root, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  env = { PATH: path, HOME: root };
});

test("the official command lists each plugin with the summary of its command", async () => {
  const { version } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const commands = await loadCommands([]);
  const names = ["console", "diff", "gateway", "migrate", "mock", "probe"];
  expect(await listPlugins(env)).toEqual(
    names.map((name) => {
      const { summary = "" } = commands.find(({ path }) => path.join(" ") === name) ?? {};
      const description = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}`;
      return { name, version, description, path: join(root, "bin", `a2a-${name}`) };
    }),
  );
});

test("plugins are off until the switch is on, in the environment or in the file", async () => {
  expect(() => becomePlugin(["probe"], env)).toThrow('unknown command "probe" for "a2a"');
  const probe = [join(root, "bin/a2a-probe"), "--list"];
  expect(becomePlugin(["probe", "--list"], { ...env, A2ACLI_PLUGINS_ENABLED: "true" })).toEqual(probe);
  const home = await mkdtemp(join(root, "home-"));
  await mkdir(join(home, ".config/a2a-cli"), { recursive: true });
  await writeFile(join(home, ".config/a2a-cli/config.yaml"), "plugins-enabled: true\n");
  expect(becomePlugin(["probe", "--list"], { ...env, HOME: home })).toEqual(probe);
});

test("a2a probe ends with the code of the specification for an agent that is not there", async () => {
  const on = { ...env, A2ACLI_PLUGINS_ENABLED: "true", A2ACLI_AGENT_CARD: "http://localhost:9" };
  const { status, stderr } = await runPluginCommand(["probe"], on);
  expect(stderr).toMatch("http://localhost:9/.well-known/agent-card.json: expected an agent card");
  expect(status).toBe(3);
});

test("a2a gateway serves an endpoint without a card, with the credentials of --auth", async () => {
  const upstream = await startRawUpstream();
  onTestFinished(() => upstream.close());
  const [program = "", ...args] = becomePlugin(
    ["gateway", "-e", `${upstream.origin}/rpc`, "--transport", "jsonrpc", "--auth", "Bearer own"],
    { ...env, A2ACLI_PLUGINS_ENABLED: "true" },
  );
  const gateway = spawn(program, args, { env: { ...process.env, ...env } });
  onTestFinished(() => void gateway.kill("SIGKILL"));
  const ended = once(gateway, "exit");
  const [line] = (await once(createInterface(gateway.stdout), "line")) as [string];
  const response = await fetch(`${line.replace("gateway ", "")}/message:send`, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0" },
    body: JSON.stringify({ message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hi" }] } }),
  });
  expect(await response.json()).toMatchObject({ message: { parts: [{ text: "hello" }] } });
  expect(upstream.cardCalls).toEqual([]);
  expect(upstream.calls[0]?.headers).toMatchObject({ authorization: "Bearer own" });
  gateway.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
