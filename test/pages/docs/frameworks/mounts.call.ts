import { createHttpHandler } from "@a2agen/runtime/server";
import { hostOf } from "./client-of.ts";
import { serveBelow } from "./mounts.ts";

// Each framework takes its line; test/protocol calls agents below mounts.
await serveBelow(createHttpHandler(hostOf({})));
