import { describe, expect, test } from "vitest";
import { buildOpenApi } from "../../../../../generators/emit/openapi/build-openapi.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";
import { buildDocument, findOperation, listOperations, ownParameters } from "./documents.ts";

describe("a package that is no agent", () => {
  test("has an operation for each HTTP rule; OpenAPI 3.2 takes every method", async () => {
    const outline = async (version: "3.1" | "3.2"): Promise<readonly string[]> =>
      listOperations((await buildDocument("library", version)).document).map(
        ({ verb, path, operation }) => `${verb} ${path} ${operation.operationId}`,
      );
    const both = [
      "GET /v1/books Library_SearchBooks",
      "GET /v1/shelves/{shelfId}/books Library_SearchBooks_get",
      "POST /v1/shelves/{shelfId}/books Library_CreateBook",
      "POST /v1/books:search Library_SearchBooks_post",
      "GET /v1/shelves/{shelfId}/books/{bookId} Library_GetBook",
      "HEAD /v1/shelves/{shelfId}/books/{bookId} Library_HasBook",
      "PATCH /v1/shelves/{shelfId}/books/{bookId} Library_UpdateBook",
      "POST /v1/shelves/{shelfId}/books/{bookId}:borrow Library_BorrowBook",
      "GET /v1/files/{shelfId}/{bookId}/{path} Library_GetFile",
      "GET /v1/shelves/{shelfId}:watch Library_WatchShelf",
      "POST /v1/books:donate Library_DonateBooks",
      "GET /v1/tools/{name} ToolShed_GetBook",
    ];
    expect(await outline("3.1")).toEqual(both);
    expect(await outline("3.2")).toEqual([
      both[0],
      "QUERY /v1/books Library_QueryBooks",
      ...both.slice(1, 7),
      "COPY /v1/shelves/{shelfId}/books/{bookId} Library_CopyBook",
      ...both.slice(7),
    ]);
  });

  test("has nothing of agents: no discovery, no headers, no table of errors", async () => {
    const { document } = await buildDocument("library", "3.1");
    expect(document.info).toEqual({
      title: "library.v1",
      description: "Lends books.\n\nLends tools.",
      version: "v1",
      contact: { name: "library.v1" },
      license: { name: "Not stated", identifier: "LicenseRef-not-stated" },
    });
    expect(document.servers).toEqual([{ url: "/", description: "The host that serves this document." }]);
    expect(document.security).toEqual([]);
    expect(document.tags).toEqual([
      { name: "Library", description: "Lends books." },
      { name: "ToolShed", description: "Lends tools." },
    ]);
    expect(Object.keys(document.components ?? {})).toEqual(["schemas", "responses"]);
    expect(Object.keys(document.components?.responses ?? {})).toEqual(["OtherError"]);
    for (const { operation } of listOperations(document)) {
      expect(Object.keys(operation.responses ?? {})).toEqual(["200", "4XX", "default"]);
      expect(operation.callbacks).toBeUndefined();
    }
  });

  test("tells what OpenAPI cannot say", async () => {
    const { diagnostics } = await buildDocument("library", "3.1");
    const query = (path: string, [name, type]: readonly [string, string]): string =>
      `warning: GET ${path} of library.v1.Library.SearchBooks leaves out "${name}" (${type}), which cannot be a query parameter; send it through a binding that has a body, and give the method one if there is none [query-parameter]`;
    const leftOut = [
      ["filter.otherwise", "library.v1.Filter"],
      ["hints", "google.protobuf.Struct"],
      ["labels", "map<string, string>"],
      ["alternatives", "repeated library.v1.Filter"],
    ] as const;
    expect(diagnostics.map((line) => line.replace(/^library\/v1\/library\.proto:\d+:\d+: /, ""))).toEqual([
      ...leftOut.map((field) => query("/v1/books", field)),
      ...leftOut.map((field) => query("/v1/shelves/{shelfId}/books", field)),
      'warning: library.v1.Library.QueryBooks is not in the document of OpenAPI 3.1.1, which has no HTTP method "QUERY"; use another one, or the document of 3.2 [openapi-verb]',
      'warning: library.v1.Library.CopyBook is not in the document of OpenAPI 3.1.1, which has no HTTP method "COPY"; use another one, or the document of 3.2 [openapi-verb]',
      "warning: library.v1.Library.ReadBook is not in the OpenAPI document, which can describe one operation for each verb and path: library.v1.Library.GetBook has GET /v1/shelves/{shelfId}/books/{bookId} as well, with other names or patterns of its variables; change one of the paths, or describe the method elsewhere [openapi-same-path]",
    ]);
  });
});

