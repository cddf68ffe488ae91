import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readTree } from "../../../shared/cli/project-directory.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useWorkDirectories } from "./work-directories.ts";

const workIn = useWorkDirectories();

test.each([
  { versions: "1.0,0.3", push: "push: webhooks({ older: [a2a03ToA2a10] })," },
  { versions: "1.0,0.3,draft", push: "push: webhooks({ older: [a2a03ToA2a10, draftToA2a10] })," },
  { versions: "1.0", push: "push: webhooks()," },
])("init --push yes notifies clients of $versions", async ({ versions, push }) => {
  const directory = await workIn();
  await runA2agen(["init", "sample", "--push", "yes", "--versions", versions, "--yes"], { directory });
  expect(await readFile(join(directory, "sample/src/server.ts"), "utf8")).toContain(push);
});

test.each([
  { flags: ["--kind", "agent"], compose: undefined },
  { flags: ["--telemetry", "yes"], compose: ["collector", "jaeger"] },
  { flags: ["--store", "postgres"], compose: ["postgres", "agent", "proxy"] },
  {
    flags: ["--store", "postgres", "--telemetry", "yes"],
    compose: ["postgres", "agent", "proxy", "collector", "jaeger"],
  },
])("init $flags has telemetry where it is asked for", async ({ flags, compose }) => {
  const directory = await workIn();
  await runA2agen(["init", "sample", ...flags, "--yes"], { directory });
  const files = await readTree(join(directory, "sample"));
  const { services } = parse(files["compose.yaml"] ?? "{}") as { readonly services?: object };
  expect(services && Object.keys(services)).toEqual(compose);

  const has = flags.includes("--telemetry");
  expect(["src/telemetry.ts", "collector.yaml"].map((path) => path in files)).toEqual([has, has]);
  const { dependencies } = JSON.parse(files["package.json"] ?? "") as { readonly dependencies: object };
  const names = ["@a2agen/otel", "@opentelemetry/api", "@opentelemetry/sdk-node"];
  expect(Object.keys(dependencies).filter((name) => name.includes("otel") || names.includes(name))).toEqual(
    has ? names : [],
  );
  if (!has) return;
  const collector = parse(files["collector.yaml"] ?? "") as {
    readonly exporters: object;
    readonly service: { readonly pipelines: Readonly<Record<string, { readonly exporters: string[] }>> };
  };
  const used = Object.values(collector.service.pipelines).flatMap(({ exporters }) => exporters);
  expect(used.toSorted()).toEqual(Object.keys(collector.exporters).toSorted());
});

test.each([
  { store: "pglite", server: "store: tasks.store", ignored: "data/\n", compose: false },
  { store: "postgres", server: "store: tasks.store", ignored: "dist/\n", compose: true },
  { store: "memory", server: "execute,\n  });", ignored: "dist/\n", compose: false },
])(
  "init --store $store writes an agent that keeps its tasks there",
  async ({ store, server, ignored, compose }) => {
    const directory = await workIn();
    await runA2agen(["init", "sample", "--store", store, "--yes"], { directory });
    const read = (path: string): Promise<string> => readFile(join(directory, "sample", path), "utf8");
    const files = await readTree(join(directory, "sample"));
    expect(await read("src/server.ts")).toContain(server);
    expect(await read(".gitignore")).toMatch(new RegExp(`${ignored}$`));
    expect(Object.keys(files).filter((path) => ["compose.yaml", "nginx.conf"].includes(path))).toHaveLength(
      compose ? 2 : 0,
    );
    const { dependencies } = JSON.parse(await read("package.json")) as { readonly dependencies: object };
    const databases = Object.keys(dependencies).filter((name) =>
      ["@electric-sql/pglite", "pg"].includes(name),
    );
    expect(databases).toEqual({ pglite: ["@electric-sql/pglite"], postgres: ["pg"], memory: [] }[store]);
  },
);

