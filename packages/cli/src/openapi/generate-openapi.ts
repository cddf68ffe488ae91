import { protoFlags } from "@a2agen/protos/proto-flags.ts";
import { defineCommand } from "@a2agen/terminal/command.ts";

export const generateOpenApi = defineCommand({
  path: ["generate", "openapi"],
  group: "Generate",
  summary: "write the OpenAPI document of a protocol version, or of one agent",
  description: [
    "With --card the document gets the servers and the security schemes of that agent, and leaves out the methods that its capabilities rule out. The version is that of the card unless --profile, --proto or --image name one, and the card is checked by its rules first. With --proto or --image of methods of the agent's own, it has these beside those of the protocol; with --package those alone.",
  ],
  examples: ["generate openapi --out openapi.yaml", "generate openapi --card agent-card.json --format json"],
  flags: {
    card: { value: "FILE", help: "the agent card, as JSON" },
    ...protoFlags,
    format: { choices: ["json", "yaml"], help: "default: that of the name in --out, else json" },
    openapi: {
      choices: ["3.1", "3.2"],
      help: "3.1 (default) for code generators, 3.2 for documentation of streams",
    },
    out: { value: "FILE", help: "where to write the document; default: standard output" },
    package: { value: "NAME", help: "the proto package, where several have HTTP rules" },
  },
  exclusive: [["proto", "image"]],
  run: async (input, terminal) => {
    const { writeOpenApi } = await import("./write-openapi.ts");
    return writeOpenApi(input, terminal);
  },
});
