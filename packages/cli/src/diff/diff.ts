import { defineCommand } from "@a2agen/terminal/command.ts";

export const diff = defineCommand({
  path: ["diff"],
  summary: "show what changed between two versions of a protocol, and whom it breaks",
  description: [
    [
      "A version is one of",
      "  a2a-1.0, a2a-1.0-draft, a2a-0.3   a version of A2A, by its profile; 1.0, 1.0-draft and 0.3 for short",
      "  a2a-0.3-proto                     0.3 over HTTP+JSON and gRPC, whose messages are those of its proto",
      "  a2a-1.1-dev                       the version in development, which may change",
      "  DIR, FILE.proto                   protos, compiled with buf, from npm or the PATH",
      "  REF:PATH                          the same as they are in a commit, tag or branch of git",
      "  FILE.binpb                        a compiled image, as buf and protoc write it",
      "  DIR, FILE.tgz, NAME               a package with an image: unpacked, packed, or installed here",
    ].join("\n"),
    "Each change says whether an older client gets along with a newer server and the other way round, in JSON and in binary form, and whether code compiles: that of clients and that of servers. Where there are translators between the versions, it says whether the value comes across, to the newer version and back.",
  ],
  examples: [
    "diff 0.3 1.0",
    "diff v1.2.0:proto proto --fail-on breaking",
    "diff 1.0-draft 1.0 --format markdown",
  ],
  operand: { name: "VERSION", usage: "OLD NEW", help: "the older version, and then the newer one" },
  flags: {
    format: {
      choices: ["text", "markdown", "html", "json", "sarif"],
      help: "text (default), a page in Markdown or HTML, or data: JSON, or SARIF for code scanning",
    },
    profile: {
      value: "NAME",
      help: "the profile of protos: a name or a path; by default the one that names their package",
    },
    "fail-on": {
      choices: ["breaking", "peers", "code", "loss", "unannounced", "any"],
      help: "exit with 1 for changes that break anything, that break peers, that break code, that translators lose, for removals of what was not deprecated, or for any change",
    },
    out: { value: "FILE", help: "where to write the result; default: standard output" },
  },
  exclusive: [],
  exitCodes: [
    [0, "no change of the kind that --fail-on names"],
    [1, "such changes, or a version that cannot be read"],
  ],
  run: async (input, terminal) => {
    const { runDiff } = await import("./run-diff.ts");
    return runDiff(input, terminal);
  },
});
