import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeDirectory,
  readTree,
  removeDirectory,
  writeTree,
} from "../../../shared/cli/project-directory.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const proto = `syntax = "proto3";
package shop.v1;
import "a2agen/options.proto";
import "lf/a2a/v1/a2a.proto";
import "google/protobuf/empty.proto";

// Sells books.
service Shop {
  // Returns a book.
  rpc GetBook(Book) returns (Book) {}
  rpc WatchSales(Book) returns (stream Sale) {}
  rpc AddBooks(stream Book) returns (google.protobuf.Empty) {}
}

service Till {
  rpc Open(Book) returns (Sale) {}
}

// Haggles.
service Haggling {
  option (a2agen.service_extension) = { uri: "https://example.com/haggling/v1", kind: EXTENSION_KIND_METHOD };
  // Makes an offer.
  rpc Offer(Book) returns (stream Sale) {}
}

// How the sender feels.
message Mood {
  option (a2agen.extension) = {
    uri: "https://example.com/mood/v1"
    kind: EXTENSION_KIND_PROFILE
    objects: "lf.a2a.v1.Message"
  };
  string mood = 1;
}

message Book { string title = 1; }
message Sale { string book = 1; }
`;

const generation = `version: v2
inputs: [{ directory: proto }]
plugins:
  - local: protoc-gen-a2a
    out: src/gen
    opt: [target=ts, import_extension=js, targets=types+json+binary+service+grpc+extension, modules=lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0]
  - { local: protoc-gen-other, out: other }
`;

let root: string;
let count = 0;

beforeAll(async () => {
  root = await makeDirectory();
});

afterAll(async () => {
  await removeDirectory(root);
});

/** A project with code of an author's, and nothing generated. */
async function makeProject(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(root, `p${count++}`);
  await writeTree(directory, {
    "buf.gen.yaml": generation,
    "proto/shop/v1/shop.proto": proto,
    // Without the types of Node, which cost half of the time and only the compiler needs.
    "tsconfig.json": JSON.stringify({
      extends: "../../../tsconfig.json",
      compilerOptions: { types: [] },
      include: ["src"],
      exclude: [],
    }),
    ...files,
  });
  return directory;
}

/** The lines of an update, which leaves the author's files as they are; a second one writes nothing. */
async function update(directory: string): Promise<{ readonly done: string[]; readonly open: string[] }> {
  const own = async () =>
    Object.entries(await readTree(directory)).filter(([path]) => !path.startsWith("src/gen/"));
  const before = await own();
  const { status, stdout, stderr } = await runA2agen(["init", "--update"], { directory });
  if (status !== 0) throw new Error(stderr);
  expect(await own()).toEqual(before);
  const second = await runA2agen(["init", "--update"], { directory });
  expect({ status: second.status, stdout: second.stdout }).toEqual({ status: 0, stdout: "" });
  const open = linesOf(stderr);
  expect(linesOf(second.stderr)).toEqual(open.length === 0 ? ["nothing to do"] : open);
  return { done: linesOf(stdout), open };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

async function typecheck(directory: string): Promise<string> {
  const tsc = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
  const { stdout } = await runProcess(tsc, { args: ["--noEmit", "-p", directory] });
  return stdout.toString();
}

const server = `import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { HagglingExtension, MoodExtension } from "./gen/shop/v1/shop_extension.js";
import { HagglingGrpc, ShopGrpc, TillGrpc } from "./gen/shop/v1/shop_grpc.js";
import { Haggling, Shop, Till } from "./gen/shop/v1/shop_service.js";
import { MyHaggling, MyShop, till } from "./shop.js";

export const host = createHost({
  services: [implement(Shop, new MyShop()), implement(Till, till)],
  extensions: [
    { extension: MoodExtension },
    { extension: HagglingExtension, services: [implement(Haggling, new MyHaggling())] },
  ],
});
export const serve = (server: Parameters<typeof addGrpcService>[0]): void =>
  addGrpcService(server, host, [ShopGrpc, TillGrpc, HagglingGrpc]);
`;

const shop = `import type { JsonEmpty } from "@a2agen/runtime";
import { type Till, UnimplementedHaggling, UnimplementedShop } from "./gen/shop/v1/shop_service.js";
import type { Book, Sale } from "./gen/shop/v1/shop_types.js";

