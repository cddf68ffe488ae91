import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";
import { runTemplates } from "./run-templates.ts";

const plugin = "protoc-gen-a2a-template";
const pet = `syntax = "proto3";
package pet;
message Dog {
  string name = 1;
}
service Pets {
  rpc Get(Dog) returns (Dog);
}
`;

let files: FileDescriptorSet;
const generate = ["pet.proto"];

beforeAll(async () => {
  files = await compileProtos({ "pet.proto": pet });
});

const root = "generator, files, services, messages, enums, path";
const helpers = "camel, comment, eq, import, json, kebab, local, pascal, snake, string, lookup";

describe("a wrong template is told with its place and with what there is", () => {
  test.each([
    {
      name: "a name that is not there",
      given: { "a.txt.hbs": "x\n {{titel}}" },
      want: `DIR/a.txt.hbs:2:4: error: there is no "titel" in an object with ${root} [template]`,
    },
    {
      name: "a name that is not there in a condition",
      given: { "a.txt.hbs": "{{#if service}}x{{/if}}" },
      want: `DIR/a.txt.hbs:1:7: error: there is no "service" in an object with ${root} [template]`,
    },
    {
      name: "a member that is not there",
      given: { "[service].txt.hbs": "{{service.profile.nam}}" },
      want: 'DIR/[service].txt.hbs:1:3: error: there is no "nam" in an object with name, title, version, website, errorDomain, errors, jsonRpcErrors, parameters, agentCardPath, versionIn, enumSpelling, timestamps [template]',
    },
    {
      name: "a member of a text",
      given: { "a.txt.hbs": "{{path.x}}" },
      want: 'DIR/a.txt.hbs:1:3: error: there is no "x" in the text "a.txt" [template]',
    },
    {
      name: "a member of a list",
      given: { "a.txt.hbs": "{{files.map}}" },
      want: 'DIR/a.txt.hbs:1:3: error: there is no "map" in a list of 1 [template]',
    },
    {
      name: "an object where a text is wanted",
      given: { "a.txt.hbs": "{{files}}{{lookup files 0}}" },
      want: "DIR/a.txt.hbs:1:1: error: expected a text, a number or a boolean; found a list of 1 [template]",
    },
    {
      name: "a name in a partial, once for all that include it",
      given: { "a.txt.hbs": "{{> p}}", "[message].txt.hbs": "{{> p}}", "_p.hbs": "\n{{nothing}}" },
      want: 'DIR/_p.hbs:2:3: error: there is no "nothing" in an object with generator, files, services, messages, enums, path, file, message [template]\nDIR/_p.hbs:2:3: error: there is no "nothing" in an object with generator, files, services, messages, enums, path [template]',
    },
    {
      name: "what every object inherits",
      given: { "a.txt.hbs": "{{constructor}}" },
      want: `DIR/a.txt.hbs:1:3: error: there is no "constructor" in an object with ${root} [template]`,
    },
    {
      name: "a prototype",
      given: { "a.txt.hbs": "{{#with __proto__}}{{constructor.name}}{{/with}}" },
      want: `DIR/a.txt.hbs:1:9: error: there is no "__proto__" in an object with ${root} [template]`,
    },
    {
      name: "a prototype by lookup",
      given: { "a.txt.hbs": '{{lookup this "toString"}}' },
      want: `DIR/a.txt.hbs:1:1: error: there is no "toString" in an object with ${root} [template]`,
    },
    {
      name: "a helper that is not there",
      given: { "a.txt.hbs": "{{upper path}}\n{{json (lower path)}}" },
      want: `DIR/a.txt.hbs:1:1: there is no helper upper; the helpers are ${helpers}\nDIR/a.txt.hbs:2:8: there is no helper lower; the helpers are ${helpers}`,
    },
    {
      name: "a block that is not there",
      given: { "a.txt.hbs": "{{#log path}}{{/log}}{{#files}}{{/files}}" },
      want: "DIR/a.txt.hbs:1:1: there is no block {{#log}}; the blocks are each, if, unless, with\nDIR/a.txt.hbs:1:22: there is no block {{#files}}; the blocks are each, if, unless, with",
    },
    {
      name: "a partial that is not there",
      given: { "a.txt.hbs": "{{> q}}", "_p.hbs": "" },
      want: 'DIR/a.txt.hbs:1:1: there is no partial "q"; the partials are p',
    },
    {
      name: "a helper with a value of the wrong type",
      given: { "a.txt.hbs": "{{kebab files}}" },
      want: "DIR/a.txt.hbs:1:1: error: expected a text; found object [template]",
    },
    {
      name: "an import of nothing",
      given: { "a.txt.hbs": '{{import ""}}' },
      want: "DIR/a.txt.hbs:1:1: error: expected a module; found an empty text: the name needs no import [template]",
    },
    {
      name: "a template that does not parse",
      given: { "a.txt.hbs": "x\n{{#if path}}", "b.txt.hbs": "{{/if}}" },
      want: /^DIR\/a\.txt\.hbs:2: does not parse: expected .*got 'EOF'\nDIR\/b\.txt\.hbs:1: does not parse: expected .*$/,
    },
  ])("$name", async ({ given, want }) => {
    const { error, files: written } = await runTemplates({ templates: given, files, generate });
    if (typeof want === "string") expect(error).toBe(want);
    else expect(error).toMatch(want);
    expect(written).toEqual({});
  });
});

