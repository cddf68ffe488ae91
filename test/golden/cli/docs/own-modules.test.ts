import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { findBrokenLinks } from "../../../shared/site/broken-links.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");
const directory = await useDirectory("a2agen-modules-");

/**
 * A module as the pages say to write it: beside the protos of the package a2agen, some of which it imports.
 */
beforeAll(async () => {
  for (const module of ["shared", "a2a-1.0"]) {
    const installed = join(directory, "node_modules/a2agen/proto");
    await cp(join(repository, "proto", module), installed, { recursive: true });
  }
  await mkdir(join(directory, "proto/acme/shop/v1"), { recursive: true });
  await writeFile(
    join(directory, "buf.yaml"),
    "version: v2\nmodules:\n  - path: proto\n  - path: node_modules/a2agen/proto\n",
  );
  await writeFile(
    join(directory, "proto/acme/shop/v1/shop.proto"),
    `syntax = "proto3";
package acme.shop.v1;
import "google/api/annotations.proto";
import "lf/a2a/v1/a2a.proto";
// Sells books.
service Shop {
  // Finds a book.
  rpc GetBook(GetBookRequest) returns (Book) {
    option (google.api.http) = {get: "/books/{id}"};
  }
}
message GetBookRequest { string id = 1; }
message Book {
  string title = 1;
  // Who praised it.
  repeated lf.a2a.v1.Message praise = 2;
}
`,
  );
});

test("the site of a module documents its own protos, not those of installed packages", async () => {
  const result = await runA2agen(["docs", "site", "--out", "site"], { directory });
  expect(result).toEqual({ status: 0, stdout: `${join("site", "index.html")}\n`, stderr: "" });
  const site = join(directory, "site");
  const paths = (await listFiles(site)).filter((path) => /(?:types|operations)\/.*\.html$/.test(path));
  expect(paths.filter((path) => path.includes("/operations/"))).toEqual([
    "reference/operations/GetBook.html",
  ]);
  expect(paths.filter((path) => path.includes("/types/"))).toEqual([
    "reference/types/Book.html",
    "reference/types/GetBookRequest.html",
  ]);
  const files = await Promise.all(
    (await listFiles(site)).map(async (path) => ({ path, text: await readFile(join(site, path), "utf8") })),
  );
  expect(findBrokenLinks(files)).toEqual([]);
  expect(files.find(({ path }) => path === "index.html")?.text).toContain("<title>acme.shop.v1</title>");
});

test("a module has the HTTP rules of its own protos alone", async () => {
  const { status, stdout, stderr } = await runA2agen(["generate", "openapi", "--proto", "."], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(Object.keys((JSON.parse(stdout) as { paths: object }).paths)).toEqual(["/books/{id}"]);
});
