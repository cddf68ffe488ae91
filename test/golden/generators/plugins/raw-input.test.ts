import { create, fromBinary, maximumEdition, minimumEdition, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
} from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { runWithInput } from "../../../shared/process/run-plugin.ts";
import { choose } from "../../../shared/runs.ts";

const plugins = [
  "protoc-gen-a2a",
  "protoc-gen-a2a-types",
  "protoc-gen-a2a-json",
  "protoc-gen-a2a-binary",
  "protoc-gen-a2a-service",
  "protoc-gen-a2a-grpc",
];

const request = toBinary(
  CodeGeneratorRequestSchema,
  create(CodeGeneratorRequestSchema, {
    parameter: "target=ts",
    fileToGenerate: ["a.proto"],
    protoFile: [
      { name: "a.proto", package: "p.v1", syntax: "proto3", messageType: [{ name: "Dog" }, { name: "Cat" }] },
    ],
  }),
);

describe("input that is no request ends with exit status 1 and a line on standard error", () => {
  const cases: readonly { readonly name: string; readonly given: Uint8Array }[] = [
    {
      name: "garbage",
      given: Buffer.from("hello, plugin\n"),
    },
    { name: "a request that is cut off", given: request.subarray(0, -1) },
    { name: "zeros", given: new Uint8Array(16) },
  ];

  test.each(cases)("$name", { tags: "thorough" }, async ({ given }) => {
    for (const plugin of choose(plugins)) {
      const { status, stdout, stderr } = await runWithInput(plugin, { input: given });
      expect({ plugin, status, stdout: stdout.toString() }).toEqual({ plugin, status: 1, stdout: "" });
      expect(stderr.split("\n")).toEqual([
        expect.stringMatching(new RegExp(`^${plugin}: standard input is not a CodeGeneratorRequest: .+$`)),
        "",
      ]);
    }
  });
});

test("an empty request is answered with nothing but what is supported", async () => {
  const { status, stdout, stderr } = await runWithInput("protoc-gen-a2a", { input: new Uint8Array() });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(fromBinary(CodeGeneratorResponseSchema, stdout)).toEqual(
    create(CodeGeneratorResponseSchema, {
      supportedFeatures: BigInt(
        CodeGeneratorResponse_Feature.PROTO3_OPTIONAL | CodeGeneratorResponse_Feature.SUPPORTS_EDITIONS,
      ),
      minimumEdition,
      maximumEdition,
    }),
  );
});

describe("on the command line", () => {
  test.each(plugins)("%s --version writes its name and version", { tags: "thorough" }, async (plugin) => {
    for (const flag of choose(["--version", "-v"])) {
      const { status, stdout, stderr } = await runWithInput(plugin, { args: [flag] });
      expect({ status, stdout: stdout.toString(), stderr }).toEqual({
        status: 0,
        stdout: `${plugin} ${packageJson.version}\n`,
        stderr: "",
      });
    }
  });

  const common = [
    "  target=ts, js, dts, joined with +",
    "      the languages to write (default: js+dts)",
    "  import_extension=none, js, ts",
    "      how imports between generated files end (default: none)",
    "  profile=a built-in profile or the path of a .yaml file",
    "      the JSON dialect (default: the profile that names the proto package, else proto)",
  ];
  const umbrella = [
    "  targets=all, client, server, schemas, or types, json, binary, service, grpc, fakes, legacy, extension, index, jsonschema, schema-bundle, openapi, openrpc, docs, template, legacy-schema, migration, joined with +",
    "      what to generate (default: types+json+binary)",
    "  folders=jsonschema, schema-bundle, openapi, openrpc, docs, each with =FOLDER, joined with +",
    "      where the files of a target go, below the output directory (default: all beside one another)",
  ];
  const emptyFiles = [
    "  keep_empty_files=true, false",
    "      write a file for every proto and target of code, without exports where there is nothing to generate (default: false)",
  ];
  const schemaBase = [
    "  schema_base=an absolute URL",
    "      what the $id of schemas begin with, of protos whose package no profile names (default: https://a2agen.dev/schemas/proto/)",
  ];
  const publisher = [
    "  title=a text",
    "      the title of OpenAPI and OpenRPC documents, of protos whose package no profile names (default: the proto package)",
    "  license=an SPDX expression",
    "      the license in these documents (default: not stated)",
    "  contact=a name, a mail address or a URL, or NAME <MAIL> (URL)",
    "      the contact in these documents (default: the title)",
  ];
  const switches = [
    "  ts_nocheck=true, false",
    "      write // @ts-nocheck at the top of the files (default: false)",
  ];

  const templates = [
    "  templates=a directory of .hbs files",
    "      templates that take the place of those of the same name, of the targets docs and extension",
    "  template=a directory of .hbs files",
    "      what to render, for the target template; other files in it are copied",
  ];
  const modules = [
    "  modules=FILE.proto=PACKAGE, a directory relative to the output directory, or a package, joined with +",
    "      where generated modules are imported from: those of a proto from a package; for the target template all of them from a directory or a package (default: .)",
  ];
  const manifest = [
    "  manifest=the path of a .yaml file",
    "      names of earlier versions that take the place of those of A2A, of the target legacy",
  ];

  function usage(plugin: string): string {
    return [
      `${plugin} ${packageJson.version}: a plugin of buf and protoc.`,
      "It reads a CodeGeneratorRequest from standard input and writes a CodeGeneratorResponse.",
      "In buf.gen.yaml:",
      "  plugins:",
      `    - local: ${plugin}`,
      "      out: gen",
      "      strategy: all",
      "      opt: [target=ts]",
      "Options:",
      ...common,
      ...(plugin === "protoc-gen-a2a" ? umbrella : []),
      ...emptyFiles,
      ...(plugin === "protoc-gen-a2a" ? [...schemaBase, ...publisher] : []),
      ...switches,
      ...(plugin === "protoc-gen-a2a" ? templates : []),
      ...modules,
      ...(plugin === "protoc-gen-a2a" ? manifest : []),
      "",
    ].join("\n");
  }

  test.each(plugins)("%s --help writes how it is used", async (plugin) => {
    const { status, stdout, stderr } = await runWithInput(plugin, { args: ["--help"] });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({
      status: 0,
      stdout: usage(plugin),
      stderr: "",
    });
  });

  // One function writes it for all plugins, as --help shows; one has the options of a single target, one of
  // all.
  test.each(plugins.slice(0, 2))("%s with an unknown argument says the same as an error", async (plugin) => {
    const { status, stdout, stderr } = await runWithInput(plugin, { args: ["a.proto"] });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: usage(plugin),
    });
  });
});
