import { defineCommand } from "@a2agen/terminal/command.ts";

export const pack = defineCommand({
  path: ["pack"],
  group: "Publish",
  summary: "build an npm package from protos or generated code",
  description: [
    "DIR has package.json, LICENSE, the compiled protos (*.binpb) and the generated directories src, schemas, openapi and docs. With --proto everything is generated and DIR is optional: its package.json, LICENSE and README.md are used.",
    "Writes a directory for npm publish and, beside it, a reproducible tarball of it: compiled modules with types, schemas as files and modules, completed exports, and README and NOTICE if they are missing.",
    "Refuses a package without a license, with outdated generated files, with invalid agent cards, with uncommitted changes, with a name that npm rejects, with schema $ids on a host that is not yours, or with a version that is too low for the changes since --previous.",
  ],
  examples: [
    "pack --out dist/package",
    "pack . --proto proto --schema-base https://acme.example/ --out dist",
  ],
  operand: {
    name: "DIR",
    isOptional: true,
    help: "the package to build (default: the working directory); with --check a packed directory or .tgz",
  },
  flags: {
    out: { value: "DIR", help: "the directory to write; the tarball is written beside it" },
    proto: {
      value: "PATH",
      help: "a directory of protos or one proto to make the package from; compiled with buf",
    },
    profile: {
      value: "NAME",
      help: "the protocol version or the path of a profile; default: the profile that lists the proto package, else proto",
    },
    name: { value: "NAME", help: "name of the package; default: that in package.json" },
    "schema-base": {
      value: "URL",
      help: "base URL of the schemas' $ids, on a host of yours; needed where no profile sets it",
    },
    "package-version": { value: "VERSION", help: "its version; default: that in package.json, else 0.1.0" },
    license: { value: "FILE", help: "the text of the license; default: LICENSE in DIR or beside the protos" },
    previous: {
      value: "PATH",
      help: "the package published last, a directory or .tgz, to check that the version fits the changes since",
    },
    "dry-run": { help: "list what would be packed, and write nothing" },
    check: { help: "check a packed package, and write nothing" },
    "allow-dirty": { help: "pack despite uncommitted changes" },
  },
  exclusive: [
    ["check", "out"],
    ["check", "dry-run"],
    ["check", "proto"],
    ["check", "schema-base"],
    ["check", "previous"],
  ],
  exitCodes: [
    [0, "done; with --previous, the version fits"],
    [1, "refused, the version does not fit, or a check found problems; nothing was written"],
    [2, "the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runPack } = await import("./run-pack.ts");
    return runPack(input, terminal);
  },
});
