import { createHost, implement } from "@a2agen/runtime/host";
import { type CallError, createClient } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { createRestHandler, createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { Bookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import type { ListBooksRequest } from "../../../generated/proto/bookshop/v1/bookshop_types.ts";
import { protocol } from "../../../generated/proto/proto_protocol.ts";
import { collect } from "../../../shared/collect.ts";
import { sendRaw, serve } from "../../../shared/rest/serve.ts";

/** A shop that answers with what it was asked. */
async function start(): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const keep =
    <T>(answer: T) =>
    (request: unknown): Promise<T> => {
      asked.push(request);
      return Promise.resolve(answer);
    };
  const book = { name: "shelves/1/books/2", title: "Dune" };
  const handler: Partial<Bookshop> = {
    getBook: keep(book),
    listBooks: keep({ books: [book] }),
    createBook: keep(book),
    updateBook: keep(book),
    deleteBook: keep({}),
    moveBook: keep(book),
    readArchive: keep({ content: "old" }),
    searchBooks: keep({ books: [book] }),
    resetCounters: keep({}),
    getSettings: keep({ open: true }),
    countSales: keep("12345678901234567"),
    async *watchSales(request) {
      asked.push(request);
      yield { book };
    },
    importBooks: keep({ count: 0 }),
    async *consult() {
      yield { text: "" };
    },
  };
  const host = createHost({ services: [implement(Bookshop, handler as Bookshop)] });
  return { url: await serve(createRestHandler(host)), asked };
}

function connect(url: string) {
  return createClient(Bookshop, createRestTransport(protocol, { url }));
}

const json = { "content-type": "application/json" };

describe("rules", () => {
  const cases: readonly {
    readonly rule: string;
    readonly verb?: string;
    readonly target: string;
    readonly body?: string;
    readonly want: unknown;
    readonly text?: string;
  }[] = [
    { rule: "a pattern", target: "/v1/shelves/a%20b/books/c%2Fd", want: { name: "shelves/a b/books/c%2Fd" } },
    { rule: "an additional binding", target: "/v1/books/1%2F2", want: { isbn: "1/2" } },
    {
      rule: "another pattern of one field",
      target: "/v1/authors/x/books/y",
      want: { name: "authors/x/books/y" },
    },
    {
      rule: "the rest of the path",
      target: "/v1/archive/a/b%2Fc//d%3f?line=3",
      want: { path: "a/b%2Fc//d?", line: 3 },
      text: '"old"',
    },
    { rule: "the rest of a path that is none", target: "/v1/archive", want: { path: "" }, text: '"old"' },
    {
      rule: "a field as the body",
      verb: "POST",
      target: "/v1/shelves/1/books?bookId=2&validate_only=true&book.title=no",
      body: '{"title":"Dune"}',
      want: { parent: "shelves/1", book: { title: "Dune" }, bookId: "2", validateOnly: true },
    },
    {
      rule: "a field that is not sent",
      verb: "POST",
      target: "/v1/shelves/1/books",
      want: { parent: "shelves/1" },
    },
    {
      rule: "a field within the body's in the path",
      verb: "PATCH",
      target: "/v1/shelves/1/books/2?updateMask=title,author.displayName",
      body: '{"title":"Dune"}',
      want: { book: { title: "Dune", name: "shelves/1/books/2" }, updateMask: "title,author.displayName" },
    },
    {
      rule: "the whole body",
      verb: "POST",
      target: "/v1/shelves/1/books/2:move?otherShelf=no",
      body: '{"other_shelf":"3"}',
      want: { name: "shelves/1/books/2", otherShelf: "3" },
    },
    {
      rule: "a verb of its own",
      verb: "SEARCH",
      target: "/v1/whatever/books?limit=2",
      body: '"dune"',
      want: { query: "dune", limit: 2 },
      text: '[{"name":"shelves/1/books/2","title":"Dune"}]',
    },
    { rule: "nothing to send", verb: "POST", target: "/v1/counters:reset", want: {}, text: "{}" },
    {
      rule: "a message that is no object",
      verb: "POST",
      target: "/v1/sales:count",
      body: '"2026-01-02T03:04:05+01:00"',
      want: "2026-01-02T02:04:05Z",
      text: '"12345678901234567"',
    },
    {
      rule: "fields of every kind",
      target:
        "/v1/shelves/1/books?tags=a,b%2Cc&tags=d&tags=&years=1,-2&formats=FORMAT_PAPERBACK,1&flags=true,false&author.displayName=x&author.languages=en,de&min_price=-5&soldOut=false&rating=1.5e3&signed=true&edition=3&constructor=c&loan=1.5s&labels=x&extra.a=1",
      want: {
        parent: "shelves/1",
        tags: ["a", "b,c", "d", ""],
        years: [1, -2],
        formats: ["FORMAT_PAPERBACK", "FORMAT_HARDCOVER"],
        flags: [true, false],
        author: { displayName: "x", languages: ["en", "de"] },
        minPrice: "-5",
        soldOut: false,
        rating: 1500,
        signed: true,
        edition: 3,
        constructor: "c",
        loan: "1.5s",
      },
    },
  ];
  test.each(cases)("$rule", async ({ verb, target, body, want, text }) => {
    const { url, asked } = await start();
    const answer = await sendRaw(url, target, {
      ...(verb === undefined ? {} : { verb }),
      ...(body === undefined ? {} : { headers: json, body }),
    });
    expect([answer.status, asked]).toEqual([200, [want]]);
    if (text !== undefined) expect(answer.text).toBe(text);
  });

  test("a list that is not what its elements are is told by element", async () => {
    const { url } = await start();
    const answer = await sendRaw(
      url,
      "/v1/shelves/1/books?years=1,x&formats=nope&soldOut=1&rating=&author.displayName=1&author.displayName=2",
    );
    const { error } = JSON.parse(answer.text) as {
      error: { details: { fieldViolations?: { field: string }[] }[] };
    };
    expect(
      error.details
        .flatMap(({ fieldViolations = [] }) => fieldViolations)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(["author.displayName", "formats[0]", "rating", "soldOut", "years[1]"]);
  });

  test("the same field in path and body must have one value", async () => {
    const { url } = await start();
    const patch = (body: string) =>
      sendRaw(url, "/v1/shelves/1/books/2", { verb: "PATCH", headers: json, body });
    expect((await patch('{"name":"shelves/1/books/2"}')).status).toBe(200);
    expect((await patch('{"name":"shelves/1/books/3"}')).status).toBe(400);
    expect((await patch('"text"')).status).toBe(400);
    expect((await patch("null")).status).toBe(200);
  });

  test("verbs of several rules are told together", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/v1/shelves/1/books/2", { verb: "POST" });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, PATCH, PUT, DELETE, HEAD, OPTIONS"]);
  });

  test("streams of requests have no path", async () => {
    const { url } = await start();
    expect((await sendRaw(url, "/v1/import", { verb: "POST" })).status).toBe(404);
  });
});

