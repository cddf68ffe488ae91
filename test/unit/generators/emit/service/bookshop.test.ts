import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { implement } from "../../../../../packages/runtime/src/service/implementation.ts";
import {
  createClient,
  type Method,
  type Transport,
} from "../../../../../packages/runtime/src/service/index.ts";
import { BookshopGrpc } from "../../../../generated/proto/bookshop/v1/bookshop_grpc.ts";
import { Bookshop, type BookshopClient } from "../../../../generated/proto/bookshop/v1/bookshop_service.ts";
import { Odd_Names } from "../../../../generated/proto/bookshop/v1/odd_names_service.ts";
import { collect } from "../../../../shared/collect.ts";

const repository = join(import.meta.dirname, "../../../../..");

describe("the table of a service", () => {
  const methods: readonly Method[] = Object.values(Bookshop.methods);

  test("has its methods in the order of the proto, with their kinds", () => {
    expect(methods.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "GetBook unary",
      "ListBooks unary",
      "CreateBook unary",
      "UpdateBook unary",
      "DeleteBook unary",
      "MoveBook unary",
      "ReadArchive unary",
      "SearchBooks unary",
      "ResetCounters unary",
      "GetSettings unary",
      "CountSales unary",
      "WatchSales server",
      "ImportBooks client",
      "Consult bidi",
      "Audit unary",
    ]);
  });

  test("says which calls may be repeated: by the proto, else by the verb", () => {
    expect(methods.filter(({ idempotent }) => idempotent).map(({ name }) => name)).toEqual([
      "GetBook",
      "ListBooks",
      "DeleteBook",
      "MoveBook",
      "ReadArchive",
      "SearchBooks",
      "GetSettings",
      "WatchSales",
    ]);
  });

  test("has the HTTP rules in JSON names, the main one first", () => {
    const rules = (key: keyof typeof Bookshop.methods) => Bookshop.methods[key].http;
    expect(rules("getBook")).toEqual([
      { verb: "GET", path: ["v1", { field: "name", match: ["shelves", "*", "books", "*"] }] },
      { verb: "GET", path: ["v1", "books", { field: "isbn", match: ["*"] }] },
      { verb: "GET", path: ["v1", { field: "name", match: ["authors", "*", "books", "*"] }] },
    ]);
    expect(rules("updateBook").map(({ verb, body }) => `${verb} ${body}`)).toEqual([
      "PATCH book",
      "PUT book",
    ]);
    expect(rules("readArchive")).toEqual([
      { verb: "GET", path: ["v1", "archive", { field: "path", match: ["**"] }], responseBody: "content" },
    ]);
    expect(rules("searchBooks")).toEqual([
      { verb: "SEARCH", path: ["v1", "*", "books"], body: "query", responseBody: "books" },
    ]);
    expect(rules("importBooks")).toEqual([
      { verb: "POST", path: ["v1", "books"], action: "import", body: "*" },
    ]);
    expect(rules("audit")).toEqual([]);
  });

  test("has the parameters that a path or query can carry, in both spellings, up to a recursion", () => {
    expect(Bookshop.methods.listBooks.parameters).toEqual({
      parent: "string",
      pageSize: "number",
      page_size: "number",
      pageToken: "string",
      page_token: "string",
      formats: "enum[]",
      tags: "string[]",
      minPrice: "string",
      min_price: "string",
      maxPrice: "string",
      max_price: "string",
      soldOut: "boolean",
      sold_out: "boolean",
      publishedAfter: "string",
      published_after: "string",
      readMask: "string",
      read_mask: "string",
      "author.displayName": "string",
      "author.display_name": "string",
      "author.languages": "string[]",
      rating: "number",
      years: "number[]",
      flags: "boolean[]",
      loan: "string",
      signed: "boolean",
      edition: "number",
      checksum: "string",
      constructor: "string",
    });
  });

  test("leaves what is in the body out of the parameters, but not what is in the path", () => {
    const names = (key: keyof typeof Bookshop.methods) => Object.keys(Bookshop.methods[key].parameters ?? {});
    expect(names("updateBook")).toEqual([
      "book.name",
      "updateMask",
      "update_mask",
      "allowMissing",
      "allow_missing",
    ]);
    expect(names("moveBook")).toEqual(["name"]);
    expect(names("resetCounters")).toEqual([]);
  });

  test("takes proto names in requests, which codecs respell", () => {
    const { input } = Bookshop.methods.listBooks;
    expect(input.decode({ parent: "shelves/1", page_size: 5, author: { display_name: "A" } })).toEqual({
      parent: "shelves/1",
      pageSize: 5,
      author: { displayName: "A" },
    });
  });

  test("has the binary codec of every request and response", () => {
    const types = Object.entries(BookshopGrpc.methods).map(([key, { input, output }]) => [
      key,
      input.typeName,
      output.typeName,
    ]);
    const wanted = Object.entries<Method>(Bookshop.methods).map(([key, { input, output }]) => [
      key,
      input.typeName,
      output.typeName,
    ]);
    expect(types).toEqual(wanted);
    expect(BookshopGrpc.service).toBe(Bookshop);
  });
});

