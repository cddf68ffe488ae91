import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { a2agen } from "../generation/plugin.ts";
import { buildEmptyRequest } from "../generation/request.ts";
import { repository, scratch } from "../paths.ts";
import type { Start } from "./start-agent.ts";

/** A short program of Node, by its arguments and what it reads. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly input?: Uint8Array;
}

/** The first is what the others are compared with. */
export const programs: readonly Program[] = [
  { name: "node", args: ["--eval", ""] },
  { name: "a2agen --version", args: [join(repository, "dist/a2agen.js"), "--version"] },
  {
    name: "protoc-gen-a2a, without a file to generate",
    args: [a2agen.program],
    input: buildEmptyRequest(a2agen.options),
  },
];

const probe = join(scratch, "start", "probe.cjs");

/** Writes what the programs are measured with. */
export async function writeProbe(): Promise<void> {
  await writeFile(
    probe,
    `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String((user + system) / 1000));
});
`,
  );
}

/** Runs a program to its end. */
export async function measureProgram({ name, args, input }: Program): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--require", probe, ...args], {
    cwd: repository,
    stdio: ["pipe", "ignore", "inherit", "pipe"],
  });
  child.stdin?.end(input);
  const used = text(child.stdio[3] as Readable);
  const [code] = (await once(child, "close")) as [number | null];
  const wall = performance.now() - start;
  if (code !== 0) throw new Error(`${name}: ended with exit code ${code}`);
  return { wall, cpu: Number(await used) };
}
