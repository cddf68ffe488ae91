import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";
import { writeTar } from "../../../../packages/cli/src/package/tarball.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { refusedBy, runSchemas } from "../../../shared/cli/schemas/run-schemas.ts";
import {
  type Files,
  ordersBase,
  ordersPackage,
  schemaAt,
  writeFiles,
} from "../../../shared/cli/schemas/write-package.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const directory = await useDirectory("a2agen-refusals-");

let count = 0;

/** Makes a package with a change, and expects that it is refused; returns the lines after the first. */
async function refused(
  change: Files,
  prepare?: (place: string) => Promise<void>,
): Promise<readonly string[]> {
  count += 1;
  const place = join(directory, `package-${count}`);
  await writeFiles(place, ordersPackage("1.0.0", change));
  await prepare?.(place);
  const [first, ...lines] = (await refusedBy([`package-${count}`, "--out", "out"], directory))
    .trimEnd()
    .split("\n");
  expect(await listFiles(join(directory, "out"))).toEqual([]);
  expect(first).toBe(`@acme/orders (package-${count}): its schemas cannot be bundled`);
  return lines.map((line) => line.trim());
}

const line = "schemas/orders/Line.schema.json";
const lineId = `${ordersBase}orders/Line.schema.json`;

describe("a schema is refused", () => {
  const example = "https://example.com/schemas/orders/order.schema.json";
  const idOf = (id: string, reason: string): string =>
    `${line}: $id: expected an http or https URL with a path of plain names; found ${JSON.stringify(id)}, and ${reason}: correct it`;
  test.each<{ readonly name: string; readonly schema: string | object; readonly want: string }>([
    {
      name: "that is not JSON",
      schema: "{ nothing",
      want: `${line}: expected a JSON Schema; it is no object of JSON: correct it, or take it out`,
    },
    {
      name: "that is a list",
      schema: "[]",
      want: `${line}: expected a JSON Schema; it is no object of JSON: correct it, or take it out`,
    },
    {
      name: "without $id",
      schema: { type: "object" },
      want: `${line}: $id: expected the URL of the schema, such as ${example}; found none: add it`,
    },
    {
      name: "whose $id is no text",
      schema: { $id: 1 },
      want: `${line}: $id: expected the URL of the schema, such as ${example}; found 1: add it`,
    },
    {
      name: "with a relative $id",
      schema: { $id: "Line.json" },
      want: idOf("Line.json", "it is no absolute URL"),
    },
    {
      name: "with a file's $id",
      schema: { $id: "file:///etc/passwd" },
      want: idOf("file:///etc/passwd", "it begins with file:"),
    },
    {
      name: "whose $id leads up",
      schema: { $id: `${ordersBase}../../../x.json` },
      want: idOf(`${ordersBase}../../../x.json`, "its normal form is https://schemas.acme.example/x.json"),
    },
    {
      name: "whose $id leads up in escapes",
      schema: { $id: `${ordersBase}..%2f..%2fx.json` },
      want: idOf(`${ordersBase}..%2f..%2fx.json`, 'its path has the name "..%2f..%2fx.json"'),
    },
    {
      name: "whose $id has a hidden name",
      schema: { $id: `${ordersBase}.git/x.json` },
      want: idOf(`${ordersBase}.git/x.json`, 'its path has the name ".git"'),
    },
    {
      name: "whose $id has a fragment",
      schema: { $id: `${lineId}#x` },
      want: idOf(`${lineId}#x`, "it has a query or a fragment"),
    },
    {
      name: "whose $id has a user",
      schema: { $id: "https://a:b@acme.example/x.json" },
      want: idOf("https://a:b@acme.example/x.json", "it has a user or a password"),
    },
    {
      name: "whose $id is a directory",
      schema: { $id: ordersBase },
      want: idOf(ordersBase, "it is that of a directory"),
    },
    {
      name: "with another's $id",
      schema: schemaAt(`${ordersBase}orders.schema.json`),
      want: `${line}: $id: expected one of its own; found that of schemas/orders.schema.json, ${ordersBase}orders.schema.json: correct one of them`,
    },
    {
      name: "of no dialect",
      schema: { $id: lineId },
      want: `${line}: $schema: expected one of the drafts 2020-12, 2019-09, 07; found none: correct it`,
    },
    {
      name: "that its dialect refuses",
      schema: schemaAt(lineId, { type: "money" }),
      want: `${line}: expected a JSON Schema; it/type must be equal to one of the allowed values, it/type must be array, it/type must match a schema in anyOf: correct it`,
    },
    {
      name: "with a second $id inside",
      schema: schemaAt(lineId, { items: { $id: "inner.json" } }),
      want: `${line}: $id: expected one, at the beginning; found "inner.json" inside as well`,
    },
    {
      name: "that refers to what is not there",
      schema: schemaAt(lineId, { $ref: "Lines.schema.json" }),
      want: `${line}: $ref: expected a schema of the package; found "Lines.schema.json", and there is none: add it`,
    },
    {
      name: "that refers to a place that is not there",
      schema: schemaAt(lineId, { $ref: "../orders.schema.json#/$defs/Orders" }),
      want: `${line}: $ref: expected a place in schemas/orders.schema.json; found "../orders.schema.json#/$defs/Orders", which it does not have: correct it`,
    },
    {
      name: "that is too deep",
      schema: `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"${lineId}","not":${`{"not":`.repeat(5000)}{}${"}".repeat(5000)}}`,
      want: `${line}: expected at most 200 levels; there are more`,
    },
  ])("$name", async ({ schema, want }) => {
    expect((await refused({ [line]: schema })).filter((each) => each.startsWith(line))).toEqual([want]);
  });

  test("that some systems do not tell from another, or that lies below another", async () => {
    const [lower, upper] = [`${ordersBase}a/b.json`, `${ordersBase}a/B.json`];
    const reason = "expected one that differs from others by more than capital letters";
    expect(
      await refused({
        "schemas/x.json": schemaAt(lower),
        "schemas/y.json": schemaAt(upper),
        "schemas/z.json": schemaAt(`${lineId}/z.json`),
      }),
    ).toEqual([
      `schemas/x.json: $id: ${reason}; found ${lower} and ${upper}, of schemas/y.json: rename one of them`,
      `schemas/z.json: $id: expected one that is not below that of a schema; found ${lineId}/z.json, below that of ${line}: rename one of them`,
    ]);
  });

  test("where versions are on the site", async () => {
    expect(await refused({ "schemas/x.json": schemaAt(`${ordersBase}1.0.0/orders.schema.json`) })).toEqual([
      `schemas/x.json: $id: expected no version where those of the site are; found ${ordersBase}1.0.0/orders.schema.json: move the schema`,
    ]);
  });
});

describe("a package is refused", () => {
  test("that has links", async () => {
    const reason =
      "expected a file or a directory; it is a link, and what it leads to is no part of the package: put the file there";
    const lines = await refused({}, async (place) => {
      await symlink("/etc/passwd", join(place, "schemas/passwd.json"));
      await symlink("/etc", join(place, "openapi/etc"));
      await symlink("/etc/passwd", join(place, "NOTICE"));
    });
    expect(lines).toEqual(
      ["NOTICE", "openapi/etc", "schemas/passwd.json"].map((path) => `${path}: ${reason}`),
    );
  });

  test("without a license, a name, a version, or schemas: with every reason", async () => {
    await writeFiles(join(directory, "bare"), { "package.json": {} });
    expect(await refusedBy(["bare", "--out", "out"], directory)).toBe(
      [
        "bare: its schemas cannot be bundled",
        "  package.json: name: expected a name; found nothing: add it",
        '  package.json: version: expected a version such as "1.0.0"; found nothing: correct it',
        "  LICENSE: expected the text of the license; there is no such file: add it",
        "",
      ].join("\n"),
    );
    await writeFiles(join(directory, "empty"), {
      "package.json": { name: "x", version: "1.0.0" },
      LICENSE: "x",
    });
    expect(await refusedBy(["empty", "--out", "out"], directory)).toBe(
      "x (empty): its schemas cannot be bundled\n  schemas: expected JSON Schemas; found none: generate them with targets=jsonschema into schemas/\n",
    );
  });

  test("whose files have names for which there is no place", async () => {
    expect(await refused({ "openapi/a b.yaml": "x" })).toEqual([
      '"openapi/a b.yaml": expected names of letters, digits and "._~+@-"; found others: rename the file',
    ]);
  });

  test("whose profile is a path", async () => {
    const manifest = { name: "@acme/orders", version: "1.0.0", a2a: { profile: "../../x" } };
    expect(await refused({ "package.json": manifest })).toEqual([
      'package.json: a2a.profile: expected the name of a profile, such as "a2a-1.0"; found "../../x": correct it',
    ]);
  });

  test("that is none", async () => {
    await mkdir(join(directory, "nothing"));
    expect(await refusedBy(["nothing", "--out", "out"], directory)).toContain(
      "nothing: expected a package, whose package.json is an object of JSON; found none",
    );
    expect(await refusedBy(["missing", "--out", "out"], directory)).toContain("there is no missing");
  });

  test.each([
    {
      name: "leads out",
      archive: writeTar([textFile("../../x", "")], { root: "package" }),
      want: "below one directory",
    },
    {
      name: "is none",
      archive: Buffer.from("something else ".repeat(100)),
      want: 'expected a .tgz as "npm pack" writes it',
    },
    { name: "has a link", archive: withLink(), want: "expected a file; found an entry of type" },
  ])("whose tarball $name", async ({ archive, want }) => {
    await writeFile(join(directory, "package.tgz"), gzipSync(archive));
    const reason = await refusedBy(["package.tgz", "--out", "out"], directory);
    expect(reason).toContain("package.tgz: expected");
    expect(reason).toContain(want);
  });

  function withLink(): Uint8Array {
    const archive = writeTar([textFile("schemas/a.json", "")], { root: "package" });
    archive[156] = "2".charCodeAt(0);
    return archive;
  }

  test("whose schemas are not what its protos say", async () => {
    const source = join(import.meta.dirname, "../../../../generated/a2a-1.0");
    const { cp, readFile } = await import("node:fs/promises");
    await cp(source, join(directory, "stale"), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path),
    });
    const place = join(directory, "stale/schemas/a2a/AgentCard.schema.json");
    await writeFile(place, (await readFile(place, "utf8")).replace('"type": "string"', '"type": "number"'));
    expect(await refusedBy(["stale", "--out", "out"], directory)).toBe(
      "@a2agen/a2a-1.0 (stale): its schemas cannot be bundled\n  generated files: expected the output of a2agen 0.1.0; these differ: generate them again\n    schemas/a2a/AgentCard.schema.json: is out of date\n",
    );
  });

  test("together with one of another host", async () => {
    await writeFiles(join(directory, "one"), ordersPackage("1.0.0"));
    await writeFiles(join(directory, "two"), {
      "package.json": { name: "two", version: "1.0.0" },
      LICENSE: "x",
      "schemas/two.schema.json": schemaAt("https://two.example/schemas/two/two.schema.json"),
    });
    expect(await refusedBy(["one", "two", "--out", "out"], directory)).toBe(
      "out/site: its schemas cannot be bundled\n  expected schemas of one host, since a site is that of one; found https://schemas.acme.example, https://two.example: run once for each, each with its own --out, or give --base-url\n",
    );
  });
});

