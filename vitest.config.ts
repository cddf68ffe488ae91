import { configDefaults, defineConfig } from "vitest/config";
import { viteYaml } from "./scripts/vite-yaml.ts";
import { hasPostgres } from "./test/task-store/find-postgres.ts";

// .ci/run installs PostgreSQL and sets A2AGEN_POSTGRES, with which these tests fail where there is none.
const withPostgres = (await hasPostgres()) || process.env["A2AGEN_POSTGRES"] === "required";
if (!withPostgres)
  console.warn("PostgreSQL is not installed (Debian: postgresql): leaving out *.postgres.test.ts");

export default defineConfig({
  plugins: [viteYaml()],
  resolve: { conditions: ["a2agen-source"] },
  ssr: { resolve: { conditions: ["a2agen-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(withPostgres ? [] : ["**/*.postgres.test.ts"])],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ["test/global-setup.ts"],
  },
});
