import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type {
  AgentMembers,
  Ask,
  aiSdkTools,
  mcpTools,
  openAiTools,
  SkillTable,
} from "@a2agen/runtime/skills";
import { onTestFinished } from "vitest";
import { runA2agen } from "../run-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");

/** What is generated of the card of the packer. */
export interface PackingAgent extends AgentMembers<SkillTable, object> {
  readonly pack: Ask<{ boxes: number }, { packed: number; size?: "small" | "large" }>;
  readonly sendAway: Ask<string, undefined>;
}

export interface PackingModule {
  connectPacking(url: string, options: object): Promise<PackingAgent>;
  aiSdkTools: typeof aiSdkTools;
  mcpTools: typeof mcpTools;
  openAiTools: typeof openAiTools;
}

/** Starts the packer in a process of its own, until the test has ended; returns its origin. */
export async function startPacker(): Promise<string> {
  const script = join(import.meta.dirname, "packer-agent.ts");
  const child = spawn(process.execPath, ["--conditions=a2agen-source", "--import=tsx", script], {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, "exit");
  });
  const [origin] = (await once(createInterface(child.stdout), "line")) as [string];
  return origin;
}

/** A folder in the repository, whose packages generated code imports. */
export async function clientFolder(): Promise<string> {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  const folder = await mkdtemp(join(repository, ".tmp/generated-client-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The client that is generated of the agent. */
export async function generatePacking(origin: string): Promise<PackingModule> {
  const directory = await clientFolder();
  const line = ["client", origin, "--out", "packing", "--import-extension", "ts"];
  const { status, stderr } = await runA2agen(line, { directory });
  if (status !== 0) throw new Error(stderr);
  return (await import(join(directory, "packing/index.ts"))) as PackingModule;
}
