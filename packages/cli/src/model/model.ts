import { protoFlags } from "@a2agen/protos/proto-flags.ts";
import { defineCommand } from "@a2agen/terminal/command.ts";

export const model = defineCommand({
  path: ["model"],
  group: "Generate",
  summary: "print what generators know of protos, for a generator of your own",
  description: [
    "With --json it is all that the emitters of a2agen read: messages, enums and services with their JSON names, limits and HTTP rules, the errors, headers and states of their profiles, and extensions. Its JSON Schema is schemas/model.schema.json in the package a2agen. Without --json it is an outline of the same.",
  ],
  examples: ["model --json", "model --proto proto --json --out model.json"],
  flags: {
    ...protoFlags,
    json: { help: "the whole model as one JSON value" },
    out: { value: "FILE", help: "where to write it; default: standard output" },
  },
  exclusive: [["proto", "image"]],
  run: async (input, terminal) => {
    const { writeModel } = await import("./write-model.ts");
    return writeModel(input, terminal);
  },
});
