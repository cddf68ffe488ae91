import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { npm, run, userEnvironment } from "./npm.ts";

const repository = join(import.meta.dirname, "../../..");

/** The compilers that generated code and projects are promised to compile with, by their folder here. */
export const compilers = ["typescript-5.9", "typescript-6.0", "typescript"] as const;

export type Compiler = (typeof compilers)[number];

/** The oldest and the newest, where test/system/compile has the same code with the one between them. */
export const outerCompilers = ["typescript-5.9", "typescript"] as const satisfies readonly Compiler[];

/** A project that was scaffolded, at a user's machine. */
export class Project {
  readonly directory: string;
  readonly env: Record<string, string>;

  constructor(directory: string, env: Record<string, string>) {
    this.directory = directory;
    this.env = env;
  }

  npm(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    return npm(this.directory, args, this.env);
  }

  /** Runs a program of an installed package, as npx does, but without npx's second. */
  run(
    program: string,
    ...args: readonly string[]
  ): Promise<{ readonly stdout: string; readonly stderr: string }> {
    return run(join(this.directory, "node_modules/.bin", program), args, this);
  }

  /** What a compiler finds in the project. */
  async typecheck(compiler: Compiler): Promise<string> {
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    return new Promise((resolve) => {
      execFile(process.execPath, [tsc, "-p", "."], { cwd: this.directory }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  }

  /** The texts of all files but those that npm and tsc write, by path. */
  async read(): Promise<Readonly<Record<string, string>>> {
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.directory.length + 1))
      .filter((path) => !/^(?:node_modules|dist)\/|^package-lock\.json$|\.(?:tgz|binpb)$/.test(path))
      .sort();
    const texts = paths.map(
      async (path) => [path, await readFile(join(this.directory, path), "utf8")] as const,
    );
    return Object.fromEntries(await Promise.all(texts));
  }

  /** Runs what serves, `npm start` say, and resolves when it has said `ready`. */
  async start(
    [program = "", ...args]: readonly string[],
    { ready, env }: { readonly ready: string; readonly env: Readonly<Record<string, string>> },
  ): Promise<StartedProject> {
    const child = spawn(program, args, {
      cwd: this.directory,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of processes of its own, as a terminal makes it.
      detached: true,
    });
    const ended = once(child, "close") as Promise<[number | null, string | null]>;
    let said = "";
    await new Promise<void>((resolve, reject) => {
      const listen = (text: string): void => {
        said += text;
        if (said.includes(ready)) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", listen);
      child.stderr.setEncoding("utf8").on("data", listen);
      void ended.then(([status]) => reject(new Error(`${program} ended with ${status}\n${said}`)), reject);
    });
    return {
      said: () => said,
      async stop(signal) {
        // A terminal signals npm, its shell and the server alike.
        if (child.pid !== undefined) process.kill(-child.pid, signal);
        const [status] = await ended;
        return status;
      },
    };
  }
}

export interface StartedProject {
  /** All that it has said so far. */
  readonly said: () => string;
  /** Resolves, when all its processes have ended, to the first one's status; null if the signal ended it. */
  stop(signal: "SIGINT" | "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

export interface Scaffold {
  readonly directory: string;
  readonly name: string;
  readonly flags: readonly string[];
  readonly env: Record<string, string>;
}

/** Begins a project as a user does who has nothing but npm. */
export async function scaffold({ directory, name, flags, env }: Scaffold): Promise<Project> {
  await run("npx", ["--yes", "a2agen", "init", name, "--yes", ...flags], { directory, env });
  return new Project(join(directory, name), env);
}

/** The environment of a user whose registry is `registry`, and who has never used npm. */
export function npmEnvironment(registry: string, directory: string): Record<string, string> {
  return userEnvironment({
    npm_config_registry: registry,
    npm_config_cache: join(directory, "cache"),
    npm_config_userconfig: join(directory, "npmrc"),
    // Where pnpm keeps what it has fetched.
    XDG_CACHE_HOME: join(directory, "cache"),
    XDG_DATA_HOME: join(directory, "data"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  });
}

/** Ports that nobody listens at. */
export async function freePorts(count: number): Promise<readonly string[]> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  return ports.map(String);
}
