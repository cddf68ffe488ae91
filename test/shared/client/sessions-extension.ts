import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { capitalize } from "@a2agen/generators/naming/casing.ts";
import { runA2agen } from "../run-a2agen.ts";

const openRpc = (owner: string): object => ({
  openrpc: "1.3.2",
  info: { title: owner, version: "1.0.0" },
  methods: [
    {
      name: `${owner}/list`,
      paramStructure: "by-name",
      params: [{ name: "limit", schema: { type: "integer", minimum: 1 } }],
      result: { name: "sessions", schema: { $ref: "#/components/schemas/Sessions" } },
    },
  ],
  components: {
    schemas: {
      Sessions: {
        type: "object",
        properties: { names: { type: "array", items: { type: "string" } } },
        required: ["names"],
      },
    },
  },
});

/**
 * Installs a package in a folder, with SessionsExtension of this URI, which has `acmeList` of AcmeService,
 * for "@acme/ext-sessions". Returns the folder of the package.
 */
export async function installSessions(root: string, name: string, uri: string): Promise<string> {
  const folder = join(root, "packages", name);
  const [owner = ""] = name.slice(1).split("/");
  const service = `${capitalize(owner)}Service`;
  const manifest = {
    extensions: [
      {
        name: "Sessions",
        uri,
        kind: "method",
        methods: [{ openrpc: "openrpc.json", service }],
      },
    ],
  };
  const files = {
    "package.json": {
      name,
      version: "1.0.0",
      type: "module",
      exports: { ".": "./index.ts", "./package.json": "./package.json" },
    },
    "extension.yaml": manifest,
    "openrpc.json": openRpc(owner),
  };
  await mkdir(folder, { recursive: true });
  for (const [file, json] of Object.entries(files)) await writeFile(join(folder, file), JSON.stringify(json));
  await writeFile(
    join(folder, "index.ts"),
    `export { SessionsExtension } from "./gen/extension.js";\nexport { ${service}, type ${service}Client } from "./gen/openrpc_service.js";\n`,
  );
  const line = ["generate", "extension", "extension.yaml", "--out", "gen"];
  const { status, stderr } = await runA2agen(line, { directory: folder });
  if (status !== 0) throw new Error(stderr);
  const link = join(root, "node_modules", name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(folder, link);
  return folder;
}
