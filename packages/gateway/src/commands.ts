import type { Command } from "@a2agen/terminal/command.ts";
import { gateway } from "./command/gateway.ts";

/** Of a2a-transport-websocket, which a2agen brings: resolves with its exit code. */
export async function serveTransport(endpoint: string): Promise<0 | 1> {
  const transport = await import("./transport/serve-transport.ts");
  return transport.serveTransport(endpoint);
}

/** What this package adds to `a2agen`. */
export const commands: readonly Command[] = [gateway];
