import { runPlugin } from "./run-plugin.ts";

await runPlugin("protoc-gen-a2a-fakes");
