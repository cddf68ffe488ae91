import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { viteModuleCache } from "../scripts/build/vite-module-cache.ts";
import { viteYaml } from "../scripts/build/vite-yaml.ts";
import { Sequencer } from "./sequencer.ts";
import { findChromium } from "./shared/find-chromium.ts";
import { hasPostgres } from "./shared/find-postgres.ts";

// .ci/run installs PostgreSQL and sets A2AGEN_POSTGRES, with which these tests fail where there is none.
const withPostgres = (await hasPostgres()) || process.env["A2AGEN_POSTGRES"] === "required";
if (!withPostgres) console.warn("PostgreSQL is not installed (Debian: postgresql): leaving out test/stores");

const withChromium = findChromium() !== undefined || process.env["A2AGEN_CHROMIUM"] === "required";
if (!withChromium) console.warn("Chromium is not installed (Debian: chromium): leaving out test/browser");

// npm ci --prefix test/install/frameworks installs them, npm run test:long -- frameworks runs these tests.
const frameworks = join(import.meta.dirname, "install/frameworks");
const withFrameworks = existsSync(join(frameworks, "node_modules"));
if (!withFrameworks)
  console.warn("npm ci --prefix test/install/frameworks was not run: leaving out its tests");

const isolated = "**/*.isolated.test.ts";
const excluded = [
  ...configDefaults.exclude,
  // What npm test leaves out.
  ...[process.env["A2AGEN_EXCLUDE"] ?? []].flat(),
  ...(withPostgres ? [] : ["test/stores/**"]),
  ...(withChromium ? [] : ["test/browser/**"]),
  ...(withFrameworks ? [] : ["test/install/frameworks/**"]),
  // It wants Node 22, on which npm run test:long -- frameworks runs them a second time.
  ...(process.versions.node.startsWith("20.") ? ["test/install/frameworks/mastra.test.ts"] : []),
];

const yaml = await viteYaml();

/** Packages of the workspace are their sources. */
const resolve = { conditions: ["a2agen-source"] };

type TestOptions = TestProjectInlineConfiguration["test"];

// Not by `extends`, with which every project would run the setup of the root again.
function project(name: string, test: TestOptions): TestProjectInlineConfiguration {
  return {
    plugins: [yaml, viteModuleCache()],
    resolve,
    ssr: { resolve },
    test: {
      name,
      // Only for tests that hang: how long others take depends on the machine and on what else it does.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
      // Styles are texts of sites; others would be left out as well.
      css: { include: [/packages\/(?:pages\/src\/(?:shared|site)|exchange\/src\/report)\//] },
      tags: [
        { name: "thorough", description: "does more in npm run test:rest, test:all and test:long" },
        { name: "later", description: "runs in npm run test:rest and test:all only" },
      ],
      ...test,
    },
  };
}

/** Tests of one folder: a process runs one file after the other, with the modules of those before. */
function folder(
  name: string,
  { setupFiles = [], ...options }: TestOptions = {},
): TestProjectInlineConfiguration {
  return project(name, {
    include: [`test/${name}/**/*.test.ts`],
    exclude: [...excluded, isolated],
    isolate: false,
    setupFiles: ["test/shared/same-globals.ts", ...[setupFiles].flat()],
    ...options,
  });
}

/** What `npm test` runs, and `npm run test:rest` does more of. */
const tested = { setupFiles: ["test/shared/thorough-tests.ts"] };
const bundles = { globalSetup: ["test/bundles-setup.ts"] };

/** What the adapters import of frameworks is what is installed in the folder of their tests. */
function withFrameworksOf(
  folder: string,
  { plugins = [], ...rest }: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration {
  const plugin: Plugin = {
    name: "frameworks",
    enforce: "pre",
    resolveId(name, importer) {
      const isTheirs = /^@(?:langchain|openai)\//.test(name) && importer?.includes("/packages/adapters/");
      return isTheirs ? this.resolve(name, join(folder, "adapters.ts"), { skipSelf: true }) : undefined;
    },
  };
  return { ...rest, plugins: [plugin, ...plugins] };
}

export default defineConfig({
  test: {
    maxWorkers: "100%",
    // A module is transformed once for all projects, and not again before it changes.
    experimental: { fsModuleCache: true },
    globalSetup: ["test/global-setup.ts"],
    sequence: { sequencer: Sequencer },
    projects: [
      // Tests that change globals, or that want a process in which nothing has happened yet.
      project("isolated", { include: [`test/${isolated}`], exclude: excluded, ...tested }),
      folder("unit", tested),
      folder("extensions", tested),
      folder("protocol", tested),
      folder("golden", { ...bundles, ...tested }),
      folder("system", { ...bundles, ...tested }),
      folder("stores"),
      // The library that drives the browser leaves globals behind.
      project("browser", { include: ["test/browser/**/*.test.ts"], exclude: excluded }),
      folder("install", { ...bundles, exclude: [...excluded, isolated, "test/install/frameworks/**"] }),
      // Frameworks leave globals behind.
      withFrameworksOf(
        frameworks,
        project("frameworks", { include: ["test/install/frameworks/*.test.ts"], exclude: excluded }),
      ),
      folder("release", bundles),
    ],
  },
});
