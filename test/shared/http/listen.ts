import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Listening {
  readonly server: Server;
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
}

/** Serves on a free port of this machine until the test has finished. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, port };
}

/** A promise that is settled from outside. */
export interface Signal<T = void> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function createSignal<T = void>(): Signal<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
