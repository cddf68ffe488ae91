import { defineCommand } from "@a2agen/terminal/command.ts";

export const schemas = defineCommand({
  path: ["schemas"],
  group: "Publish",
  summary: "bundle the schemas of packages for other languages, and prepare them for web hosting",
  description: [
    {
      title:
        "PACKAGE is a directory with generated code, as for a2agen pack, or a packed package, a directory or .tgz. Its JSON Schemas, OpenAPI documents and compiled protos are written twice:",
      rows: [
        [
          "DIR/NAME-schemas-VERSION",
          "a bundle with checksums, an index and a README, and a reproducible .tar.gz of it",
        ],
        ["DIR/site", "the tree of a static host, in which every schema lies where its $id says"],
      ],
    },
    "On the site, each version of a package has a directory of its own, /schemas/PROFILE/VERSION/, with $ids and references to match, and never changes. The newest version is in /schemas/PROFILE/ too, with the $ids that the npm package has; an older one does not take its place, nor does a prerelease that of a release.",
    "Refuses packages without a license, with outdated generated schemas, with schemas without $id, with dangling references, and changes to a version that is already on the site.",
  ],
  examples: ["schemas . --out dist/schemas", "schemas acme-orders-1.2.0.tgz --out public --dry-run"],
  operand: {
    name: "PACKAGE",
    help: 'a package, generated or packed, "." for the one here; several make one site',
  },
  flags: {
    out: { value: "DIR", help: "the directory to write to; DIR/site keeps the versions that are there" },
    "base-url": {
      value: "URL",
      help: "where the directories of the profiles are hosted, such as https://example.com/schemas/; default: what the $ids say",
    },
    profile: {
      value: "NAME",
      help: "the protocol version or the path of a profile with which the packages were generated; default: the profile that lists the proto package, else proto",
    },
    "dry-run": { help: "list what would be written, and write nothing" },
  },
  exclusive: [],
  exitCodes: [
    [0, "done"],
    [1, "refused; nothing was written"],
    [2, "the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runSchemas } = await import("./run-schemas.ts");
    return runSchemas(input, terminal);
  },
});
