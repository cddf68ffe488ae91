import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { A2AService, AgentCardCodec } from "@a2agen/a2a-1.0";
import { approvalsIn, approve, connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasPostgres } from "../../shared/find-postgres.ts";
import { type PostgresServer, startPostgres } from "../../stores/postgres/postgres-server.ts";
import { type Served, say, texts } from "./serve.ts";

const isMissing = !(await hasPostgres()) && process.env["A2AGEN_POSTGRES"] !== "required";
if (isMissing) console.warn("PostgreSQL is not installed (Debian: postgresql): leaving out kill.test.ts");

/** Beside the frameworks, which it imports. */
const program = join(import.meta.dirname, ".tmp/kill-agent.mjs");
let postgres: PostgresServer;

beforeAll(async () => {
  if (isMissing) return;
  await build({
    entryPoints: [join(import.meta.dirname, "kill-agent.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["@langchain/*", "@openai/*", "ai", "ai/test", "pg", "zod"],
    logLevel: "silent",
  });
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

interface AgentProcess {
  readonly client: Served["connection"]["client"];
  /** What it has printed. */
  readonly lines: string[];
  /** With SIGKILL. */
  kill(): Promise<void>;
}

async function startAgent(env: Readonly<Record<string, string>>): Promise<AgentProcess> {
  const { host, user, database } = postgres.connection;
  const child: ChildProcess = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PGHOST: host, PGUSER: user, PGDATABASE: database, ...env },
  });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  const lines: string[] = [];
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await expect.poll(() => lines.at(-1)).toMatch(/^listening /);
  const url = lines.at(-1)?.slice("listening ".length) ?? "";
  const { client, close } = await connect(A2AService, url, {
    cardCodec: AgentCardCodec,
    bindings: [jsonRpc()],
  });
  onTestFinished(close);
  return { client, lines, kill };
}

/** The result of the tool is in the task. */
async function untilResult({ client }: AgentProcess, id: string): Promise<void> {
  const shown = expect.poll(async () => JSON.stringify(await client.getTask({ id })));
  await shown.toContain("function_response");
}

const call = [{ text: "I look. " }, { call: "call-1", name: "weather", input: { city: "Graz" } }];
const background = { configuration: { returnImmediately: true } };

describe.skipIf(isMissing).each(["ai-sdk", "langgraph", "openai-agents"])("%s, kill -9", (adapter) => {
  const makeEnv = (script: unknown, needsApproval: boolean): Record<string, string> => ({
    ADAPTER: adapter,
    SCRIPT: JSON.stringify(script),
    NEEDS_APPROVAL: String(needsApproval),
    PGOPTIONS: `-c search_path=public`,
  });

  test("after a tool: another process goes on with what the tool gave, and does not run it", async () => {
    const first = await startAgent(makeEnv([call, ["stuck"]], false));
    const { task } = await first.client.sendMessage({
      ...say(crypto.randomUUID(), "Weather?"),
      ...background,
    });
    const id = task?.id ?? "";
    await untilResult(first, id);
    await first.kill();
    const second = await startAgent(makeEnv([[{ text: "1 degree." }]], false));
    await expect
      .poll(async () => (await second.client.getTask({ id })).status.state)
      .toBe("TASK_STATE_COMPLETED");
    expect([...first.lines, ...second.lines].filter((line) => line.startsWith("tool"))).toEqual([
      "tool Graz",
    ]);
    expect(Object.values(texts(await second.client.getTask({ id })))).toEqual(["I look. ", "1 degree."]);
  });

  test("while a tool waits for approval, and again while it is at work on the answer", async () => {
    const first = await startAgent(makeEnv([call], true));
    const { task } = await first.client.sendMessage(say(crypto.randomUUID(), "Weather?"));
    const id = task?.id ?? "";
    await first.kill();
    const second = await startAgent(makeEnv([["stuck"]], true));
    const [approval] = approvalsIn((await second.client.getTask({ id })).status);
    if (approval === undefined) throw new Error("expected an approval");
    const answer = say(crypto.randomUUID(), approve(approval), { taskId: id });
    await second.client.sendMessage({ ...answer, ...background });
    await untilResult(second, id);
    await second.kill();
    const third = await startAgent(makeEnv([[{ text: "1 degree." }]], true));
    await expect
      .poll(async () => (await third.client.getTask({ id })).status.state)
      .toBe("TASK_STATE_COMPLETED");
    const lines = [...first.lines, ...second.lines, ...third.lines];
    expect(lines.filter((line) => line.startsWith("tool"))).toEqual(["tool Graz"]);
    expect(Object.values(texts(await third.client.getTask({ id })))).toEqual(["I look. ", "1 degree."]);
  });
});