test.each([
  { versions: "draft", author: "draft", newest: "a2a-1.0-draft", execute: "execute," },
  { versions: "0.3,draft", author: "draft", newest: "a2a-1.0-draft", execute: "execute," },
  { versions: "draft,1.0", author: "draft", newest: "a2a-1.0", execute: "execute: upgradeExecute(execute)," },
  {
    versions: "draft,0.3,1.0",
    author: "draft",
    newest: "a2a-1.0",
    execute: "execute: upgradeExecute(execute),",
  },
  { versions: "1.0,draft", author: "1.0", newest: "a2a-1.0", execute: "execute," },
  { versions: "1.1-dev,1.0,0.3", author: "1.1-dev", newest: "a2a-1.1-dev", execute: "execute," },
])(
  "init --versions $versions writes the agent in $author, over $newest",
  async ({ versions, author, newest, execute }) => {
    const directory = await workIn();
    const given = ["init", "sample", "--kind", "agent", "--versions", versions, "--yes"];
    expect((await runA2agen(given, { directory })).stderr).toBe("");
    const read = (path: string): Promise<string> => readFile(join(directory, "sample", path), "utf8");
    const kit = author === "draft" ? "@a2agen/translate/draft-agent" : "@a2agen/runtime/agent";
    expect(await read("src/agent.ts")).toContain(`} from "${kit}";`);
    expect(await read("src/agent.ts")).toContain(author === "draft" ? '=== "user"' : '=== "ROLE_USER"');
    expect(await read("src/server.ts")).toContain(`type AgentCard } from "@a2agen/${newest}";`);
    expect(await read("src/server.ts")).toContain(`    ${execute}\n`);
    expect(await read("README.md")).toContain(
      author === "draft" ? '"role": "user", "parts"' : '"role": "ROLE_USER", "parts"',
    );
    expect(JSON.parse(await read("agent-card.json"))).toMatchObject({
      $schema: `./node_modules/@a2agen/${newest}/schemas/a2a/AgentCard.schema.json`,
      supportedInterfaces: [{ protocolBinding: "JSONRPC" }, {}, {}],
    });
  },
);

test.each([
  {
    args: ["minimal", "draft"],
    path: "src/agent.ts",
    has: ['from "@a2agen/a2a-1.0-draft"', 'from "@a2agen/translate/draft-agent"', "createHost({"],
  },
  {
    args: ["minimal", "draft,0.3,1.0"],
    path: "src/agent.ts",
    has: ['from "@a2agen/a2a-1.0"', "upgradeExecute(execute)", "draftToA2a10, jsonRpc", "a2a03ToA2a10 }"],
  },
  { args: ["minimal", "draft,0.3"], path: "test/agent.test.ts", has: ['role: "user"', '"completed"'] },
  {
    args: ["client", "1.0,0.3,draft"],
    path: "src/connect.ts",
    has: [
      "[A2AServiceGrpc, DraftGrpc, Grpc03]",
      "      a2a03ProtoToA2a10,\n      a2a03ToA2a10,\n      draftToA2a10,\n    ],",
    ],
  },
  {
    args: ["client", "1.1-dev,1.0,0.3"],
    path: "src/connect.ts",
    has: [
      'from "@a2agen/a2a-1.1-dev"',
      "      a2a10ToA2a11Dev,\n      composeServices(a2a03ProtoToA2a10, a2a10ToA2a11Dev),\n      composeServices(",
    ],
  },
  {
    args: ["minimal", "1.1-dev,1.0,0.3"],
    path: "src/agent.ts",
    has: ['protocolVersion: "1.1"', "{ translation: a2a10ToA2a11Dev },", "{ translation: a2a03ToA2a10 },"],
  },
  {
    args: ["client", "draft"],
    path: "src/converse.ts",
    has: ['from "@a2agen/a2a-1.0-draft"', 'role: "user"', '"input-required"', "cancelTask({ name:"],
  },
  {
    args: ["extension", "draft"],
    path: "proto/sample/v1/sample.proto",
    has: ['import "a2a/v1/a2a.proto";', 'objects: "a2a.v1.Message"'],
  },
  {
    args: ["extension", "draft,0.3"],
    path: "src/gen/sample/v1/sample_extension.ts",
    has: ['from "@a2agen/a2a-1.0-draft"'],
  },
  { args: ["extension", "1.0,0.3"], path: "test/start-agent.ts", has: ["{ translation: a2a03ToA2a10 },"] },
] as const)(
  "init --kind and --versions $args writes $path in the chosen version",
  async ({ args, path, has }) => {
    const directory = await workIn();
    const [kind, versions] = args;
    const given = ["init", "sample", "--kind", kind, "--versions", versions, "--yes"];
    expect((await runA2agen(given, { directory })).stderr).toBe("");
    const text = await readFile(join(directory, "sample", path), "utf8");
    expect(has.filter((part) => !text.includes(part))).toEqual([]);
  },
);

