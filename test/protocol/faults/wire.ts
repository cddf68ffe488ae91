import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Carries the bytes of clients to a server, and can be cut or led elsewhere. */
export interface Wire {
  readonly port: number;
  /** Leads new connections to another port. */
  lead(port: number): void;
  /** Cuts all connections without a word. */
  cut(): void;
}

export async function openWire(target: number): Promise<Wire> {
  let current = target;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(current, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    lead: (port) => {
      current = port;
    },
    cut,
  };
}