describe("a directory is left alone", () => {
  test("in which something else lies where the bundle would", async () => {
    await writeFiles(join(directory, "taken"), ordersPackage("1.0.0"));
    await writeFiles(join(directory, "place"), { "acme-orders-schemas-1.0.0/mine.txt": "mine" });
    expect(await refusedBy(["taken", "--out", "place"], directory)).toBe(
      "--out: expected room for acme-orders-schemas-1.0.0, or a bundle that was made before; place/acme-orders-schemas-1.0.0 has something else: give another directory, or empty that one\n",
    );
    expect(await listFiles(join(directory, "place"))).toEqual(["acme-orders-schemas-1.0.0/mine.txt"]);
    expect(await refusedBy(["taken", "--out", "taken/LICENSE"], directory)).toBe(
      "--out: expected a directory; taken/LICENSE is a file: give another\n",
    );
  });

  test("whose index leads out of it", async () => {
    await writeFiles(join(directory, "first"), ordersPackage("1.0.0"));
    await writeFiles(join(directory, "second"), ordersPackage("2.0.0"));
    await runSchemas(["first", "--out", "hostile"], directory);
    await writeFiles(join(directory, "hostile/site/schemas/orders/1.0.0"), {
      "index.json": {
        package: "@acme/orders",
        version: "1.0.0",
        base: `${ordersBase}1.0.0/`,
        schemas: [],
        files: [{ path: "../../../../first/LICENSE", sha256: "" }],
      },
    });
    expect(await refusedBy(["second", "--out", "hostile"], directory)).toBe(
      "hostile/site/schemas/orders/1.0.0/index.json: expected the index of version 1.0.0, as a2agen writes it; found something else: restore the directory from what is hosted, or remove it\n",
    );
    expect(await listFiles(join(directory, "first"))).toContain("LICENSE");
  });
});

test.each([
  { args: ["."], want: "--out: expected the directory to write to; it is missing" },
  { args: ["--out", "out"], want: "expected at least one PACKAGE" },
  ...[
    ["example.com", "it is no absolute URL"],
    ["ftp://example.com/", "it begins with ftp:"],
    ["https://example.com/?x", "it has a query or a fragment"],
  ].map(([url = "", reason = ""]) => ({
    args: [".", "--out", "out", "--base-url", url],
    want: `--base-url: expected an http or https URL of a directory, such as https://example.com/schemas/; found "${url}", and ${reason}`,
  })),
])("the command line is refused: $args", async ({ args, want }) => {
  expect(await runA2agen(["schemas", ...args], { directory })).toEqual({
    status: 2,
    stdout: "",
    stderr: `a2agen schemas: ${want}\nRun "a2agen schemas --help" for help.\n`,
  });
});
