import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { viteYaml } from "./scripts/vite-yaml.ts";
import { hasPostgres } from "./test/task-store/find-postgres.ts";

// .ci/run installs PostgreSQL and sets A2AGEN_POSTGRES, with which these tests fail where there is none.
const withPostgres = (await hasPostgres()) || process.env["A2AGEN_POSTGRES"] === "required";
if (!withPostgres)
  console.warn("PostgreSQL is not installed (Debian: postgresql): leaving out *.postgres.test.ts");

/** Tests that change globals or that want a process in which nothing has happened yet. */
const isolated = [
  "a2a-0.3/hostile",
  // The server of Hono replaces Request and Response.
  "adapters/{adapters,frameworks}",
  "agent-model/{hostile-authors,list-pages,task-life}",
  "client-versions/sdk-compat",
  "client/many-calls",
  "hostile/prototype",
  "interop*/*",
  "method-extensions/unruly-hooks",
  "push/{guard-table,secrets}",
  "runtime/{base64,well-formed,decode-parsed,binary/struct}",
  "signing/without-node",
  "sse/sse-parser",
  "websocket/client",
].map((path) => `test/${path}.test.ts`);

/** Tests that start the bundles of the plugins or of the command line. */
const bundled = [
  "call",
  "cli",
  "compile",
  "compose",
  "docs",
  "docs-examples",
  "downstream",
  "extension-emitter",
  "init",
  "jsonschema",
  "legacy",
  "openapi",
  "openrpc",
  "pack",
  "packages",
  "plugins",
  "projects",
  "schema-site",
  "service-emitter",
  "shared",
  "template-plugin",
  "websocket",
].map((folder) => `test/${folder}/*.test.ts`);

const shared = {
  plugins: [viteYaml()],
  resolve: { conditions: ["a2agen-source"] },
  ssr: { resolve: { conditions: ["a2agen-source"] } },
} satisfies TestProjectInlineConfiguration;

// Not by `extends`: every project would have the setup of the root too.
function project(name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return { ...shared, test: { name, testTimeout: 120_000, hookTimeout: 120_000, ...test } };
}

/** One process after the other runs the files, with the modules of those before. */
const together = { isolate: false, setupFiles: ["test/shared/same-globals.ts"] };

const notHere = [...configDefaults.exclude, ...(withPostgres ? [] : ["**/*.postgres.test.ts"])];

export default defineConfig({
  test: {
    maxWorkers: "100%",
    globalSetup: ["test/global-setup.ts"],
    projects: [
      project("isolated", { include: isolated, exclude: notHere }),
      project("bundled", {
        include: bundled,
        exclude: [...notHere, ...isolated],
        globalSetup: ["test/bundles-setup.ts"],
        ...together,
      }),
      project("together", {
        include: ["test/**/*.test.ts"],
        exclude: [...notHere, ...isolated, ...bundled],
        ...together,
      }),
    ],
  },
});
