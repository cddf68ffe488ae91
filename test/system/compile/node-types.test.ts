import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProject, strictest } from "../../shared/process/compile-project.ts";

const repository = join(import.meta.dirname, "../../..");

let root: string;

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  root = await mkdtemp(join(repository, ".tmp/node-types-"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

const server = `import { createServer } from "node:http";
import * as http2 from "node:http2";
import * as https from "node:https";
import type { HttpHandler } from "@a2agen/runtime/http";
import { toExpress, toFastify, toNodeListener } from "@a2agen/runtime/adapters/node";
import express from "express";
import fastify from "fastify";

export function serve(handler: HttpHandler): void {
  const listener = toNodeListener(handler);
  createServer(listener).on("checkContinue", toNodeListener(handler, { expectContinue: true }));
  https.createServer({}, listener);
  http2.createServer(listener);
  http2.createSecureServer({}, listener);
  express().use(toExpress(handler)).use("/agent", toExpress(handler));
  void fastify().register(toFastify(handler), { prefix: "/agent" });
}
`;

test.each(["@types/node", "types-node-26"])(
  "the adapters fit servers with the types of %s",
  async (types) => {
    const directory = await mkdtemp(join(root, "project-"));
    await mkdir(join(directory, "types"));
    await symlink(join(repository, "node_modules", types), join(directory, "types/node"));
    await writeFile(join(directory, "package.json"), '{ "type": "module" }\n');
    await writeFile(join(directory, "server.ts"), server);
    const said = await compileProject({
      compiler: "typescript",
      directory,
      options: {
        ...strictest,
        module: "nodenext",
        moduleResolution: "nodenext",
        // Also for what Express and Fastify say that they refer to.
        typeRoots: ["types"],
        types: ["node"],
        customConditions: ["a2agen-source"],
        allowImportingTsExtensions: true,
        // Those of Express and Fastify are not ours.
        skipLibCheck: true,
      },
      include: ["server.ts"],
    });
    expect(said).toBe("");
  },
);
