import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { refusedBy, runSchemas } from "../../../shared/cli/schemas/run-schemas.ts";
import {
  type Files,
  ordersBase,
  ordersPackage,
  schemaAt,
  writeFiles,
} from "../../../shared/cli/schemas/write-package.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const directory = await useDirectory("a2agen-versions-");

/** Writes a package, and puts it on the site of the test; returns what was said of the site. */
async function host(site: string, version: string, change: Files = {}): Promise<string> {
  await writeFiles(join(directory, `${site}-${version}`), ordersPackage(version, change));
  const said = await runSchemas([`${site}-${version}`, "--out", site], directory);
  return said.split("\n").find((line) => line.startsWith("https:")) ?? "";
}

/** All files of a site with their contents. */
async function snapshot(site: string): Promise<ReadonlyMap<string, string>> {
  const paths = await listFiles(join(directory, site, "site"));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [path, await readFile(join(directory, site, "site", path), "latin1")] as const,
      ),
    ),
  );
}

function below(files: ReadonlyMap<string, string>, folder: string): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => path.startsWith(`schemas/orders/${folder}`)));
}

const base = ordersBase;

const extra = schemaAt(`${ordersBase}orders/Extra.schema.json`, { type: "string" });

test("versions stand side by side, and the newest has the place without a version", async () => {
  expect(await host("side", "1.2.0")).toBe(
    `${base}1.2.0/ is added to the site, for you to upload; as the newest version also at ${base}`,
  );
  const first = await snapshot("side");
  expect(await host("side", "1.10.0", { "schemas/orders/Extra.schema.json": extra })).toBe(
    `${base}1.10.0/ is added to the site, for you to upload; as the newest version also at ${base}`,
  );
  const second = await snapshot("side");
  expect(below(second, "1.2.0/")).toEqual(below(first, "1.2.0/"));
  expect(second.has("schemas/orders/orders/Extra.schema.json")).toBe(true);

  // An older version comes late, and takes nobody's place.
  expect(await host("side", "1.9.0")).toBe(
    `${base}1.9.0/ is added to the site, for you to upload; 1.10.0 stays at ${base}`,
  );
  const third = await snapshot("side");
  const isPage = (path: string): boolean => /^schemas\/index\.(?:html|json)$/.test(path);
  for (const [path, text] of second) if (!isPage(path)) expect([path, third.get(path)]).toEqual([path, text]);
  expect(below(third, "1.9.0/").size).toBe(below(third, "1.2.0/").size);

  // Nor does what is no release yet.
  expect(await host("side", "2.0.0-rc.1")).toBe(
    `${base}2.0.0-rc.1/ is added to the site, for you to upload; 1.10.0 stays at ${base}`,
  );

  // The place is that of the newest whole: what it does not have any more goes.
  expect(await host("side", "2.0.0")).toBe(
    `${base}2.0.0/ is added to the site, for you to upload; as the newest version also at ${base}`,
  );
  const last = await snapshot("side");
  expect(last.has("schemas/orders/orders/Extra.schema.json")).toBe(false);
  expect(last.has("schemas/orders/1.10.0/orders/Extra.schema.json")).toBe(true);
  const index = JSON.parse(last.get("schemas/index.json") ?? "") as {
    readonly profiles: readonly {
      readonly newest: string;
      readonly versions: readonly { readonly version: string }[];
    }[];
  };
  expect(
    index.profiles.map(({ newest, versions }) => [newest, versions.map(({ version }) => version)]),
  ).toEqual([["2.0.0", ["2.0.0", "1.10.0", "1.9.0", "1.2.0", "2.0.0-rc.1"]]]);
});

test("a version that is there stays as it is", async () => {
  await host("same", "1.0.0");
  const before = await snapshot("same");
  expect(await host("same", "1.0.0")).toBe(
    `${base}1.0.0/ is in the site already; as the newest version also at ${base}`,
  );
  expect(await snapshot("same")).toEqual(before);

  await writeFiles(
    join(directory, "same-changed"),
    ordersPackage("1.0.0", { "schemas/orders/Extra.schema.json": extra }),
  );
  expect(await refusedBy(["same-changed", "--out", "same"], directory)).toBe(
    `same/site: its schemas cannot be bundled\n  ${base}1.0.0/: expected the bytes that are hosted, since a version does not change; SHA256SUMS, acme-orders-schemas-1.0.0.tar.gz, index.json, orders/Extra.schema.json would: give the package a new version\n`,
  );
  expect(await snapshot("same")).toEqual(before);

  // Also when it was changed where it is hosted.
  const place = join(directory, "same/site/schemas/orders/1.0.0/LICENSE");
  await writeFile(place, "another\n");
  expect(await refusedBy(["same-1.0.0", "--out", "same"], directory)).toContain("LICENSE would");
});