describe("clients", () => {
  test("choose the rule whose variables are set", async () => {
    const { url, asked } = await start();
    const client = connect(url);
    await client.getBook({ name: "shelves/1/books/a b" });
    await client.getBook({ isbn: "1/2" });
    await client.getBook({ name: "authors/1/books/2", readMask: "title,author" });
    await client.updateBook({ book: { name: "shelves/1/books/2", title: "Emma" } });
    await client.updateBook({ book: { name: "shelves/1/books/2" }, allowMissing: true });
    await client.deleteBook({ name: "shelves/1/books/2", force: true });
    expect(await client.readArchive({ path: "a/b c/d" })).toEqual({ content: "old" });
    expect(await client.countSales("2026-01-02T03:04:05Z")).toBe("12345678901234567");
    expect(await client.getSettings({})).toEqual({ open: true });
    expect(await collect(client.watchSales({ parent: "shelves/1", count: 2 }))).toEqual([
      { book: { name: "shelves/1/books/2", title: "Dune" } },
    ]);
    expect(asked).toEqual([
      { name: "shelves/1/books/a b" },
      { isbn: "1/2" },
      { name: "authors/1/books/2", readMask: "title,author" },
      { book: { name: "shelves/1/books/2", title: "Emma" } },
      { book: { name: "shelves/1/books/2" }, allowMissing: true },
      { name: "shelves/1/books/2", force: true },
      { path: "a/b c/d" },
      "2026-01-02T03:04:05Z",
      {},
      { parent: "shelves/1", count: 2 },
    ]);
  });

  const fail = async (call: Promise<unknown>): Promise<string> =>
    ((await call.catch((error: unknown) => error)) as CallError).message;

  test("refuse what no rule can carry", async () => {
    const { url, asked } = await start();
    const client = connect(url);
    const list = (fields: ListBooksRequest) => client.listBooks({ parent: "shelves/1", ...fields });
    expect(await fail(list({ labels: { a: "b" } }))).toBe(
      "ListBooks: labels: this field cannot be in a query",
    );
    expect(await fail(list({ extra: { a: 1 } }))).toBe("ListBooks: extra: this field cannot be in a query");
    expect(await fail(list({ editors: [{}] }))).toBe("ListBooks: editors: this field cannot be in a query");
    expect(await fail(list({ author: { mentor: {} } }))).toBe(
      "ListBooks: author.mentor: this field cannot be in a query",
    );
    expect(await fail(list({ author: {} }))).toBe(
      "ListBooks: author: a message without fields cannot be in a query",
    );
    expect(await fail(list({ tags: ["\ud800"] }))).toBe(
      "ListBooks: tags: expected valid Unicode, got half of a surrogate pair",
    );
    expect(await fail(client.getBook({ name: "1" }))).toBe(
      'GetBook: name: expected the form shelves/*/books/*, got "1"',
    );
    expect(await fail(client.getBook({}))).toBe("GetBook: name: required, as it is a part of the path");
    expect(await fail(client.readArchive({ path: "a/../b" }))).toBe(
      'ReadArchive: path: ".." cannot be a segment of a path',
    );
    expect(await fail(client.searchBooks({ query: "x" }))).toBe(
      "SearchBooks: the rule has a wildcard that no field fills",
    );
    expect(await fail(client.audit({}))).toBe("Audit: HTTP+JSON has no such method");
    expect(asked).toEqual([]);
  });
});