test.each([
  { args: [], id: "https://example.com/schemas/notes/" },
  {
    args: ["--schema-base", "https://schemas.acme.example/n", "--versions", "draft"],
    id: "https://schemas.acme.example/n/",
  },
])("init --kind schema-package $args has schemas below $id", async ({ args, id }) => {
  const directory = await workIn();
  const given = ["init", "notes", "--kind", "schema-package", "--name", "@acme/notes", "--yes", ...args];
  expect(await runA2agen(given, { directory })).toMatchObject({ status: 0, stderr: "" });
  const tree = await readTree(join(directory, "notes"));
  const ids = Object.keys(tree)
    .filter((path) => path.startsWith("schemas/"))
    .map((path) => (JSON.parse(tree[path] ?? "") as { readonly $id: string }).$id.replace(/[^/]*$/, ""));
  expect([...new Set(ids)].sort()).toEqual([id, `${id}notes.v1/`]);
  const openapi = JSON.parse(tree["openapi/notes.v1.openapi-3.1.json"] ?? "") as { readonly info: unknown };
  expect(openapi.info).toMatchObject({ title: "@acme/notes", license: { identifier: "Apache-2.0" } });
  const profile = args.includes("draft") ? "a2a-1.0-draft" : "proto";
  expect(tree["src/notes/v1/notes_types.ts"]).toContain(`(package notes.v1, profile ${profile})`);
});

test("the name of an extension says Extension once", async () => {
  const directory = await workIn();
  await runA2agen(["init", "y-extension", "--kind", "extension", "--yes"], { directory });
  const index = await readFile(join(directory, "y-extension/src/index.ts"), "utf8");
  expect(index).toContain("import { type Y, YExtension, type YParams }");
});

test("init --methods own adds a service, its proto and its test to an agent, and no other files", async () => {
  const directory = await workIn();
  for (const methods of ["none", "own"]) {
    const given = ["init", methods, "--name", "sample", "--methods", methods, "--yes"];
    expect(await runA2agen(given, { directory })).toMatchObject({ status: 0, stderr: "" });
  }
  const plain = await readTree(join(directory, "none"));
  const own = await readTree(join(directory, "own"));
  const added = Object.keys(own).filter((path) => plain[path] === undefined);
  expect(added.filter((path) => !path.startsWith("src/gen/"))).toEqual([
    "buf.gen.yaml",
    "buf.yaml",
    "proto/sample/v1/sample.proto",
    "src/outline-service.ts",
    "test/outline.test.ts",
  ]);
  expect(Object.keys(plain).filter((path) => own[path] === undefined)).toEqual([]);
  const traces = /OutlineService|src\/gen|bufbuild\/buf": "|npm run generate|proto\//;
  expect(Object.keys(plain).filter((path) => traces.test(plain[path] ?? ""))).toEqual([]);
  expect(JSON.parse(plain["agent-card.json"] ?? "")).not.toHaveProperty("capabilities.extensions");
  expect(JSON.parse(own["agent-card.json"] ?? "")).toHaveProperty("capabilities.extensions", [
    {
      uri: "https://example.com/sample/outline/v1",
      description: "Outlines a report before it is written.",
    },
  ]);
});

const kinds = ["agent", "client", "extension", "minimal", "schema-package"];

