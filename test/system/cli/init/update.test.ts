import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import {
  makeDirectory,
  readTree,
  removeDirectory,
  writeTree,
} from "../../../unit/cli/init/project-directory.ts";

const proto = `syntax = "proto3";
package shop.v1;
import "a2agen/options.proto";
import "lf/a2a/v1/a2a.proto";
import "google/protobuf/empty.proto";

// Sells books.
service Shop {
  // Returns a book.
  rpc GetBook(Book) returns (Book) {}
  // Tells of every sale.
  //
  // For as long as it is open.
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
    opt: [target=ts, import_extension=js]
`;

let root: string;
let generated: Readonly<Record<string, string>>;
let count = 0;

beforeAll(async () => {
  root = await makeDirectory();
  const name = "shop/v1/shop.proto";
  const parameter =
    "target=ts,import_extension=js,targets=types+json+binary+service+grpc+extension,modules=lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0";
  const { files, error } = await runPlugin({
    parameter,
    files: await compileProtos({ [name]: proto }),
    generate: [name],
  });
  if (error !== undefined) throw new Error(error);
  generated = Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/gen/${path}`, text]));
});

afterAll(async () => {
  await removeDirectory(root);
});

/** A project with generated code and code of an author's. */
async function makeProject(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(root, `p${count++}`);
  // Without the types of Node, which cost half of the time and only the compiler needs.
  const compilerOptions = { types: [] };
  const tsconfig = { extends: "../../../tsconfig.json", compilerOptions, include: ["src"], exclude: [] };
  await writeTree(directory, {
    "buf.gen.yaml": generation,
    "tsconfig.json": JSON.stringify(tsconfig),
    ...generated,
    ...files,
  });
  return directory;
}

/** The author's code after an update, and what was said; a second update changes nothing. */
async function update(files: Readonly<Record<string, string>>): Promise<{
  readonly files: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly directory: string;
}> {
  const directory = await makeProject(files);
  const { status, stdout, stderr } = await runA2agen(["init", "--update"], { directory });
  if (status !== 0) throw new Error(stderr);
  const tree = await readTree(join(directory, "src"));
  const second = await runA2agen(["init", "--update"], { directory });
  expect({ status: second.status, stdout: second.stdout }).toEqual({ status: 0, stdout: "" });
  expect(second.stderr).toContain("nothing to add\n");
  expect(await readTree(join(directory, "src"))).toEqual(tree);
  const own = Object.entries(tree).filter(([path]) => !path.startsWith("gen/"));
  return {
    files: Object.fromEntries(own.map(([path, text]) => [`src/${path}`, text])),
    stdout,
    stderr,
    directory,
  };
}

async function typecheck(directory: string): Promise<string> {
  const tsc = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
  const { stdout } = await runProcess(tsc, { args: ["--noEmit", "--types", "node", "-p", directory] });
  return stdout.toString();
}

const gone =
  "nothing answers Till, and nothing here serves anything\nnothing answers Haggling, and nothing here serves anything\n";

describe("a2agen init --update", () => {
  test("adds what is missing to a class, and imports", async () => {
    const { files, stdout, stderr, directory } = await update({
      "src/shop.ts": `import type { Shop } from "./gen/shop/v1/shop_service.js";
import type { Book } from "./gen/shop/v1/shop_types.js";

/** Mine. */
export class MyShop implements Shop {
  readonly #books = new Map<string,   Book>(); // odd spaces stay

  async getBook({ title = "" }: Book): Promise<Book> {
    return this.#books.get(title) ?? { title }
  }
}

export const after = 1;
`,
    });
    expect(files["src/shop.ts"]).toBe(`import type { Shop } from "./gen/shop/v1/shop_service.js";
import type { Book, Sale } from "./gen/shop/v1/shop_types.js";
import { CallError } from "@a2agen/runtime/service";
import type { JsonEmpty } from "@a2agen/runtime";

/** Mine. */
export class MyShop implements Shop {
  readonly #books = new Map<string,   Book>(); // odd spaces stay

  async getBook({ title = "" }: Book): Promise<Book> {
    return this.#books.get(title) ?? { title }
  }

  /**
   * Tells of every sale.
   *
   * For as long as it is open.
   */
  async *watchSales(_request: Book): AsyncGenerator<Sale> {
    throw new CallError("UNIMPLEMENTED", "watchSales is not implemented yet");
  }

  async addBooks(_requests: AsyncIterable<Book>): Promise<JsonEmpty> {
    throw new CallError("UNIMPLEMENTED", "addBooks is not implemented yet");
  }
}

export const after = 1;
`);
    expect(stdout).toBe("src/shop.ts: added watchSales, addBooks to MyShop\n");
    expect(stderr).toBe(gone);
    expect(await typecheck(directory)).toBe("");
  });

  test("writes as the author writes: tabs, CRLF, single quotes, no semicolons, a byte order mark", async () => {
    const before = [
      "\uFEFF#!/usr/bin/env node",
      "import type { Shop } from './gen/shop/v1/shop_service.js'",
      "",
      "class A implements Partial<Shop> {",
      "\tasync getBook() { return {} }",
      "\t// the end",
      "}",
      "export default A",
      "",
    ].join("\r\n");
    const { files } = await update({ "src/a.ts": before.replace("#!/usr/bin/env node\r\n", "") });
    const text = files["src/a.ts"] ?? "";
    expect(text.startsWith("\uFEFFimport")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n;"]/);
    expect(text).toContain(
      [
        "\t// the end",
        "",
        "\t/**",
        "\t * Tells of every sale.",
        "\t *",
        "\t * For as long as it is open.",
        "\t */",
        "\tasync *watchSales(_request: Book): AsyncGenerator<Sale> {",
        "\t\tthrow new CallError('UNIMPLEMENTED', 'watchSales is not implemented yet')",
        "\t}",
      ].join("\r\n"),
    );
  });

  test("finds classes and objects in every form, and fills each", async () => {
    const { files, directory } = await update({
      "src/forms.ts": `import { implement } from "@a2agen/runtime/host";
import type * as api from "./gen/shop/v1/shop_service.js";
import { type Shop as TheShop, Till } from "./gen/shop/v1/shop_service.js";

type Sale = number; // taken

type Some = Omit<TheShop, "addBooks" | "watchSales">;
abstract class Base { async getBook() { return {}; } async addBooks() { return {}; } }
export class Inherits extends Base implements api.Shop {}
export class Picks implements Some {}
export const expression = class implements Pick<api.Shop, "getBook"> { };
export const literal: Partial<TheShop> = { getBook: async (b) => b };
export const satisfying = {
  async addBooks() {
    return {};
  },
  async getBook(b) {
    return b;
  }
} satisfies Partial<api.Shop>;
export const till = implement(Till, new (class {})());
export class Properties implements TheShop {
  getBook = async () => ({});
  addBooks: TheShop["addBooks"] = async () => ({});
  ["watchSales"]: TheShop["watchSales"] = async function* () {}
}
`,
    });
    const text = files["src/forms.ts"] ?? "";
    expect(text).toMatchSnapshot();
    expect(await typecheck(directory)).toBe("");
  });

  test("understands decorators, comments and several classes in a file", async () => {
    const { files } = await update({
      "src/two.ts": `import type { Shop, Till } from "./gen/shop/v1/shop_service.js";
function logged(..._: unknown[]): void {}

// @ts-expect-error decorators of either kind
@logged
export class Both /* two */ implements Shop, Till /* of them */ {
  @logged async getBook() { return {}; } // }
  async *watchSales() {}
  async addBooks() { return {}; }
  /* } */ }

export class Stub implements Till { open = async () => ({}); }
export class Plain {}
export declare class Ambient implements Till { open(): Promise<{}>; }
`,
    });
    expect(files["src/two.ts"]).toMatchSnapshot();
  });

  test("writes a class for a service that nothing answers, and registers it at the marks", async () => {
    const { files, stdout, stderr, directory } = await update({
      "src/shop.ts": `import type { Shop } from "./gen/shop/v1/shop_service.js";
export class MyShop implements Shop {
  async getBook() { return {}; }
  async *watchSales() {}
  async addBooks() { return {}; }
}
`,
      "src/server.ts": `import { createHost, implement } from "@a2agen/runtime/host";
import { Shop } from "./gen/shop/v1/shop_service.js";
import { MyShop } from "./shop.js";

export const host = createHost({
    services: [
        implement(Shop, new MyShop()),
        // a2agen:services
    ],
    extensions: [
        // a2agen:extensions
    ],
});
export const codecs = [
  // a2agen:codecs
];
`,
    });
    expect(files["src/server.ts"]).toBe(`import { createHost, implement } from "@a2agen/runtime/host";
import { Shop, Haggling, Till } from "./gen/shop/v1/shop_service.js";
import { MyShop } from "./shop.js";
import { MoodExtension, HagglingExtension } from "./gen/shop/v1/shop_extension.js";
import { HagglingHandler } from "./haggling.js";
import { TillHandler } from "./till.js";
import { TillGrpc, HagglingGrpc } from "./gen/shop/v1/shop_grpc.js";

export const host = createHost({
    services: [
        implement(Shop, new MyShop()),
        implement(Till, new TillHandler()),
        // a2agen:services
    ],
    extensions: [
        { extension: MoodExtension },
        { extension: HagglingExtension, services: [implement(Haggling, new HagglingHandler())] },
        // a2agen:extensions
    ],
});
export const codecs = [
  TillGrpc,
  HagglingGrpc,
  // a2agen:codecs
];
`);
    expect(files["src/haggling.ts"]).toBe(`import { CallError } from "@a2agen/runtime/service";
import type { Haggling } from "./gen/shop/v1/shop_service.js";
import type { Book, Sale } from "./gen/shop/v1/shop_types.js";

/** Answers the methods of Haggling. */
export class HagglingHandler implements Haggling {
    /** Makes an offer. */
    async *offer(_request: Book): AsyncGenerator<Sale> {
        throw new CallError("UNIMPLEMENTED", "offer is not implemented yet");
    }
}
`);
    expect(Object.keys(files)).toEqual(["src/haggling.ts", "src/server.ts", "src/shop.ts", "src/till.ts"]);
    expect(stdout.split("\n").length).toBe(8);
    expect(stderr).toBe(
      [
        'declare MoodExtension in the agent card: add { "uri": "https://example.com/mood/v1" } to capabilities.extensions; the server does not start without it',
        'declare HagglingExtension in the agent card: add { "uri": "https://example.com/haggling/v1" } to capabilities.extensions; the server does not start without it',
        "",
      ].join("\n"),
    );
    expect(await typecheck(directory)).toBe("");
  });

  test("says what to add where there is no mark", async () => {
    const directory = await makeProject({
      "src/server.ts": `import { createHost, implement } from "@a2agen/runtime/host";
import { Shop } from "./gen/shop/v1/shop_service.js";
export const host = createHost({ services: [implement(Shop, {})] });
`,
    });
    const { stdout, stderr } = await runA2agen(["init", "--update"], { directory });
    expect(stdout).toContain("src/till.ts: wrote TillHandler, which answers Till\n");
    expect(stderr).toContain("add implement(Till, new TillHandler()) to the services of your host\n");
    expect(stderr).toContain(
      "add { extension: HagglingExtension, services: [implement(Haggling, new HagglingHandler())] } to the extensions of your host\n",
    );
  });

  test("reports rpcs that are gone and those whose streams changed, and leaves them alone", async () => {
    const text = `import type { Book, Gone } from "./gen/shop/v1/shop_types.js";
import type { Removed, Shop, Till } from "./gen/shop/v1/shop_service.js";

export class MyShop implements Shop {
  async *getBook(_: Book) { yield {}; }
  async watchSales(_: Book) { return {}; }
  async addBooks(_: Book) { return {}; }
  async sellBook(_: Book) { return {}; }
  async lendBook(_: Gone) { return {}; }
  #own(_: Book) {}
  private mine(_: Book) {}
  helper(_: string) {}
}
export class Old implements Removed {}
export class T implements Till { async open() { return {}; } }
`;
    const { files, stdout, stderr } = await update({ "src/shop.ts": text });
    expect(files["src/shop.ts"]).toBe(text);
    expect(stdout).toBe("");
    const left =
      "is no rpc of Shop, or is none any more; it was left as it is: take it out, or give it another name";
    expect(stderr.split("\n").sort()).toEqual([
      "",
      "nothing answers Haggling, and nothing here serves anything",
      "nothing to add",
      "src/shop.ts:14:29: there is no service Removed any more; take out what answers it",
      'src/shop.ts:5:3: getBook: the rpc answers with one message: expected a promise, such as "async getBook" gives; found an async iterable',
      'src/shop.ts:6:3: watchSales: the rpc answers with a stream: expected an async iterable, such as "async *watchSales" gives; found a promise',
      "src/shop.ts:7:3: addBooks: the rpc takes a stream of requests: expected an async iterable as its first parameter; found one request",
      `src/shop.ts:8:9: sellBook ${left}`,
      `src/shop.ts:9:9: lendBook ${left}`,
    ]);
  });

  test("shows the changes with --dry-run as git does, and writes nothing", async () => {
    const files = {
      "src/till.ts": `import type { Till } from "./gen/shop/v1/shop_service.js";\nexport class T implements Till {}\n`,
    };
    const directory = await makeProject(files);
    const before = await readTree(directory);
    const { status, stdout } = await runA2agen(["init", "--update", "--dry-run"], { directory });
    expect(status).toBe(0);
    expect(await readTree(directory)).toEqual(before);
    const patch = join(directory, "p.patch");
    await writeFile(patch, stdout);
    const applied = await runProcess("git", { args: ["apply", "--unsafe-paths", "p.patch"], directory });
    expect(applied.stderr).toBe("");
    const patched = await readFile(join(directory, "src/till.ts"), "utf8");
    await writeFile(join(directory, "src/till.ts"), files["src/till.ts"]);
    expect((await runA2agen(["init", "--update"], { directory })).status).toBe(0);
    expect(patched).toBe(await readFile(join(directory, "src/till.ts"), "utf8"));
  });

  test("adds nothing to a class of which it cannot see what it inherits", async () => {
    const text = `import { Base } from "not-installed";
import type { Till } from "./gen/shop/v1/shop_service.js";
export class T extends Base implements Till {}
`;
    const { files, stderr } = await update({ "src/till.ts": text });
    expect(files["src/till.ts"]).toBe(text);
    expect(stderr).toContain(
      'src/till.ts:3:24: it cannot be seen what T inherits, so that nothing is added to it; expected types for Base: run "npm install"\n',
    );
  });

  test.each([
    {
      name: "no project",
      files: {},
      want: '.: expected a project that was begun with "a2agen init", or one with a buf.gen.yaml; found none\n',
    },
    {
      name: "other plugins",
      files: { "buf.gen.yaml": "version: v2\nplugins: [{ local: protoc-gen-es, out: gen }]\n" },
      want: 'buf.gen.yaml: expected plugins with "local: protoc-gen-a2a" and "out"; found none\n',
    },
    {
      name: "nothing generated",
      files: { "buf.gen.yaml": generation },
      want: 'expected generated code in src/gen; found none: run "npm run generate" first\n',
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

  test("leaves everything as it is when a file does not parse", async () => {
    const directory = await makeProject({ "src/broken.ts": "export class {\n  = \n}\n" });
    const { status, stderr } = await runA2agen(["init", "--update"], { directory });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^src\/broken\.ts:2:3: expected a file that parses; /);
  });
});