describe("query parameters", () => {
  test("are the fields of the request and of the messages in it", async () => {
    const { document } = await buildDocument("library", "3.1");
    const operation = findOperation(document, "Library_SearchBooks");
    const parameters = ownParameters(operation).map(({ in: place, ...parameter }) => {
      expect(place).toBe("query");
      return parameter;
    });
    const genre = { $ref: "#/components/schemas/Genre" };
    expect(parameters).toEqual([
      {
        name: "shelf",
        description: "Shelf to look in: `shelves/{shelf}`.",
        required: false,
        schema: { type: "string" },
      },
      {
        name: "words",
        description: "Words of the title.",
        required: false,
        schema: { type: "array", items: { type: "string" } },
      },
      {
        name: "filter.author",
        description: "Name of the author.",
        required: false,
        schema: { type: "string" },
      },
      {
        name: "filter.years.from",
        required: false,
        schema: { type: "integer", minimum: -2147483648, maximum: 2147483647 },
      },
      {
        name: "filter.years.to",
        required: false,
        schema: { type: "integer", minimum: 0, maximum: 4294967295 },
      },
      { name: "filter.genre", required: false, schema: genre },
      {
        name: "genres",
        description: "Kinds of books.",
        required: false,
        schema: { type: "array", items: { anyOf: [genre, { const: "GENRE_UNSPECIFIED" }] } },
      },
      { name: "maxCents", required: false, schema: { type: "string", pattern: expect.any(String) } },
      {
        name: "since",
        required: false,
        schema: { type: "string", format: "date-time", pattern: expect.any(String) },
      },
      { name: "fields", required: false, schema: { type: "string", pattern: expect.any(String) } },
      {
        name: "weight",
        required: false,
        schema: { anyOf: [{ type: "number" }, { type: "string", enum: ["NaN", "Infinity", "-Infinity"] }] },
      },
      { name: "available", deprecated: true, required: false, schema: { type: "boolean" } },
      {
        name: "pageToken",
        required: false,
        schema: { type: "string", contentEncoding: "base64", pattern: expect.any(String) },
      },
    ]);
  });

  const rest: readonly { operationId: string; path: readonly string[]; query: readonly string[] }[] = [
    { operationId: "Library_CreateBook", path: ["shelfId"], query: ["requestId"] },
    { operationId: "Library_UpdateBook", path: ["shelfId", "bookId"], query: ["updateMask"] },
    { operationId: "Library_GetBook", path: ["shelfId", "bookId"], query: ["withPrice"] },
    { operationId: "Library_BorrowBook", path: ["shelfId", "bookId"], query: [] },
    { operationId: "Library_GetFile", path: ["shelfId", "bookId", "path"], query: [] },
    { operationId: "ToolShed_GetBook", path: ["name"], query: ["withPrice"] },
  ];

  test.each(rest)(
    "of $operationId are what is neither in the path nor in the body",
    async ({ operationId, ...want }) => {
      const { document } = await buildDocument("library", "3.1");
      const parameters = ownParameters(findOperation(document, operationId));
      const named = (place: string): readonly string[] =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      expect({ path: named("path"), query: named("query") }).toEqual(want);
    },
  );
});

describe("path parameters", () => {
  test("have the type of the field, and say when they may hold slashes", async () => {
    const { document } = await buildDocument("library", "3.1");
    expect(ownParameters(findOperation(document, "Library_GetFile"))).toEqual([
      {
        name: "shelfId",
        in: "path",
        required: true,
        schema: { type: "string", pattern: expect.any(String) },
      },
      { name: "bookId", in: "path", required: true, schema: { type: "string" } },
      {
        name: "path",
        in: "path",
        description: "It may hold slashes.",
        required: true,
        schema: { type: "string" },
      },
    ]);
  });

  test("keep how a field in a message is made of them", async () => {
    const { document } = await buildDocument("library", "3.1");
    expect(findOperation(document, "Library_UpdateBook")["x-a2agen"]).toEqual({
      method: "library.v1.Library/UpdateBook",
      template: "/v1/{book.name=shelves/*/books/*}",
      fields: { "book.name": "shelves/{shelfId}/books/{bookId}" },
    });
  });

  test("of paths that differ in names only have the names of the first", async () => {
    const proto = `
      syntax = "proto3";
      package twin.v1;
      import "google/api/annotations.proto";
      service Twins {
        rpc Get(First) returns (First) { option (google.api.http) = {get: "/v1/things/{id}"}; }
        rpc Delete(Second) returns (Second) { option (google.api.http) = {delete: "/v1/things/{thing_name}"}; }
        rpc Pair(Third) returns (Third) { option (google.api.http) = {get: "/v1/{left=a/*}/{right=a/*}/*"}; }
      }
      message First { string id = 1; }
      message Second { string thing_name = 1; }
      message Third { string left = 1; string right = 2; }
    `;
    const { model } = loadModel(await compileProtos({ "twin.proto": proto }), { requested: ["twin.proto"] });
    const document = buildOpenApi(model, { version: "3.1" });
    expect(Object.keys(document.paths ?? {})).toEqual(["/v1/things/{id}", "/v1/a/{aId}/a/{aId2}/{segment}"]);
    expect(findOperation(document, "Twins_Delete")["x-a2agen"]).toMatchObject({
      fields: { thing_name: "{id}" },
    });
    expect(findOperation(document, "Twins_Pair")["x-a2agen"]).toMatchObject({
      fields: { left: "a/{aId}", right: "a/{aId2}" },
    });
  });
});