describe("a2agen init", () => {
  test.each(kinds)("writes a project of the kind %s, and the same one again", async (kind) => {
    const directory = await workIn();
    const first = await runA2agen(["init", "sample", "--kind", kind, "--yes"], { directory });
    expect({ status: first.status, stderr: first.stderr }).toEqual({ status: 0, stderr: "" });
    const tree = await readTree(join(directory, "sample"));
    expect(Object.keys(await readTree(directory))).toEqual(Object.keys(tree).map((path) => `sample/${path}`));
    const listed = await runA2agen(["init", "sample", "--kind", kind, "--dry-run"], { directory });
    expect(listed.status).toBe(0);
    const names = listed.stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^same +sample\//, ""));
    expect(names.sort()).toEqual(Object.keys(tree).sort());
    const second = await runA2agen(["init", "sample", "--kind", kind, "--yes"], { directory });
    expect(second.stdout.split("\n")[0]).toBe(
      `wrote 0 files in sample; ${Object.keys(tree).length} were the same`,
    );
    expect(await readTree(join(directory, "sample"))).toEqual(tree);
    expect(JSON.parse(tree["package.json"] ?? "")).toMatchObject({ name: "sample", a2agen: { kind } });
    expect(tree[".gitignore"]).toContain("node_modules");
    const written = Object.keys(tree).filter((path) => /^(?:src\/(?!gen)|test\/|package\.json)/.test(path));
    expect(written.filter((path) => /\n\n\n|[ \t]\n|\n\n$|[^\n]$/.test(tree[path] ?? ""))).toEqual([]);
  });

  test("lists the files with --dry-run and writes none", async () => {
    const directory = await workIn();
    const { status, stdout, stderr } = await runA2agen(["init", "x", "--dry-run"], { directory });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n").filter((line) => !/^create {5}x\/\S+$/.test(line))).toEqual([""]);
    expect(await readTree(directory)).toEqual({});
  });

  test("says what to do next, with names that a shell takes", async () => {
    const directory = await workIn();
    const { stdout } = await runA2agen(["init", "it's my agent", "--yes", "--port", "4321"], { directory });
    expect(stdout.split("\n").slice(1, 7)).toEqual([
      "",
      "Next:",
      "  cd 'it'\\''s my agent'",
      "  npm install",
      "  npm test",
      "  npm run dev # with a console at http://localhost:4321/console",
    ]);
    const manifest = await readFile(join(directory, "it's my agent/package.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ name: "it-s-my-agent" });
  });

  test("names the token in what to do next", async () => {
    const directory = await workIn();
    const { stdout } = await runA2agen(["init", "--auth", "bearer", "--yes"], { directory });
    expect(stdout.split("\n").slice(3)).toEqual([
      "  npm install",
      "  npm test",
      "  A2A_TOKEN=open-sesame npm start",
      '  A2A_TOKEN=open-sesame npx a2agen call http://localhost:4000 send "Write a short report about tea" --token-env A2A_TOKEN # in another terminal',
      "",
    ]);
  });

  test.each([
    { name: "Ünïcode Agent", want: "unicode-agent" },
    { name: "日本", want: "my-agent" },
    { name: "express", want: "express-agent" },
    { name: "fs", want: "fs-agent" },
    { name: ".hidden", want: "hidden" },
    { name: "a2a", want: "a2a" },
    { name: "3d", want: "3d" },
  ])("names the package $want in a directory called $name", async ({ name, want }) => {
    const directory = await workIn();
    expect((await runA2agen(["init", name, "--yes"], { directory })).status).toBe(0);
    const manifest = await readFile(join(directory, name, "package.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ name: want });
  });

  test("writes into the current directory, beside what is there", async () => {
    const directory = await workIn({ "notes.txt": "mine", ".git/HEAD": "ref: refs/heads/main\n" });
    const { status } = await runA2agen(["init", "--yes"], { directory });
    expect(status).toBe(0);
    const tree = await readTree(directory);
    expect(tree["notes.txt"]).toBe("mine");
    expect(tree["package.json"]).toBeDefined();
  });

  test("refuses to overwrite what differs, names all of it, and writes nothing", async () => {
    const mine = { "README.md": "mine", "package.json": "{}", "src/other.ts": "" };
    const directory = await workIn(mine);
    expect(await runA2agen(["init", "--yes"], { directory })).toEqual({
      status: 1,
      stdout: "",
      stderr: [
        ".: expected a directory without files of the project; found 2 files that would be overwritten:",
        "  README.md",
        "  package.json",
        "nothing was written; choose another DIR, or overwrite the files with --force",
        "",
      ].join("\n"),
    });
    expect(await readTree(directory)).toEqual(mine);
    const listed = await runA2agen(["init", "--dry-run"], { directory });
    expect(listed.status).toBe(1);
    expect(listed.stdout.split("\n").filter((line) => !line.startsWith("create "))).toEqual([
      "differs    README.md",
      "differs    package.json",
      "",
    ]);
    expect((await runA2agen(["init", "--yes", "--force"], { directory })).status).toBe(0);
    expect((await readTree(directory))["README.md"]).not.toBe("mine");
  });

  test("refuses to write through links that lead out of the project", async () => {
    const directory = await workIn({ "outside/keep.txt": "kept" });
    await mkdir(join(directory, "inside"));
    await symlink("../outside", join(directory, "inside/src"));
    await symlink("../outside/keep.txt", join(directory, "inside/README.md"));
    const { status, stderr } = await runA2agen(["init", "inside", "--yes", "--force"], { directory });
    expect(status).toBe(1);
    expect(stderr.replaceAll(`${directory}/`, "").split("\n").sort()).toEqual([
      "",
      "inside/README.md: expected a place in the project; found a link to outside/keep.txt",
      "inside/src: expected a place in the project; found a link to outside",
      "nothing was written",
    ]);
    expect(await readTree(join(directory, "outside"))).toEqual({ "keep.txt": "kept" });
  });

  test("writes into a directory that a link names", async () => {
    const directory = await workIn();
    await mkdir(join(directory, "real"));
    await symlink("real", join(directory, "link"));
    expect((await runA2agen(["init", "link", "--yes"], { directory })).status).toBe(0);
    expect((await readTree(join(directory, "real")))["package.json"]).toContain('"name": "link"');
  });

  test.each([
    { at: "file", want: "file: expected a directory, or nothing; found a file" },
    { at: "file/x", want: "file/x: expected a directory, or nothing; a part of the path is a file" },
    { at: "gone", want: "gone: expected a directory, or nothing; found a link that leads nowhere" },
  ])("refuses $at, which cannot become a directory", async ({ at, want }) => {
    const directory = await workIn({ file: "" });
    await symlink("nowhere", join(directory, "gone"));
    const { status, stderr } = await runA2agen(["init", at, "--yes"], { directory });
    expect({ status, stderr: stderr.replace(`${directory}/`, "") }).toEqual({
      status: 1,
      stderr: `${want}\n`,
    });
  });

  test("refuses a directory in the place of a file, and a file in the place of a directory", async () => {
    const directory = await workIn({ "package.json/x": "", src: "" });
    const { status, stderr } = await runA2agen(["init", "--yes", "--force"], { directory });
    expect(status).toBe(1);
    expect(stderr.replaceAll(`${directory}/`, "")).toBe(
      "package.json: expected a file; found a directory\nsrc: expected a directory; found a file\nnothing was written\n",
    );
  });

  test("makes it a repository with --git, but not within another one", async () => {
    const directory = await workIn();
    await mkdir(join(directory, "own"));
    await writeFile(join(directory, "own/.git"), "gitdir: elsewhere\n");
    expect((await runA2agen(["init", "own", "--yes", "--git"], { directory })).status).toBe(0);
    expect(await readFile(join(directory, "own/.git"), "utf8")).toBe("gitdir: elsewhere\n");
  });
});

test("the README of an agent joins versions and bindings, and no file has two blank lines", async () => {
  const directory = await workIn();
  const flags = [
    "--kind",
    "agent",
    "--versions",
    "1.0,draft,0.3",
    "--bindings",
    "JSONRPC,HTTP+JSON,GRPC",
    "--yes",
  ];
  await runA2agen(["init", "joined", ...flags], { directory });
  const tree = await readTree(join(directory, "joined"));
  expect(tree["README.md"]).toContain(
    "version 1.0, the draft of 1.0 and version 0.3, over\nJSONRPC, HTTP+JSON and GRPC.\n",
  );
  const sources = Object.entries(tree).filter(([path]) => /^(?:src|test)\//.test(path));
  expect(sources.flatMap(([path, text]) => (text.includes("\n\n\n") ? [path] : []))).toEqual([]);
});
