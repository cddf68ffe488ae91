import { startChild } from "./child.ts";

/** A process that serves on a port of this machine. */
export interface Served {
  readonly port: number;
  /** CPU time that the process has used so far, in microseconds. */
  cpu(): Promise<number>;
  close(): void;
}

interface Announcement {
  readonly port: number;
}

interface Usage {
  readonly microseconds: number;
}

/** Starts the program of a server, which calls `announce` when it listens. */
export async function startServed(outfile: string, args: readonly string[]): Promise<Served> {
  const child = startChild(outfile, args);
  try {
    const { port } = await child.next<Announcement>();
    return {
      port,
      cpu: async () => (await child.ask<Usage>({})).microseconds,
      close: () => child.close(),
    };
  } catch (error) {
    child.close();
    throw error;
  }
}

/** In the process of a server: says its port, and what it has used when it is asked; ends with its parent. */
export function announce(port: number): void {
  process.on("message", () => process.send?.({ microseconds: readCpu() } satisfies Usage));
  process.on("disconnect", () => process.exit());
  process.send?.({ port } satisfies Announcement);
}

/** CPU time that this process has used, in microseconds. */
export function readCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
