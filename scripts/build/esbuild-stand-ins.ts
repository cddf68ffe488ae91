import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const namespace = "stand-in";

interface StandIn {
  /** What is imported, and by which package. */
  readonly path: string;
  readonly importer: string;
  /** What is in the bundle instead. */
  readonly contents: string;
}

/** Throws as Node does for a package that is not installed. */
const missing = (name: string): string =>
  `throw Object.assign(new Error("a2agen comes without ${name}"), { code: "MODULE_NOT_FOUND" });`;

const standIns: readonly StandIn[] = [
  // Imports the TypeScript compiler; generators/plugins/generate.ts writes what target=js and target=dts ask
  // for.
  {
    path: "./transpile.js",
    importer: "@bufbuild/protoplugin",
    contents: 'export function transpile() { throw new Error("a2agen transpiles itself"); }',
  },
  // Read protos for services that a2agen does not offer: channelz and ORCA.
  { path: "@grpc/proto-loader", importer: "@grpc/grpc-js", contents: missing("@grpc/proto-loader") },
  // Faster in native code, if they are there.
  { path: "bufferutil", importer: "ws", contents: missing("bufferutil") },
  { path: "utf-8-validate", importer: "ws", contents: missing("utf-8-validate") },
  // Colours for log messages, if it is there.
  { path: "cli-color", importer: "json-schema-to-typescript", contents: missing("cli-color") },
  // Of all its languages TypeScript, and no search for plugins and configurations in directories.
  {
    path: "prettier",
    importer: "json-schema-to-typescript",
    contents: `
      import { format as formatWith } from "prettier/standalone";
      import * as estree from "prettier/plugins/estree";
      import * as typescript from "prettier/plugins/typescript";
      export const format = (text, options) => formatWith(text, { ...options, plugins: [estree, typescript] });
    `,
  },
];

/** Leaves out of bundles what packages import and a2agen does not use. */
export const esbuildStandIns: Plugin = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    for (const [index, { path, importer: owner }] of standIns.entries()) {
      const filter = new RegExp(`^${path.replaceAll(/[./]/g, "\\$&")}$`);
      const inOwner = join("node_modules", owner, "x").slice(0, -1);
      onResolve({ filter }, ({ importer, resolveDir, namespace: from }) =>
        from === namespace || !importer.includes(inOwner)
          ? undefined
          : {
              path,
              namespace,
              pluginData: { index, resolveDir: resolveDir === "" ? dirname(importer) : resolveDir },
            },
      );
    }
    onLoad({ filter: /./, namespace }, ({ pluginData }) => {
      const { index, resolveDir } = pluginData as { readonly index: number; readonly resolveDir: string };
      return { contents: standIns[index]?.contents ?? "", resolveDir };
    });
  },
};
