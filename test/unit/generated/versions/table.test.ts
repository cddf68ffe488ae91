import { expect, test } from "vitest";
import { versionLabels } from "../../../../generated/versions/table.ts";
import { readDocument } from "../../../../generators/source/profile/read-document.ts";
import { older, otherForm, versionOf, versions } from "../../../../packages/exchange/src/versions.ts";

test("a table that names versions which are not there is refused", () => {
  const text = [
    "current: a2a-2.0",
    "versions:",
    "  - {name: a2a-1.0, stage: released, addsTo: a2a-1.0}",
    "  - {name: a2a-1.0, stage: released, formOf: a2a-0.9}",
  ].join("\n");
  expect(() => readDocument("versions", text, "versions.yaml")).toThrow(
    [
      'versions.yaml:1:10: current: expected a2a-1.0 or a2a-1.0, found "a2a-2.0" [contradiction]',
      'versions.yaml:3:46: versions[0].addsTo: expected a2a-1.0 or a2a-1.0, found "a2a-1.0" [contradiction]',
      'versions.yaml:4:12: versions[1].name: expected each version once, found "a2a-1.0" [duplicate]',
      'versions.yaml:4:46: versions[1].formOf: expected a2a-1.0 or a2a-1.0, found "a2a-0.9" [contradiction]',
    ].join("\n"),
  );
});

test("help lists the current version, older ones and later ones", () => {
  expect(versionLabels).toEqual(["1.0", "draft", "0.3", "1.1-dev"]);
});

test("older versions are tried from those that were released to other forms", () => {
  expect(older.map((translation) => translation.older.protocol.name)).toEqual([
    "a2a-0.3",
    "a2a-1.0-draft",
    "a2a-0.3-proto",
  ]);
});

test.each([
  { number: "1.0", binding: "GRPC", want: "a2a-1.0" },
  { number: "1.0.3", binding: "JSONRPC", want: "a2a-1.0" },
  { number: "1.1", binding: "JSONRPC", want: "a2a-1.1-dev" },
  { number: "1.10", binding: "JSONRPC", want: "a2a-1.0" },
  { number: "0.3.0", binding: "JSONRPC", want: "a2a-0.3" },
  { number: "0.2.6", binding: "JSONRPC", want: "a2a-0.3" },
  { number: "0.1", binding: "HTTP+JSON", want: "a2a-0.3-proto" },
  { number: "2.0", binding: "JSONRPC", want: "a2a-1.0" },
  { number: "", binding: "JSONRPC", want: "a2a-1.0" },
])("an interface of $number over $binding is one of $want", ({ number, binding, want }) => {
  expect(versionOf(number, binding).name).toBe(want);
});

test("only 0.3 has another form", () => {
  expect(Object.values(versions).map((row) => otherForm(row)?.name)).toEqual([
    undefined,
    undefined,
    "a2a-0.3-proto",
    undefined,
  ]);
});
