import { defineConfig } from "vitest/config";
import { viteYaml } from "./scripts/vite-yaml.ts";

export default defineConfig({
  plugins: [viteYaml()],
  resolve: { conditions: ["a2agen-source"] },
  ssr: { resolve: { conditions: ["a2agen-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ["test/global-setup.ts"],
  },
});
