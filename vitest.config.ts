import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["a2agen-source"] },
  ssr: { resolve: { conditions: ["a2agen-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ["test/global-setup.ts"],
  },
});