describe("a wrong path is told", () => {
  test.each([
    {
      name: "an unknown name in brackets",
      given: { "[slug].txt.hbs": "x" },
      want: "DIR/[slug].txt.hbs:1:1: error: there is no [slug]; a path can have [file], [service], [message], [enum] [template]",
    },
    {
      name: "two kinds at once",
      given: { "[service]/[message].txt.hbs": "x" },
      want: "DIR/[service]/[message].txt.hbs:1:1: error: expected at most one of [service], [message], [enum] in a path; found [service], [message] [template]",
    },
    {
      name: "two templates of one file",
      given: { "[message].txt.hbs": "x", "Dog.txt": "y" },
      want: 'DIR/[message].txt.hbs:1:1: error: "Dog.txt" is written by DIR/Dog.txt as well; give each file a path of its own [template]',
    },
    {
      name: "two partials of one name",
      given: { "_p.hbs": "x", "_partials/p.hbs": "y", "a.txt": "z" },
      want: 'DIR/_partials/p.hbs: the partial "p" is DIR/_p.hbs already; rename one of them',
    },
    {
      name: "bytes that are no text",
      given: { "logo.png": new Uint8Array([0x89, 0x50, 0xff]) },
      want: "DIR/logo.png: expected text in UTF-8; a plugin cannot write other bytes",
    },
    { name: "no files", given: {}, want: "DIR: expected files; found none" },
  ])("$name", async ({ given, want }) => {
    expect(await runTemplates({ templates: given, files, generate })).toEqual({ error: want, files: {} });
  });

  test.each(["../up.proto", "/etc/root.proto", "a/../../b.proto", "c:/x.proto"])(
    "a file named %s cannot lead out of the output directory",
    async (name) => {
      const file = create(FileDescriptorProtoSchema, { name, package: "x", syntax: "proto3" });
      const { error, files: written } = await runTemplates({
        templates: { "[file].txt.hbs": "x" },
        files: create(FileDescriptorSetSchema, { file: [file] }),
        generate: [name],
      });
      const path = name.replace(".proto", ".txt");
      expect({ error, written }).toEqual({
        error: `DIR/[file].txt.hbs:1:1: error: expected a path below the output directory; found "${path}" [template]`,
        written: {},
      });
    },
  );

  test("a link to a directory is refused, and a link to a file is that file", async ({ onTestFinished }) => {
    const directory = await mkdtemp(join(tmpdir(), "a2agen-template-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await writeFile(join(directory, "a.txt"), "x\n");
    await symlink(join(directory, "a.txt"), join(directory, "b.txt"));
    const run = { plugin, files, generate, parameter: `template=${directory}` };
    expect((await runPlugin(run)).files).toEqual({ "a.txt": "x\n", "b.txt": "x\n" });
    await symlink(directory, join(directory, "loop"));
    expect((await runPlugin(run)).error).toBe(
      `${directory}/loop: expected a file or a directory; found neither`,
    );
  });
});

describe("a wrong option is told", () => {
  const options = "target, import_extension, profile, ts_nocheck, template, modules";
  test.each([
    {
      name: "no directory",
      given: { parameter: "" },
      want: "option template: expected a directory of .hbs files; it is not given",
    },
    {
      name: "an empty directory",
      given: { parameter: "template=" },
      want: 'option template: expected a directory of .hbs files; got ""',
    },
    {
      name: "a directory that is not there",
      given: { parameter: "template=missing" },
      want: "missing: expected a directory of templates; found ENOENT",
    },
    {
      name: "another option",
      given: { parameter: "dir=x" },
      want: `unknown option "dir"; the options are ${options}`,
    },
    {
      name: "no directory for the umbrella",
      given: { plugin: "protoc-gen-a2a", parameter: "targets=template" },
      want: "option template: expected a directory of .hbs files; it is not given",
    },
    {
      name: "a directory for another plugin",
      given: { plugin: "protoc-gen-a2a-types", parameter: "template=x" },
      want: 'unknown option "template"; the options are target, import_extension, profile, keep_empty_files, ts_nocheck, modules',
    },
  ])("$name", async ({ given, want }) => {
    const { status, error } = await runPlugin({ plugin, files, generate, ...given });
    expect({ status, error }).toEqual({ status: 0, error: want });
  });
});