test("packages of one run refer to each other's versions", async () => {
  const stock: Files = {
    "package.json": { name: "@acme/stock", version: "3.0.0", license: "MIT" },
    LICENSE: "The license.\n",
    "schemas/stock.schema.json": schemaAt("https://schemas.acme.example/schemas/stock/stock.schema.json", {
      $ref: `${ordersBase}orders.schema.json#/$defs/Order`,
    }),
  };
  await writeFiles(join(directory, "stock"), stock);
  await writeFiles(join(directory, "orders"), ordersPackage("1.0.0"));
  await runSchemas(["stock", "orders", "--out", "both"], directory);
  const files = await snapshot("both");
  const refOf = (path: string): unknown =>
    (JSON.parse(files.get(path) ?? "{}") as Record<string, unknown>)["$ref"];
  expect(refOf("schemas/stock/3.0.0/stock.schema.json")).toBe(`${base}1.0.0/orders.schema.json#/$defs/Order`);
  expect(refOf("schemas/stock/stock.schema.json")).toBe(`${base}orders.schema.json#/$defs/Order`);
});

test("--base-url moves everything, and a site is that of one host", async () => {
  await writeFiles(join(directory, "moved"), ordersPackage("1.0.0"));
  await runSchemas(["moved", "--out", "own", "--base-url", "https://own.example"], directory);
  const files = await snapshot("own");
  const line = JSON.parse(files.get("orders/1.0.0/orders/Line.schema.json") ?? "") as {
    readonly $id: string;
    readonly properties: object;
  };
  expect({ $id: line.$id, properties: line.properties }).toEqual({
    $id: "https://own.example/orders/1.0.0/orders/Line.schema.json",
    properties: {
      order: { $ref: "https://own.example/orders/1.0.0/orders.schema.json#/$defs/Order" },
      money: { $ref: "https://elsewhere.example/money.schema.json" },
      next: { $ref: "#" },
    },
  });
  expect(files.get("orders/openapi/orders.openapi-3.1.yaml")).toContain(
    "# https://own.example/orders/orders.schema.json#/$defs/Order",
  );
  expect([...files.keys()].filter((path) => !path.startsWith("orders/"))).toEqual([
    "index.html",
    "index.json",
  ]);

  await writeFiles(join(directory, "newer"), ordersPackage("1.1.0"));
  expect(await refusedBy(["newer", "--out", "own", "--base-url", "https://other.example/"], directory)).toBe(
    "own/site: its schemas cannot be bundled\n  https://other.example/orders/: expected the versions that are there to be at this URL; 1.0.0 is made for https://own.example/orders/1.0.0/: give the --base-url that it was made with, or another --out\n",
  );
});

test("a place belongs to one package", async () => {
  await host("owner", "1.0.0");
  await writeFiles(
    join(directory, "stranger"),
    ordersPackage("5.0.0", { "package.json": { name: "@other/orders", version: "5.0.0", license: "MIT" } }),
  );
  const before = await snapshot("owner");
  expect(await refusedBy(["stranger", "--out", "owner"], directory)).toBe(
    `owner/site: its schemas cannot be bundled\n  ${base}: expected versions of @other/orders; found those of @acme/orders: give the profile of the package a schemaBase of its own, or another --base-url\n`,
  );
  expect(await snapshot("owner")).toEqual(before);
});

test.each([
  { name: "without --base-url", args: [], place: base },
  {
    name: "with --base-url",
    args: ["--base-url", "https://own.example/"],
    place: "https://own.example/orders/",
  },
])("two packages of one place are refused for that alone, $name", async ({ name, args, place }) => {
  const folder = name.replaceAll(" ", "-");
  const other = { name: "@other/orders", version: "5.0.0", license: "MIT" };
  await writeFiles(join(directory, folder, "a"), ordersPackage("1.0.0"));
  await writeFiles(join(directory, folder, "b"), ordersPackage("5.0.0", { "package.json": other }));
  expect(await refusedBy(["a", "b", "--out", "out", ...args], join(directory, folder))).toBe(
    `out/site: its schemas cannot be bundled\n  ${place}: expected versions of @other/orders; found those of @acme/orders: give the profile of the package a schemaBase of its own, or another --base-url\n`,
  );
});

test.each([
  ["its versions", `${base}1.0.0/orders.schema.json`, "orders/1.0.0/5.0.0/LICENSE"],
  ["directories of its versions", `${base}1.0.0/more/x.json`, "orders/1.0.0/more/5.0.0/LICENSE"],
  ["its newest version", `${base}orders/Line.schema.json`, "orders/orders/Line.schema.json"],
])("no other package lies in %s", async (name, id, path) => {
  const site = name.replaceAll(" ", "-");
  await host(site, "1.0.0");
  await writeFiles(join(directory, `${site}-other`), {
    "package.json": { name: "@other/orders", version: "5.0.0", license: "MIT" },
    LICENSE: "The license.\n",
    "schemas/x.json": schemaAt(id),
  });
  const before = await snapshot(site);
  expect(await refusedBy([`${site}-other`, "--out", site], directory)).toContain(
    `\n  site/schemas/${path}: expected a place that nothing has; it is one of @acme/orders 1.0.0: give the schemas other $ids, or another --base-url\n`,
  );
  expect(await snapshot(site)).toEqual(before);
});

test("other files of the site are left alone", async () => {
  await writeFiles(join(directory, "kept/site"), {
    "index.html": "home\n",
    "schemas/orders/notes.txt": "mine\n",
    "schemas/other/index.json": "{}\n",
  });
  await host("kept", "1.0.0");
  await host("kept", "2.0.0");
  const files = await snapshot("kept");
  expect(
    ["index.html", "schemas/orders/notes.txt", "schemas/other/index.json"].map((path) => files.get(path)),
  ).toEqual(["home\n", "mine\n", "{}\n"]);
});
