import { expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

/** With every file of google/api that services of Google's import. */
const proto = `syntax = "proto3";
package p.v1;
import "google/api/annotations.proto";
import "google/api/client.proto";
import "google/api/field_behavior.proto";
import "google/api/field_info.proto";
import "google/api/resource.proto";

option (google.api.resource_definition) = {type: "p.example.com/Shelf" pattern: "shelves/{shelf}"};

service Library {
  option (google.api.default_host) = "p.example.com";
  rpc GetBook(GetBookRequest) returns (Book) {
    option (google.api.http) = {get: "/v1/{name=shelves/*/books/*}"};
    option (google.api.method_signature) = "name";
  }
}
message GetBookRequest {
  string name = 1 [
    (google.api.field_behavior) = REQUIRED,
    (google.api.resource_reference) = {type: "p.example.com/Book"}
  ];
}
message Book {
  option (google.api.resource) = {type: "p.example.com/Book" pattern: "shelves/{shelf}/books/{book}" plural: "books" singular: "book"};
  string name = 1 [(google.api.field_behavior) = IDENTIFIER];
  string request_id = 2 [(google.api.field_info).format = UUID4];
}
`;

test("protos with all options of google.api generate with the files that a2agen ships", async () => {
  const generate = ["p/v1/library.proto"];
  const files = await compileProtos({ "p/v1/library.proto": proto });
  const {
    error,
    stderr,
    files: texts,
  } = await runPlugin({
    parameter: "target=ts,targets=types+json+openapi",
    files,
    generate,
  });
  expect({ error, stderr, paths: Object.keys(texts) }).toEqual({
    error: undefined,
    stderr: "",
    paths: [
      "p/v1/library_types.ts",
      "p/v1/library_json.ts",
      "p.v1.openapi-3.1.json",
      "p.v1.openapi-3.1.yaml",
      "p.v1.openapi-3.2.json",
      "p.v1.openapi-3.2.yaml",
    ],
  });
});
