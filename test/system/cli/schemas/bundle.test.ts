import { cp, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";
import { readFiles } from "../../../../packages/cli/src/package/read-files.ts";
import { writeTarball } from "../../../../packages/cli/src/package/tarball.ts";
import { sha256 } from "../../../../packages/cli/src/schemas/version-index.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { runSchemas } from "../../../shared/cli/schemas/run-schemas.ts";
import { ordersPackage, writeFiles } from "../../../shared/cli/schemas/write-package.ts";
import { run } from "../../../shared/process/npm.ts";
import { runProcess } from "../../../shared/process/run-process.ts";
import { startA2agen } from "../../../shared/process/start-a2agen.ts";
import { thorough } from "../../../shared/runs.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const repository = join(import.meta.dirname, "../../../..");

const generated = ["generated/a2a-1.0", "generated/a2a-1.0-draft", "generated/a2a-0.3"];

const current = "a2agen-a2a-1.0-schemas-0.1.0";
const older = "a2agen-a2a-0.3-schemas-0.1.0";

const directory = await useDirectory("a2agen-schemas-");
let said: string;

beforeAll(async () => {
  said = await runSchemas([...generated, "--out", join(directory, "out")], repository);
});

/** Hashes of the files below a directory: comparing bytes takes long. */
async function hashFiles(place: string): Promise<Readonly<Record<string, string>>> {
  const files = await readFiles(place, "");
  return Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
}

const read = (path: string): Promise<string> => readFile(join(directory, "out", path), "utf8");

describe("what is written", () => {
  test("is a bundle and an archive for each package, and a site", async () => {
    const paths = await listFiles(join(directory, "out"));
    // The schemas of single types are as many as there are types: "is what --dry-run lists" and the bytes
    // below name them.
    const kinds = new Set(
      paths.map((path) => path.replace(/\/[A-Z]\w+(?=\.schema\.(strict\.)?json$)/, "/TYPE")),
    );
    await expect(`${[...kinds].join("\n")}\n`).toMatchFileSnapshot("../../../expected/schema-site/files.txt");
  });

  test("is said", () => {
    const text = said.replaceAll(directory, "DIR").replace(/[\d.]+ [kM]B|(?<=sha256 )\w+/g, "...");
    expect(text).toMatchInlineSnapshot(`
      "@a2agen/a2a-1.0 0.1.0: 231 files, ...; packed ..., sha256 ...
      @a2agen/a2a-1.0-draft 0.1.0: 235 files, ...; packed ..., sha256 ...
      @a2agen/a2a-0.3 0.1.0: 207 files, ...; packed ..., sha256 ...
      https://a2agen.dev/schemas/a2a-1.0/0.1.0/ is added to the site, for you to upload; as the newest version also at https://a2agen.dev/schemas/a2a-1.0/
      https://a2agen.dev/schemas/a2a-1.0-draft/0.1.0/ is added to the site, for you to upload; as the newest version also at https://a2agen.dev/schemas/a2a-1.0-draft/
      https://a2agen.dev/schemas/a2a-0.3/0.1.0/ is added to the site, for you to upload; as the newest version also at https://a2agen.dev/schemas/a2a-0.3/
      DIR/out/a2agen-a2a-1.0-schemas-0.1.0
      DIR/out/a2agen-a2a-1.0-schemas-0.1.0.tar.gz
      DIR/out/a2agen-a2a-1.0-draft-schemas-0.1.0
      DIR/out/a2agen-a2a-1.0-draft-schemas-0.1.0.tar.gz
      DIR/out/a2agen-a2a-0.3-schemas-0.1.0
      DIR/out/a2agen-a2a-0.3-schemas-0.1.0.tar.gz
      DIR/out/site
      "
    `);
  });

  test.runIf(thorough)("is what --dry-run lists, which writes nothing", { tags: "thorough" }, async () => {
    const out = join(directory, "dry");
    const list = await runSchemas([...generated, "--out", out, "--dry-run"], repository);
    const listed = list.split("\n").flatMap((line) => /^ *[\d.]+ [kM]?B {2}(\S+)$/.exec(line)?.[1] ?? []);
    expect(listed.sort()).toEqual(await listFiles(join(directory, "out")));
    expect(await listFiles(out)).toEqual([]);
  });
});

describe("a bundle", () => {
  test("has the schemas, documents and image of the package, byte for byte", async () => {
    for (const folder of ["schemas", "openapi"]) {
      const want = await hashFiles(join(repository, "generated/a2a-1.0", folder));
      expect(await hashFiles(join(directory, "out", current, folder))).toEqual(want);
    }
    expect(await read(`${current}/a2a.binpb`)).toBe(
      await readFile(join(repository, "generated/a2a-1.0/a2a.binpb"), "utf8"),
    );
  });

  test.each([current, older])("has a README: %s", async (name) => {
    const text = (await read(`${name}/README.md`)).replace(/\b[0-9a-f]{64}\b/, "SHA256");
    await expect(text).toMatchFileSnapshot(`../../../expected/schema-site/${name}.README.md`);
  });

  test("has an index of every schema with what it is made from", async () => {
    const { schemas, files, ...rest } = JSON.parse(await read(`${current}/index.json`)) as {
      readonly schemas: readonly { readonly $id: string; readonly path: string; readonly sha256: string }[];
      readonly files: readonly { readonly path: string }[];
      readonly protoHash: string;
    };
    expect({ ...rest, protoHash: rest.protoHash.length }).toEqual({
      package: "@a2agen/a2a-1.0",
      version: "0.1.0",
      description: "Types, codecs, JSON Schemas and OpenAPI documents of A2A 1.0, generated from its proto",
      license: "Apache-2.0",
      profile: "a2a-1.0",
      protocolVersion: "1.0",
      protoPackage: "lf.a2a.v1",
      protoHash: 64,
      generator: "a2agen 0.1.0",
    });
    const paths = await listFiles(join(directory, "out", current));
    expect(
      [...schemas, ...files, { path: "SHA256SUMS" }, { path: "index.json" }].map(({ path }) => path).sort(),
    ).toEqual(paths);
    for (const { $id, path, sha256: hash } of schemas) {
      const text = await read(`${current}/${path}`);
      const schema = JSON.parse(text) as { readonly $id: string };
      expect({ $id, path, hash }).toEqual({
        $id: schema.$id,
        path: schema.$id.replace("https://a2agen.dev/schemas/a2a-1.0/", "schemas/"),
        hash: sha256(Buffer.from(text)),
      });
    }
  });

  test("of a protocol without protos has its one schema, under an $id", async () => {
    const text = await read(`${older}/schemas/a2a-0.3.schema.json`);
    const { $id, ...schema } = JSON.parse(text) as { readonly $id: string };
    expect($id).toBe("https://a2agen.dev/schemas/a2a-0.3/a2a-0.3.schema.json");
    const want = await readFile(join(repository, "generated/a2a-0.3/schemas/a2a-0.3.schema.json"), "utf8");
    expect(schema).toEqual(JSON.parse(want));
    expect(text.replace(/\n {2}"\$id": .*,/, "")).toBe(want);
    expect(JSON.parse(await read(`${older}/index.json`))).toMatchObject({
      profile: "a2a-0.3",
      protocolVersion: "0.3",
      schemas: expect.arrayContaining([
        expect.objectContaining({ $id, path: "schemas/a2a-0.3.schema.json" }),
      ]) as unknown,
    });
  });

  test.each([current, older])("is whole in its archive, by tar and sha256sum: %s", async (name) => {
    const place = join(directory, `untar-${name}`);
    await mkdir(place);
    await run("tar", ["-xzf", join(directory, "out", `${name}.tar.gz`)], { directory: place });
    expect(await hashFiles(join(place, name))).toEqual(await hashFiles(join(directory, "out", name)));
    const { stdout } = await run("sha256sum", ["-c", "SHA256SUMS"], { directory: join(place, name) });
    const paths = (await listFiles(join(place, name))).filter((path) => path !== "SHA256SUMS");
    expect(stdout).toBe(paths.map((path) => `${path}: OK\n`).join(""));
    await writeFile(join(place, name, "LICENSE"), "another\n");
    const changed = await runProcess("sha256sum", {
      args: ["-c", "SHA256SUMS"],
      directory: join(place, name),
    });
    expect({ status: changed.status, failed: changed.stdout.toString().match(/.*FAILED/g) }).toEqual({
      status: 1,
      failed: ["LICENSE: FAILED"],
    });
  });

  test("has an image from which protoc makes code of other languages", async () => {
    const place = join(directory, "java");
    await mkdir(place);
    const protoc = join(repository, "node_modules/.bin/protoc");
    const commands = (await read(`${current}/README.md`)).match(/^protoc .*/gm) ?? [];
    for (const command of commands) {
      const [, ...args] = command.replace("_out=.", `_out=${place}`).split(" ");
      await run(protoc, args, { directory: join(directory, "out", current) });
    }
    const paths = await listFiles(place);
    expect(paths).toContain("lf/a2a/v1/a2a_pb2.py");
    expect(paths.filter((path) => path.endsWith(".java")).length).toBeGreaterThan(0);
  });
});

describe("the same bytes", () => {
  test.runIf(thorough)(
    "come at another time, in another place, in another locale",
    { tags: "thorough" },
    async () => {
      const place = join(directory, "elsewhere");
      await mkdir(place);
      for (const path of generated) {
        await cp(join(repository, path), join(place, path), {
          recursive: true,
          filter: (each) => !/[\\/](?:dist|node_modules)$/.test(each),
        });
        for (const file of await listFiles(join(place, path))) await utimes(join(place, path, file), 1, 1);
      }
      const { status, stderr } = await startA2agen(
        ["schemas", ...generated.toReversed(), "--out", "result"],
        {
          directory: place,
          env: { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
        },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(await hashFiles(join(place, "result"))).toEqual(await hashFiles(join(directory, "out")));
    },
  );

  test("come of the package when it is packed, from a directory and a tarball", async () => {
    const place = join(directory, "packed");
    const files = await readFiles(
      join(repository, "generated/a2a-1.0"),
      "",
      (path) => !/^(?:src|dist)\//.test(path),
    );
    const manifest = files.find(({ path }) => path === "package.json");
    const index = JSON.parse(await read(`${current}/index.json`)) as Record<string, unknown>;
    const { profile, protocolVersion, protoPackage, protoHash, generator } = index;
    const a2a = { profile, protocolVersion, protoPackage, protoHash, generator };
    const completed = { ...(JSON.parse(Buffer.from(manifest?.bytes ?? []).toString()) as object), a2a };
    const packed = [
      ...files.filter((file) => file !== manifest),
      textFile("package.json", JSON.stringify(completed)),
    ];
    await writeFiles(
      place,
      Object.fromEntries(packed.map(({ path, bytes }) => [`directory/${path}`, bytes])),
    );
    await writeFile(join(place, "package.tgz"), writeTarball(packed, { root: "package" }));
    const want = await readFile(join(directory, "out", `${current}.tar.gz`));
    for (const source of ["directory", "package.tgz"]) {
      await runSchemas([source, "--out", `of-${source}`], place);
      expect(want.equals(await readFile(join(place, `of-${source}`, `${current}.tar.gz`)))).toBe(true);
    }
  });
});

test("a handwritten package has an index, pages and moved references", async () => {
  const place = join(directory, "orders");
  await writeFiles(place, ordersPackage("1.2.0"));
  await runSchemas([".", "--out", "out"], place);
  const files = await readFiles(join(place, "out"), "");
  const text = files
    .filter(({ path }) => !path.endsWith(".tar.gz"))
    .map(({ path, bytes }) => `=== ${path}\n${Buffer.from(bytes).toString()}`)
    .join("\n");
  await expect(text).toMatchFileSnapshot("../../../expected/schema-site/orders.txt");
});
