import { buildBundles } from "./shared/process/build-bundles.ts";

/** For tests that run the plugins as protoc does, and the command line as users do. */
export const setup = buildBundles;
