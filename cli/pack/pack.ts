import { defineCommand } from "../shared/command.ts";

export const pack = defineCommand({
  path: ["pack"],
  summary: "make a package of generated code, or of protos, that npm publishes",
  description: [
    "DIR has package.json, LICENSE, the compiled protos (*.binpb) and what was generated from them: src, schemas, openapi, docs. With --proto everything is generated, and DIR is optional: what is in it of package.json, LICENSE and README.md is taken.",
    "Out come a directory for npm publish and, beside it, the same as a tarball, whose bytes are equal whenever and wherever they are packed: compiled modules with types, schemas as files and as modules, completed exports, README and NOTICE where there are none.",
    "It is refused when the license is missing, when generated files are not as they would be generated now, when an agent card is wrong, when git has changes that are not committed, when npm would refuse the name, and when --previous shows that the version is too low.",
  ],
  operand: {
    name: "DIR",
    isOptional: true,
    help: "the package in the making (default: the working directory); with --check a packed directory or .tgz",
  },
  flags: {
    out: { value: "DIR", help: "the directory to write; the tarball is written beside it" },
    proto: {
      value: "PATH",
      help: "a directory of protos or one proto to make the package from; compiled with buf",
    },
    profile: {
      value: "NAME",
      help: "the protocol version or the path of a profile; default: the one that names the proto package, else proto",
    },
    name: { value: "NAME", help: "name of the package; default: that in package.json" },
    "package-version": { value: "VERSION", help: "its version; default: that in package.json, else 0.1.0" },
    license: { value: "FILE", help: "the text of the license; default: LICENSE in DIR or beside the protos" },
    previous: {
      value: "PATH",
      help: "the package that was published last, a directory or .tgz: says which step of the version its differences need",
    },
    "dry-run": { help: "list what would be packed, and write nothing" },
    check: { help: "check a package that is packed, and write nothing" },
    "allow-dirty": { help: "pack although git has changes that are not committed" },
  },
  exclusive: [
    ["check", "out"],
    ["check", "dry-run"],
    ["check", "proto"],
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
