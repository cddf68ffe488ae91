import { createServer } from "node:net";

/** Below the ports that systems assign: 32768 and higher on Linux, 49152 and higher elsewhere. */
const first = 20_000;
const perWorker = 750;
const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % 16;
let next = Math.floor(Math.random() * perWorker);

/**
 * A port of this machine at which nobody listens. Neither a socket that asks for any port nor another process
 * of these tests takes it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + worker * perWorker + (next++ % perWorker);
    // A round number may stand for something else in the texts in which tests look for ports.
    if (port % 100 !== 0 && (await isFree(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
