import { describe, expect, test } from "vitest";
import { readTree } from "../../../shared/cli/project-directory.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useWorkDirectories } from "./work-directories.ts";

const workIn = useWorkDirectories();

describe("a2agen init", () => {
  const nameExample = 'expected a name that npm takes, such as "notes-agent" or "@acme/notes-agent"; found';
  test.each([
    {
      args: ["--name", "Big"],
      want: `--name: ${nameExample} "Big", which has capital letters: a-z, 0-9, "-", "_", "." are allowed`,
    },
    {
      args: ["--name", "../up"],
      want: `--name: ${nameExample} "../up", of which a part begins with "." or "_"`,
    },
    {
      args: ["--name", "@a/b/c"],
      want: `--name: ${nameExample} "@a/b/c", which has "@" and "/": a-z, 0-9, "-", "_", "." are allowed`,
    },
    { args: ["--name", "@acme/"], want: `--name: ${nameExample} "@acme/", of which a part is empty` },
    {
      args: ["--name", "node:fs"],
      want: `--name: ${nameExample} "node:fs", which has ":": a-z, 0-9, "-", "_", "." are allowed`,
    },
    {
      args: ["--name", "typescript"],
      want: `--name: ${nameExample} "typescript", which is a package that the project may depend on`,
    },
    {
      args: ["--title", "a\u001bb"],
      want: '--title: expected one line without control characters; found "\\u001b" at 2',
    },
    { args: ["--port", "0"], want: '--port: expected a number from 1 to 65535; found "0"' },
    {
      args: ["--port", "5000", "--grpc-port", "5000"],
      want: "--grpc-port: expected another port than that of HTTP; found 5000 for both",
    },
    {
      args: ["--bindings", "GRPC"],
      want: "--bindings: expected JSONRPC or HTTP+JSON among them: the agent card is served over HTTP; found GRPC",
    },
    {
      args: ["--bindings", "SOAP"],
      want: '--bindings: expected some of JSONRPC, HTTP+JSON, GRPC, separated by commas; found "SOAP"',
    },
    {
      args: ["--versions", "0.3"],
      want: "--versions: expected 1.0, draft or 1.1-dev among them, in which the code is written; 0.3 is translated; found 0.3",
    },
    {
      args: ["--versions", "1.1-dev,0.3"],
      want: "--versions: expected 1.0 beside 1.1-dev, by way of which older versions are translated; found 1.1-dev, 0.3",
    },
    {
      args: ["--kind", "client", "--versions", "draft,0.3,1.0"],
      want: "--versions: expected 1.0 before draft: code of the kind client in the draft's types speaks the draft and 0.3, in those of 1.0 all three; found draft,0.3,1.0",
    },
    {
      args: ["--kind", "schema-package", "--versions", "1.0,draft"],
      want: "--versions: expected one version, whose JSON the protos have; found 1.0,draft",
    },
    {
      args: ["--kind", "schema-package", "--bindings", "JSONRPC"],
      want: "--bindings: not for a project of the kind schema-package; it is for agent",
    },
    {
      args: ["--kind", "schema-package", "--schema-base", "https://acme.example/a,b"],
      want: '--schema-base: expected a URL without "?", "#" and ","; found "https://acme.example/a,b"',
    },
    {
      args: ["--kind", "robot"],
      want: '--kind: expected minimal, agent, client, extension, schema-package; found "robot"',
    },
    {
      args: ["--kind", "agent", "--extension-uri", "https://example.com/x"],
      want: "--extension-uri: not for a project of the kind agent; it is for extension",
    },
    {
      args: ["--kind", "extension", "--extension-uri", 'https://x/"'],
      want: '--extension-uri: expected an absolute URI such as https://example.com/ext/v1; found "https://x/\\""',
    },
    {
      args: ["--kind", "extension", "--place", "part-key", "--versions", "draft,0.3"],
      want: "--place: expected 1.0 first in --versions, whose parts hold any data; found draft,0.3",
    },
    {
      args: ["--kind", "extension", "--source", "schema", "--place", "elsewhere"],
      want: '--place: expected uri or field or key or prefix or no-scheme or path or part-key or media-type; found "elsewhere"',
    },
    {
      args: ["--kind", "extension", "--source", "schema", "--versions", "draft"],
      want: "--source: expected 1.0 first in --versions, in whose types code of manifests is generated; found draft",
    },
    {
      args: ["--kind", "minimal", "--methods", "own"],
      want: "--methods: not for a project of the kind minimal; it is for agent",
    },
    { args: ["--methods", "mine"], want: '--methods: expected none or own; found "mine"' },
    { args: ["--auth", "basic"], want: '--auth: expected none or bearer; found "basic"' },
    { args: ["--update", "--yes"], want: "--update and --yes cannot be given together" },
    { args: ["a", "b"], want: 'expected at most one DIR; found "x", "a", "b"' },
  ])("refuses $args with what can be given instead", async ({ args, want }) => {
    const directory = await workIn();
    expect(await runA2agen(["init", "x", ...args], { directory })).toEqual({
      status: 2,
      stdout: "",
      stderr: `a2agen init: ${want}\nRun "a2agen init --help" for help.\n`,
    });
    expect(await readTree(directory)).toEqual({});
  });
});
