import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

/** What a process has used when it is asked. */
export interface Used {
  /** CPU time of all threads since the start of the process, in milliseconds. */
  readonly cpu: number;
  /** Modules in CommonJS; those in ESM are counted by the parent. */
  readonly required: number;
}

/** Tells the parent the port of the server, and what the process has used whenever it asks. */
export function announce(server: Server): void {
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    const required = Object.keys(createRequire(import.meta.url).cache).length;
    process.send?.({ cpu: (user + system) / 1000, required } satisfies Used);
  });
  process.on("disconnect", () => process.exit());
}