export class MyShop extends UnimplementedShop {
  override async getBook({ title = "" }: Book): Promise<Book> {
    return { title };
  }

  override async *watchSales(): AsyncGenerator<Sale> {}

  override async addBooks(): Promise<JsonEmpty> {
    return {};
  }
}

export class MyHaggling extends UnimplementedHaggling {
  override async *offer(): AsyncGenerator<Sale> {}
}

export const till: Till = { open: async () => ({}) };
`;

const lend = (text: string): string =>
  text.replace(
    "service Shop {",
    "service Shop {\n  // Lends a book.\n  rpc LendBook(Book) returns (Book) {}",
  );

describe("a2agen init --update", { tags: "later" }, () => {
  test("generates the code, and has nothing to say of a project that is complete", async () => {
    const directory = await makeProject({ "src/server.ts": server, "src/shop.ts": shop });
    const { done, open } = await update(directory);
    expect(done).toEqual(
      [
        ...["types", "json", "binary", "service"].map((kind) => `shop/v1/shop_${kind}.ts`),
        "proto_protocol.ts",
        ...["grpc", "extension"].map((kind) => `shop/v1/shop_${kind}.ts`),
        ...["mood.profile.schema.json", "mood.profile.schema.strict.json"].map((name) => `shop/v1/${name}`),
        ...["mood.extension.md", "haggling.extension.md"].map((name) => `shop/v1/${name}`),
      ].map((path) => `wrote src/gen/${path}`),
    );
    expect(open).toEqual([]);
    expect(await typecheck(directory)).toBe("");
  });

  test("lists the methods that a class does not override, with which it compiles", async () => {
    const directory = await makeProject({ "src/server.ts": server, "src/shop.ts": shop });
    await update(directory);
    await writeFile(join(directory, "proto/shop/v1/shop.proto"), lend(proto));
    expect(await update(directory)).toEqual({
      done: ["updated src/gen/shop/v1/shop_service.ts", "updated src/gen/shop/v1/shop_grpc.ts"],
      open: ["src/shop.ts: MyShop does not override lendBook: calls fail with UNIMPLEMENTED"],
    });
    expect(await typecheck(directory)).toBe("");
  });

  test("says what to add for services and extensions that nothing answers", async () => {
    const directory = await makeProject({
      "src/server.ts": `import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { Shop } from "./gen/shop/v1/shop_service.js";
export const host = createHost({ services: [implement(Shop, {})] });
export const serve = (server: Parameters<typeof addGrpcService>[0]): void => addGrpcService(server, host, []);
`,
    });
    expect((await update(directory)).open).toEqual([
      "nothing implements Till: write a class that extends UnimplementedTill",
      "add implement(Till, new TillHandler()) to the services of your host",
      "add TillGrpc to the codecs of your gRPC server",
      "nothing implements Haggling: write a class that extends UnimplementedHaggling",
      "add HagglingGrpc to the codecs of your gRPC server",
      "add { extension: MoodExtension } to the extensions of your host",
      'declare MoodExtension in the agent card: add { "uri": "https://example.com/mood/v1" } to capabilities.extensions; the server does not start without it',
      "add { extension: HagglingExtension, services: [implement(Haggling, new HagglingHandler())] } to the extensions of your host",
      'declare HagglingExtension in the agent card: add { "uri": "https://example.com/haggling/v1" } to capabilities.extensions; the server does not start without it',
    ]);
  });

  test("tells the author of a project from before there were base classes to extend one", async () => {
    const before = `import type { JsonEmpty } from "@a2agen/runtime";
import type { Shop as TheShop, Till } from "./gen/shop/v1/shop_service.js";
import type { Book, Sale } from "./gen/shop/v1/shop_types.js";

