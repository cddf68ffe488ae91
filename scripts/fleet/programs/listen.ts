import type { Server as HttpServer } from "node:http";

const port = Number(process.argv[2]);

/** Where the agent is: gRPC has the next port. */
export const places = {
  rpc: `http://127.0.0.1:${port}/`,
  rest: `http://127.0.0.1:${port}/rest`,
  grpc: `127.0.0.1:${port + 1}`,
};

export function listen(app: { listen(port: number, host: string): HttpServer }): void {
  app.listen(port, "127.0.0.1");
}

/** Serves a service of gRPC, when there is one. */
export async function listenGrpc(service: unknown, implementation: unknown): Promise<void> {
  const { Server, ServerCredentials } = await import("@grpc/grpc-js");
  const server = new Server();
  server.addService(service as never, implementation as never);
  server.bindAsync(places.grpc, ServerCredentials.createInsecure(), (error) => {
    if (error !== null) throw error;
  });
}

/** Waits for some seconds, or until a task is canceled; whether it was. */
export class Stays {
  readonly #cancels = new Map<string, () => void>();

  stay(task: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), 20_000);
      this.#cancels.set(task, () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  cancel(task: string): void {
    this.#cancels.get(task)?.();
  }
}
