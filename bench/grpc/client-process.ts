import { load } from "../load.ts";
import { readCpu } from "../served.ts";
import type { GrpcCalls } from "./clients.ts";
import type { GrpcCallName } from "./names.ts";

export interface LoadQuestion {
  readonly port: number;
  readonly call: GrpcCallName;
  readonly count: number;
  /** Calls at once. */
  readonly width: number;
}

export interface LoadAnswer {
  /** CPU time of the client for all calls, in microseconds. */
  readonly cpu?: number;
  readonly milliseconds?: number;
  /** Why the calls failed. */
  readonly failure?: string;
}

/** In the process of a client: makes the calls that it is asked for. */
export function answerLoads(connect: (port: number) => GrpcCalls): void {
  const connections = new Map<number, GrpcCalls>();
  const run = async ({ port, call, count, width }: LoadQuestion): Promise<LoadAnswer> => {
    const calls = connections.get(port) ?? connect(port);
    connections.set(port, calls);
    const before = readCpu();
    const start = performance.now();
    await load(Array<() => Promise<void>>(width).fill(calls[call]), count);
    return { cpu: readCpu() - before, milliseconds: performance.now() - start };
  };
  process.on("message", (question: LoadQuestion) => {
    run(question).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ failure: String(error) } satisfies LoadAnswer),
    );
  });
  process.on("disconnect", () => process.exit());
}