/** A handler need not be derived from anything: an object with the methods of the interface is enough. */
class Shop implements Bookshop {
  getBook: Bookshop["getBook"] = async ({ name = "" }) => ({ name });
  listBooks: Bookshop["listBooks"] = async () => ({ books: [] });
  createBook: Bookshop["createBook"] = async ({ book = {} }) => book;
  updateBook: Bookshop["updateBook"] = async ({ book = {} }) => book;
  deleteBook: Bookshop["deleteBook"] = async () => ({});
  moveBook: Bookshop["moveBook"] = async () => ({});
  readArchive: Bookshop["readArchive"] = async () => ({ content: "old" });
  searchBooks: Bookshop["searchBooks"] = async () => ({});
  resetCounters: Bookshop["resetCounters"] = async () => ({});
  getSettings: Bookshop["getSettings"] = async () => ({ open: true });
  countSales: Bookshop["countSales"] = async () => "3";
  async *watchSales(): AsyncGenerator<{ book: { name: string } }> {
    yield { book: { name: "a" } };
    yield { book: { name: "b" } };
  }
  importBooks: Bookshop["importBooks"] = async (books) => {
    let count = 0;
    for await (const _ of books) count++;
    return { count };
  };
  async *consult(questions: AsyncIterable<{ text?: string }>): AsyncGenerator<{ text: string }> {
    for await (const { text = "" } of questions) yield { text: `${text}!` };
  }
  audit: Bookshop["audit"] = async () => null;
}

async function* each<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** Calls the handler without anything in between. */
function direct(handler: object, table: Readonly<Record<string, Method>>): Transport {
  const call = (method: Method, request: unknown): unknown => {
    const key = Object.keys(table).find((name) => table[name] === method) ?? "";
    return ((handler as Record<string, unknown>)[key] as (request: unknown) => unknown).call(
      handler,
      request,
    );
  };
  return {
    binding: "DIRECT",
    unary: async (method, request) => call(method, request),
    stream: (method, request) => call(method, request) as AsyncIterable<unknown>,
    clientStream: async (method, requests) => call(method, requests),
    bidiStream: (method, requests) => call(method, requests) as AsyncIterable<unknown>,
    close: async () => undefined,
  };
}

describe("a client made from the table", () => {
  const shop: BookshopClient = createClient(Bookshop, direct(new Shop(), Bookshop.methods));

  test("calls methods of every streaming kind, well-known types among them", async () => {
    expect(await shop.getBook({ name: "shelves/1/books/2" })).toEqual({ name: "shelves/1/books/2" });
    expect(await shop.countSales("2025-10-28T10:30:00Z")).toBe("3");
    expect(await shop.resetCounters({})).toEqual({});
    expect(await collect(shop.watchSales({ parent: "shelves/1" }))).toEqual([
      { book: { name: "a" } },
      { book: { name: "b" } },
    ]);
    expect(await shop.importBooks(each({ name: "a" }, { name: "b" }))).toEqual({ count: 2 });
    expect(await collect(shop.consult(each({ text: "why" }, { text: "how" })))).toEqual([
      { text: "why!" },
      { text: "how!" },
    ]);
  });

  test("is not taken for a promise, nor changed by names that every object has", async () => {
    const odd = createClient(Odd_Names, direct({ then$: async () => ({}) }, Odd_Names.methods));
    const settled: unknown = await Promise.resolve(odd);
    expect(settled).toBe(odd);
    expect(await odd.then$({})).toEqual({});
    expect(Object.prototype.toString.call(odd)).toBe("[object Object]");
    expect(Object.keys(odd)).toEqual(Object.keys(Odd_Names.methods));
  });

  test("has a handler as its counterpart", () => {
    const shop = new Shop();
    expect(implement(Bookshop, shop)).toEqual({ service: Bookshop, handler: shop });
  });
});

test("a package with a service brings no gRPC library with it", async () => {
  const result = await build({
    stdin: {
      contents: 'export { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";',
      resolveDir: join(repository, "test"),
    },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    conditions: ["a2agen-source"],
    // The sources import each other as they will be called when they are compiled.
    resolveExtensions: [".ts", ".js"],
    mainFields: ["module", "main"],
  });
  const inputs = Object.keys(result.metafile.inputs);
  expect(inputs.filter((path) => /grpc-js|runtime\/grpc\//.test(path))).toEqual([]);
  expect(inputs.some((path) => path.endsWith("a2a_grpc.ts"))).toBe(true);
});
