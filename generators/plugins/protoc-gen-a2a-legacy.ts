import { runPlugin } from "./run-plugin.ts";

await runPlugin({ name: "protoc-gen-a2a-legacy", targets: ["legacy", "legacy-schema", "migration"] });
