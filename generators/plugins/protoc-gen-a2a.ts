import { runPlugin } from "./run-plugin.ts";

await runPlugin({ name: "protoc-gen-a2a", targets: ["types", "json", "binary"], umbrella: true });
