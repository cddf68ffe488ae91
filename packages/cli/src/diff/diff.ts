import { shortVersionName } from "@a2agen/generators/naming/version-names.ts";
import { defineCommand } from "@a2agen/terminal/command.ts";
import { currentVersion, type VersionRow, versionsInOrder, versionTable } from "@a2agen/versions/table.ts";

const table: readonly VersionRow[] = versionsInOrder.flatMap((name) =>
  versionTable.filter((row) => row.name === name),
);
const stable = table.filter(({ stage, formOf }) => stage !== "development" && formOf === undefined);
const oldest = stable.at(-1)?.name ?? currentVersion;
const drafted = stable.find(({ stage }) => stage === "draft")?.name ?? oldest;

/** What the names of versions stand for, a line each. */
const versionHelp: readonly string[] = [
  {
    names: stable.map(({ name }) => name),
    about: `a version of A2A, by its profile; ${joinWithAnd(stable.map(({ name }) => shortVersionName(name)))} for short`,
  },
  ...table.flatMap(({ name, label, formOf, bindings = [] }) =>
    formOf === undefined
      ? []
      : {
          names: [name],
          about: `${label} over ${joinWithAnd(bindings).replace("GRPC", "gRPC")}, whose messages are those of its proto`,
        },
  ),
  ...table.flatMap(({ name, stage }) =>
    stage === "development" ? { names: [name], about: "the version in development, which may change" } : [],
  ),
].map(({ names, about }) => `  ${names.join(", ").padEnd(34)}${about}`);

function joinWithAnd(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), texts.at(-1) ?? ""].filter((text) => text !== "").join(" and ");
}

export const diff = defineCommand({
  path: ["diff"],
  group: "Check",
  summary: "show what changed between two versions of a protocol, and whom it breaks",
  description: [
    [
      "A version is one of",
      ...versionHelp,
      "  DIR, FILE.proto                   protos, compiled with buf, from npm or the PATH",
      "  REF:PATH                          the same as they are in a commit, tag or branch of git",
      "  FILE.binpb                        a compiled image, as buf and protoc write it",
      "  DIR, FILE.tgz, NAME               a package with an image: unpacked, packed, or installed here",
    ].join("\n"),
    "Each change says whether an older client works with a newer server and vice versa, in JSON and in binary form, and whether the code of clients and of servers still compiles. Where there are translators between the versions, it says whether the value survives, to the newer version and back.",
  ],
  examples: [
    `diff ${shortVersionName(oldest)} ${shortVersionName(currentVersion)}`,
    "diff v1.2.0:proto proto --fail-on breaking",
    `diff ${shortVersionName(drafted)} ${shortVersionName(currentVersion)} --format markdown`,
  ],
  operand: {
    name: "VERSION",
    expected: "two versions, the older one first",
    usage: "OLD NEW",
    suggestions: versionTable.flatMap((row) => ("formOf" in row ? [] : [row.label])),
    help: "the older version, and then the newer one",
  },
  flags: {
    format: {
      choices: ["text", "markdown", "html", "json", "sarif"],
      help: "text (default), a page in Markdown or HTML, or data: JSON, or SARIF for code scanning",
    },
    profile: {
      value: "NAME",
      help: "the profile of protos, by name or path; default: the profile that lists their package",
    },
    "fail-on": {
      choices: ["breaking", "peers", "code", "loss", "unannounced", "any"],
      help: "exit with 1 for changes that break anything, peers, or code; that translators lose; for removals without prior deprecation; or for any change",
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
