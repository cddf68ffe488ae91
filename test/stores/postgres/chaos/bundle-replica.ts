import { join } from "node:path";
import { bundleProgram } from "../bundle-program.ts";

/** Bundles the replica for the processes of one test. */
export function bundleReplica(name: string): Promise<string> {
  return bundleProgram(join(import.meta.dirname, "chaos-replica.ts"), {
    name,
    external: ["pg", "@grpc/grpc-js"],
  });
}