export class MyShop implements Partial<TheShop>, Till {
  open = async (): Promise<Sale> => ({});
}
`.replaceAll("TheShop", "Shop");
    const directory = await makeProject({
      "src/shop.ts": before,
      "src/server.ts": `export const services = [\n  // a2agen:services\n];\n`,
    });
    expect((await update(directory)).open).toEqual([
      "src/shop.ts: MyShop lacks getBook, watchSales, addBooks: let it extend UnimplementedShop instead of implementing Shop, or write what it lacks",
      "nothing implements Haggling, and nothing here serves anything",
    ]);
  });

  test("names generated files whose proto is gone", async () => {
    const directory = await makeProject({ "src/gen/own.ts": "export const own = 1;\n" });
    await update(directory);
    await rm(join(directory, "proto/shop/v1/shop.proto"));
    await writeTree(directory, {
      "proto/shop/v2/shop.proto": 'syntax = "proto3";\npackage shop.v2;\nmessage Book {}\n',
    });
    const { open } = await update(directory);
    expect(open).toContain("src/gen/shop/v1/shop_types.ts: is no longer generated: remove it");
    expect(open.filter((line) => /own|v2/.test(line))).toEqual([]);
  });

  test("shows the changes with --dry-run as git does, and writes nothing", async () => {
    const directory = await makeProject({});
    await update(directory);
    await writeFile(join(directory, "proto/shop/v1/shop.proto"), lend(proto));
    const before = await readTree(directory);
    const { status, stdout } = await runA2agen(["init", "--update", "--dry-run"], { directory });
    expect(status).toBe(0);
    expect(await readTree(directory)).toEqual(before);
    await writeFile(join(directory, "p.patch"), stdout);
    const applied = await runProcess("git", { args: ["apply", "--unsafe-paths", "p.patch"], directory });
    expect(applied.stderr).toBe("");
    const service = join(directory, "src/gen/shop/v1/shop_service.ts");
    const patched = await readFile(service, "utf8");
    expect(patched).toContain("lendBook(request: Book");
    expect((await runA2agen(["init", "--update"], { directory })).stdout).toBe("");
  });

  test("generates the code of a manifest as the project's script does", async () => {
    const given = ["init", "mood", "--kind", "extension", "--source", "schema", "--yes"];
    await runA2agen(given, { directory: root });
    const directory = join(root, "mood");
    expect(await update(directory)).toEqual({ done: [], open: ["nothing to do"] });
    const schema = join(directory, "schemas/mood.json");
    const text = await readFile(schema, "utf8");
    await writeFile(
      schema,
      text.replace('"properties": {', '"properties": { "since": { "type": "string" },'),
    );
    const { stdout } = await runA2agen(["init", "--update", "--dry-run", "mood"], { directory: root });
    expect(stdout).toMatch(/^\+ {2}since\?: string;$/mu);
    expect(await update(directory)).toEqual({
      done: ["types", "json"].map((kind) => `updated src/gen/schemas/mood_${kind}.ts`),
      open: [],
    });
  });

  test.each([
    {
      name: "no project",
      files: {},
      want: '.: expected a project with protos and a buf.gen.yaml, such as one of "a2agen init --methods own", or with a script "generate" of a manifest; found none\n',
    },
    {
      name: "other plugins",
      files: { "buf.gen.yaml": "version: v2\nplugins: [{ local: protoc-gen-es, out: gen }]\n" },
      want: 'buf.gen.yaml: expected plugins with "local: protoc-gen-a2a" and "out"; found none\n',
    },
    {
      name: "no protos",
      files: { "buf.gen.yaml": generation },
      want: "buf.gen.yaml: expected a directory or a proto; there is no proto\n",
    },
  ])("says what is wrong: $name", async ({ files, want }) => {
    const directory = join(root, `p${count++}`);
    await writeTree(directory, { "x.txt": "", ...files });
    expect(await runA2agen(["init", "--update"], { directory })).toEqual({
      status: 1,
      stdout: "",
      stderr: want,
    });
  });

  test("writes nothing when a proto does not compile", async () => {
    const directory = await makeProject({ "proto/shop/v1/shop.proto": 'syntax = "proto3";\nmessage {}\n' });
    const before = await readTree(directory);
    const { status, stderr } = await runA2agen(["init", "--update"], { directory });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^buf\.gen\.yaml: buf does not compile proto:\nproto\/shop\/v1\/shop\.proto:2:/);
    expect(await readTree(directory)).toEqual(before);
  });
});
