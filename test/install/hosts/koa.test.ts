import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type KoaHandler, toKoa } from "@a2agen/runtime/adapters/node";
import type { HttpHandler } from "@a2agen/runtime/http";
import { expect, test } from "vitest";
import { listen } from "../../shared/http/listen.ts";
import { callMounted, mountedAgent, mountedAnswers } from "../../shared/http/mounted-agent.ts";

const installed = join(import.meta.dirname, "node_modules");
const isMissing = !existsSync(join(installed, "koa")) && process.env["A2AGEN_NODES"] !== "required";
if (isMissing) console.warn("npm ci --prefix test/install/hosts installs Koa: leaving out its tests");

interface Koa {
  use(handler: KoaHandler): this;
  callback(): RequestListener;
}

async function load<Module>(path: string): Promise<Module> {
  const { default: module } = (await import(pathToFileURL(join(installed, path)).href)) as {
    default: Module;
  };
  return module;
}

test.skipIf(isMissing).each(["", "/agents/one"])("Koa serves an agent at %j", async (base) => {
  const Koa = await load<new () => Koa>("koa/dist/koa.mjs");
  const mount = await load<(path: string, handler: KoaHandler) => KoaHandler>("koa-mount/index.js");
  const served: { handler?: HttpHandler } = {};
  const handler = toKoa((request) => served.handler?.(request));
  const app = new Koa().use(base === "" ? handler : mount(base, handler));
  app.use((context) => {
    Object.assign(context, { body: "next" });
    return Promise.resolve();
  });
  const { url } = await listen(app.callback());
  served.handler = mountedAgent(url + base, { passOn: true });
  expect(await callMounted(url + base)).toEqual(mountedAnswers);
  expect(await (await fetch(`${url}/other`)).text()).toBe("next");
});
