/** A box of the picture: rooms by what a reader calls them. */
export interface Box {
  readonly label: string;
  /** The folder that it is drawn in. */
  readonly group?: "generators" | "generated" | "runtime";
  readonly rooms: readonly string[];
  /** The boxes that become of it. */
  readonly becomes?: readonly string[];
  /** What it imports that is not in the table of rooms. */
  readonly imports?: readonly string[];
}

/** The picture for those who do not see it. */
export const pictureInWords =
  "A proto and a profile become a model; emitters turn the model into files; the generated packages import the runtime; the bindings and the agent kit are parts of the runtime that import its service and core; your code imports the generated packages and the runtime.";

export const boxes: Readonly<Record<string, Box>> = {
  sources: { label: "proto/, profiles/", rooms: ["proto", "profiles"], becomes: ["model"] },
  model: { label: "model", group: "generators", rooms: ["generators/model"], becomes: ["emit"] },
  emit: { label: "emit", group: "generators", rooms: ["generators/emit/*"], becomes: ["data", "code"] },
  plugins: { label: "plugins", group: "generators", rooms: ["generators/plugins"] },
  commands: { label: "cli/", rooms: ["cli/docs", "cli/init"] },
  code: {
    label: "types, codecs, services",
    group: "generated",
    rooms: ["generated/*"],
    imports: ["service"],
  },
  data: { label: "schemas, OpenAPI, docs", group: "generated", rooms: [] },
  yours: { label: "your agent or client", rooms: [], imports: ["code", "agent", "bindings"] },
  agent: { label: "agent, push", group: "runtime", rooms: ["runtime/agent", "runtime/push"] },
  bindings: {
    label: "jsonrpc, rest, grpc",
    group: "runtime",
    rooms: ["runtime/jsonrpc", "runtime/rest", "runtime/grpc"],
  },
  service: { label: "service", group: "runtime", rooms: ["runtime/service"] },
  core: { label: "core", group: "runtime", rooms: ["runtime/core"] },
};