describe("bodies and answers", () => {
  test("can be one field", async () => {
    const { document } = await buildDocument("library", "3.1");
    expect(findOperation(document, "Library_CreateBook").requestBody).toEqual({
      description: "The book to add.",
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
    });
    expect(findOperation(document, "Library_BorrowBook").responses?.["200"]).toEqual({
      description: "The answer: `BorrowBookResponse`.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Loan" } } },
    });
  });

  test("are marked when the method or its service is deprecated", async () => {
    const { document } = await buildDocument("library", "3.1");
    const deprecated = listOperations(document).filter(({ operation }) => operation.deprecated);
    expect(deprecated.map(({ operation }) => operation.operationId)).toEqual([
      "Library_BorrowBook",
      "ToolShed_GetBook",
    ]);
  });

  test("name types of other packages in full where their names are taken", async () => {
    const { document } = await buildDocument("library", "3.1");
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names).toEqual([
      "Book",
      "BorrowBookBody",
      "ErrorBody",
      "ErrorDetail",
      "File",
      "Filter",
      "Genre",
      "Loan",
      "Money",
      "Never",
      "SearchBooksRequest",
      "SearchBooksResponse",
      "Shelf",
      "ShelfEvent",
      "Years",
      "library.common.Shelf",
    ]);
  });

  test("of a method without comment are described all the same", async () => {
    const { document } = await buildDocument("library", "3.1");
    const { summary, description } = findOperation(document, "Library_GetBook");
    expect({ summary, description }).toEqual({
      summary: "Get book",
      description: "Calls `library.v1.Library.GetBook`.",
    });
    expect(findOperation(document, "Library_SearchBooks").summary).toBe("Finds books");
  });
});

describe("a package", () => {
  test("is chosen by name where several have HTTP rules", async () => {
    const protos = {
      "one.proto": service("one.v1"),
      "two.proto": service("two.v1"),
      "none.proto": 'syntax = "proto3"; package none.v1; message Thing {}',
    };
    const { model } = loadModel(await compileProtos(protos), { requested: Object.keys(protos) });
    expect(Object.keys(buildOpenApi(model, { version: "3.1", protoPackage: "two.v1" }).paths ?? {})).toEqual([
      "/two.v1",
    ]);
    expect(() => buildOpenApi(model, { version: "3.1" })).toThrow(
      'expected one package with HTTP rules among the requested files; found "one.v1", "two.v1"',
    );
    expect(() => buildOpenApi(model, { version: "3.1", protoPackage: "none.v1" })).toThrow(
      'expected the package "none.v1" with HTTP rules among the requested files; found "one.v1", "two.v1"',
    );
  });

  test("keeps a leading variable in its paths where not every method has it", async () => {
    const proto = `
      syntax = "proto3";
      package half.v1;
      import "google/api/annotations.proto";
      service Half {
        rpc One(Request) returns (Request) {
          option (google.api.http) = {get: "/one", additional_bindings: {get: "/{tenant}/one"}};
        }
        rpc Two(Request) returns (Request) { option (google.api.http) = {get: "/two"}; }
      }
      message Request { string tenant = 1; }
    `;
    const { model } = loadModel(await compileProtos({ "half.proto": proto }), { requested: ["half.proto"] });
    const document = buildOpenApi(model, { version: "3.1" });
    expect(Object.keys(document.paths ?? {})).toEqual(["/one", "/{tenant}/one", "/two"]);
    expect(document.servers).toHaveLength(1);
  });
});

function service(name: string): string {
  return `
    syntax = "proto3";
    package ${name};
    import "google/api/annotations.proto";
    service Things { rpc Get(Thing) returns (Thing) { option (google.api.http) = {get: "/${name}"}; } }
    message Thing {}
  `;
}
