import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ResourceUse } from "./resource-use.ts";

/** Minutes by which the clocks of the replicas differ from that of the database. */
const clockMinutes = [0, 7, -4];

interface Replica {
  readonly child: ChildProcess;
  /** Those that it has said, none until it listens. */
  ports: readonly number[];
  /** Told what the process holds. */
  onUse: (used: ResourceUse) => void;
}

/** Several replicas, each replaced at once when it is killed. */
export class Replicas {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #replicas = new Set<Replica>();
  #next = 0;
  #started = 0;
  /** Warnings of processes, and ends that no one has asked for. */
  readonly problems: string[] = [];
  /** How often the agents have reported an error, by its text. */
  readonly errors: Map<string, number> = new Map<string, number>();

  constructor(program: string, env: NodeJS.ProcessEnv) {
    this.#program = program;
    this.#env = env;
  }

  async start(): Promise<void> {
    const minutes = clockMinutes[this.#started++ % clockMinutes.length] ?? 0;
    const child = spawn(process.execPath, [this.#program], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...this.#env, CLOCK_SHIFT_MS: String(minutes * 60_000) },
    });
    const replica: Replica = { child, ports: [], onUse: () => undefined };
    this.#replicas.add(replica);
    child.once("exit", (code, signal) => {
      this.#replicas.delete(replica);
      if (signal !== "SIGKILL" && code !== 0) this.problems.push(`a replica ended with ${signal ?? code}`);
    });
    const listening = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const [, word = "", rest = ""] = /^(\w+): (.*)$/s.exec(line) ?? [];
        if (word === "ports") replica.ports = rest.split(" ").map(Number);
        else if (word === "used") replica.onUse(JSON.parse(rest) as ResourceUse);
        else if (word === "error") this.errors.set(rest, (this.errors.get(rest) ?? 0) + 1);
        else this.problems.push(line);
        resolve();
      });
    });
    await Promise.race([listening, once(child, "exit")]);
  }

  /** How many of them listen. */
  get listening(): number {
    return [...this.#replicas].filter(({ ports }) => ports.length > 0).length;
  }

  /** The port of the next one that listens: of those that it has said the first one, or another. */
  nextPort(at = 0): number | undefined {
    const found = [...this.#replicas].flatMap(({ ports }) => ports[at] ?? []);
    return found[this.#next++ % Math.max(found.length, 1)];
  }

  /** Kills the oldest of those that listen, and starts another one; false if there is none. */
  kill(): boolean {
    const killed = this.#oldest();
    if (killed === undefined) return false;
    // Not once more before its end is known.
    this.#replicas.delete(killed);
    killed.child.kill("SIGKILL");
    void this.start();
    return true;
  }

  /** Suspends the oldest of those that listen for a while. */
  suspend(ms: number): void {
    const child = this.#oldest()?.child;
    child?.kill("SIGSTOP");
    setTimeout(() => child?.kill("SIGCONT"), ms);
  }

  /** Lets the wall clock of each jump to a shift. */
  jump(milliseconds: readonly number[]): void {
    for (const [at, { child }] of [...this.#replicas].entries()) {
      child.stdin?.write(`clock ${milliseconds[at % milliseconds.length] ?? 0}\n`);
    }
  }

  /** What each of them holds at the moment. */
  used(): Promise<readonly ResourceUse[]> {
    return Promise.all(
      [...this.#replicas].map(
        (replica) =>
          new Promise<ResourceUse>((resolve) => {
            replica.onUse = resolve;
            replica.child.stdin?.write("used\n");
          }),
      ),
    );
  }

  async stop(): Promise<void> {
    const ended = [...this.#replicas].map(({ child }) => once(child, "exit"));
    for (const { child } of this.#replicas) child.kill("SIGTERM");
    await Promise.all(ended);
  }

  #oldest(): Replica | undefined {
    return [...this.#replicas].find(({ ports }) => ports.length > 0);
  }
}
