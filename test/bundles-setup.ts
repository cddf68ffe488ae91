import { join } from "node:path";
import { runSource } from "./run-source.ts";

/** Bundles, for tests that run the plugins as protoc does, and the command line as users do. */
export function setup(): Promise<void> {
  return runSource(join(import.meta.dirname, "shared/process/build-bundles.ts"));
}
