import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startChild } from "./child.ts";

/** A process that serves on a port of this machine. */
export interface Served {
  readonly port: number;
  /** CPU time that the process has used so far, in microseconds. */
  cpu(): Promise<number>;
  /** Memory of the process after a collection of garbage. */
  memory(): Promise<Memory>;
  close(): void;
}

interface Announcement {
  readonly port: number;
}

interface Usage {
  readonly microseconds: number;
}

/** In bytes. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

type Question = "cpu" | "memory";

/** Starts the program of a server, which calls `announce` when it listens. */
export async function startServed(outfile: string, args: readonly string[]): Promise<Served> {
  const child = startChild(outfile, args);
  try {
    const { port } = await child.next<Announcement>();
    return {
      port,
      cpu: async () => (await child.ask<Usage>({ wanted: "cpu" })).microseconds,
      memory: () => child.ask<Memory>({ wanted: "memory" }),
      close: () => child.close(),
    };
  } catch (error) {
    child.close();
    throw error;
  }
}

/** In the process of a server: says its port, and what it has used when it is asked; ends with its parent. */
export function announce(port: number): void {
  process.on("message", ({ wanted }: { readonly wanted: Question }) => {
    process.send?.(wanted === "cpu" ? ({ microseconds: readCpu() } satisfies Usage) : readMemory());
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ port } satisfies Announcement);
}

function readMemory(): Memory {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

/** CPU time that this process has used, in microseconds. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
