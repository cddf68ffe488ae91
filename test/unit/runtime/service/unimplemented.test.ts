import { join } from "node:path";
import { createHost, implement } from "@a2agen/runtime/host";
import { createRestHandler, createRestTransport } from "@a2agen/runtime/rest";
import { type CallContext, createClient } from "@a2agen/runtime/service";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { Bookshop, UnimplementedBookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import type { Book, GetBookRequest, Sale } from "../../../generated/proto/bookshop/v1/bookshop_types.ts";
import { protocol } from "../../../generated/proto/proto_protocol.ts";
import { serve } from "../../../shared/rest/serve.ts";

class Shop extends UnimplementedBookshop {
  override async getBook({ name = "" }: GetBookRequest): Promise<Book> {
    return { name };
  }

  override async *watchSales(): AsyncGenerator<Sale> {
    yield { time: "2026-01-31T12:30:00Z" };
  }
}

/** As the class of a project looks once its proto has changed: the compiler says so. */
const Outdated = class extends UnimplementedBookshop {
  // @ts-expect-error There is no such rpc.
  override async lendBook(): Promise<Book> {
    return {};
  }

  // @ts-expect-error The rpc answers with one message.
  override async *moveBook(): AsyncGenerator<Book> {
    yield {};
  }
};

describe("a class that extends the generated base class", () => {
  test("answers what it overrides, and refuses the rest with UNIMPLEMENTED", async () => {
    const host = createHost({ services: [implement(Bookshop, new Shop())] });
    const url = await serve(createRestHandler(host));
    const client = createClient(Bookshop, createRestTransport(protocol, { url }));
    expect(await client.getBook({ name: "shelves/1/books/2" })).toEqual({ name: "shelves/1/books/2" });
    await expect(client.deleteBook({ name: "shelves/1/books/2" })).rejects.toMatchObject({
      status: "UNIMPLEMENTED",
      message: "the server does not implement DeleteBook",
    });
  });

  test("has every method, which rejects or throws, whatever messages go", async () => {
    const shop = new UnimplementedBookshop();
    const context = {} as CallContext;
    const refused = { code: "ERR_A2AGEN_CALL", status: "UNIMPLEMENTED" };
    await expect(shop.getBook({ name: "x" }, context)).rejects.toMatchObject(refused);
    await expect(shop.importBooks((async function* () {})(), context)).rejects.toMatchObject(refused);
    for (const call of [
      () => shop.watchSales({}, context),
      () => shop.consult((async function* () {})(), context),
    ]) {
      expect(call).toThrow(expect.objectContaining(refused));
    }
    const methods = Object.keys(Bookshop.methods);
    for (const handler of [shop, new Outdated()]) {
      expect(methods.filter((key) => typeof Reflect.get(handler, key) !== "function")).toEqual([]);
    }
  });

  test("is left out of bundles that do not use it", async () => {
    const from = join(import.meta.dirname, "../../../generated/proto/bookshop/v1/bookshop_service.ts");
    const bundle = async (name: string): Promise<string> => {
      const { outputFiles } = await build({
        stdin: {
          contents: `export { ${name} } from ${JSON.stringify(from)};`,
          resolveDir: import.meta.dirname,
        },
        bundle: true,
        conditions: ["a2agen-source"],
        format: "esm",
        write: false,
      });
      return outputFiles.map(({ text }) => text).join("");
    };
    expect(await bundle("BookshopClient")).not.toContain("Unimplemented");
    expect(await bundle("Bookshop")).not.toContain("Unimplemented");
    expect(await bundle("UnimplementedBookshop")).toContain("Unimplemented");
  });
});
