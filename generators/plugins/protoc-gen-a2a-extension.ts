import { runPlugin } from "./run-plugin.ts";

await runPlugin({ name: "protoc-gen-a2a-extension", targets: ["extension"] });
