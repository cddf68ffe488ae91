import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { freePort } from "../../shared/free-port.ts";

const installed = join(import.meta.dirname, "node_modules");

/** A runtime with the agent of `agents/` for it. */
export interface Runtime {
  readonly name: string;
  readonly program: string;
  readonly entry: string;
  /** Further files beside the bundle `agent.js`, and the arguments that run it. */
  prepare(port: number): {
    readonly files: Readonly<Record<string, string>>;
    readonly args: readonly string[];
  };
}

/** The configuration of workerd. */
function workerd(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "agent.js", esModule = embed "agent.js")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["enable_request_signal", "request_signal_passthrough"],
  durableObjectNamespaces = [(className = "Agent", uniqueKey = "agent", enableSql = true)],
  durableObjectStorage = (inMemory = void),
  bindings = [(name = "AGENT", durableObjectNamespace = "Agent")],
);
`;
}

const bare: Runtime["prepare"] = () => ({ files: {}, args: ["agent.js"] });

export const runtimes: readonly Runtime[] = [
  { name: "Node", program: process.execPath, entry: "node.ts", prepare: bare },
  {
    name: "Bun",
    program: join(installed, "@oven/bun-linux-x64/bin/bun"),
    entry: "bun.ts",
    prepare: bare,
  },
  {
    name: "Deno",
    program: join(installed, "@deno/linux-x64-glibc/deno"),
    entry: "deno.ts",
    prepare: () => ({ files: {}, args: ["run", "--allow-net", "agent.js"] }),
  },
  {
    name: "workerd, in a Durable Object",
    program: join(installed, "@cloudflare/workerd-linux-64/bin/workerd"),
    entry: "worker.ts",
    prepare: (port) => ({
      files: { "config.capnp": workerd(port) },
      args: ["serve", "--experimental", "config.capnp"],
    }),
  },
];

export function isInstalled({ program }: Runtime): boolean {
  return existsSync(program);
}

export interface RunningAgent {
  readonly origin: string;
  /** What the program has printed. */
  readonly output: () => string;
  /** Settles with the exit code once the program has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Waits until a server answers at all, or its program has ended. */
async function answering(origin: string, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const watching = ended.then(() => over.abort());
  while (!over.signal.aborted) {
    try {
      await (await fetch(`${origin}/healthz`)).text();
      return;
    } catch {
      // It does not listen yet.
      await Promise.race([setTimeout(50), watching]);
    }
  }
}

/** Bundles the agent for a runtime from the sources of the packages, and runs it. */
export async function startAgent(runtime: Runtime): Promise<RunningAgent> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const directory = await mkdtemp(join(tmpdir(), "a2agen-hosts-"));
  await build({
    entryPoints: [join(import.meta.dirname, "agents", runtime.entry)],
    outfile: join(directory, "agent.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: runtime.entry === "node.ts" ? "node" : "neutral",
    conditions: ["a2agen-source"],
    mainFields: ["module", "main"],
    define: { ORIGIN: JSON.stringify(origin), PORT: String(port) },
    logLevel: "error",
  });
  const { files, args } = runtime.prepare(port);
  await writeFile(join(directory, "package.json"), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const child = spawn(runtime.program, args, {
    cwd: directory,
    env: { PATH: process.env["PATH"], HOME: directory, DENO_DIR: directory, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  await answering(origin, ended);
  return {
    origin,
    output: () => output,
    ended,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
