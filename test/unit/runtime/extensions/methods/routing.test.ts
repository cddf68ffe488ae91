import { createServer } from "node:http";
import { A2AService, type GetTaskRequest } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { defineService } from "@a2agen/runtime/codegen/service";
import { defineExtension, type Extension } from "@a2agen/runtime/extensions";
import { createHost, type Host, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { HttpBinding, ServiceDefinition } from "@a2agen/runtime/service";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../shared/interop/our-agent.ts";

interface Finder {
  find(request: GetTaskRequest): Promise<unknown>;
}

function finder(name: string, ...http: readonly HttpBinding[]): ServiceDefinition<Finder> {
  return defineService<Finder>({
    typeName: `example.${name}.v1.Finder`,
    protocol: A2AService.protocol,
    methods: { find: { ...A2AService.methods.getTask, name: `Find${name}`, http, aliases: [] } },
  });
}

function extension(name: string): Extension<never, never, never> {
  return defineExtension({
    uri: `https://example.com/ext/${name}/v1`,
    kind: "method",
    description: "",
    required: false,
    dependencies: [],
    key: "uri",
    placements: [],
  });
}

const answers = (who: string): Finder => ({
  find: async ({ id }) => ({ id: `${who}: ${id}`, status: { state: "TASK_STATE_WORKING" } }),
});

/** A host of the core and of extensions with one service each, by their names. */
function hostOf(services: Readonly<Record<string, readonly HttpBinding[]>>): Host {
  return createHost({
    services: [
      implement(A2AService, {
        getTask: async ({ id }) => ({ id: `core: ${id}`, status: { state: "TASK_STATE_WORKING" } }),
      }),
    ],
    extensions: Object.entries(services).map(([name, http]) => ({
      extension: extension(name),
      services: [implement(finder(name, ...http), answers(name))],
    })),
  });
}

const id = { field: "id", match: ["*"] };

async function serve(host: Host): Promise<(verb: string, path: string) => Promise<unknown>> {
  const server = createServer(toNodeListener(createHttpHandler(host)));
  const origin = await listen(server);
  onTestFinished(() => host.close({ graceMs: 0 }));
  return async (verb, path) => {
    const response = await fetch(`${origin}${path}`, {
      method: verb,
      headers: {
        "a2a-version": "1.0",
        "a2a-extensions": "https://example.com/ext/search/v1",
        "content-type": "application/json",
      },
      ...(verb === "POST" ? { body: "{}" } : {}),
    });
    const body = (await response.json()) as { readonly id?: string };
    return body.id ?? response.status;
  };
}

describe("paths of extensions beside those of the core", () => {
  test("a literal is taken before a variable, and only where it is the whole segment", async () => {
    const call = await serve(hostOf({ search: [{ verb: "GET", path: ["tasks", "search"] }] }));
    expect(await call("GET", "/tasks/search?id=t-1")).toBe("search: t-1");
    expect(await call("GET", "/tasks/%73earch?id=t-1")).toBe("search: t-1");
    expect(await call("GET", "/tasks/search1")).toBe("core: search1");
    expect(await call("GET", "/tasks/Search")).toBe("core: Search");
    expect(await call("GET", "/acme/tasks/search")).toBe("core: search");
  });

  test("a literal with another verb leaves the core its own", async () => {
    const call = await serve(hostOf({ search: [{ verb: "POST", path: ["tasks", "search"], body: "*" }] }));
    expect(await call("GET", "/tasks/search")).toBe("core: search");
    expect(await call("DELETE", "/tasks/search")).toBe(405);
  });

  test("an action of its own is taken, and the core's stay the core's", async () => {
    const call = await serve(hostOf({ search: [{ verb: "GET", path: ["tasks", id], action: "explain" }] }));
    expect(await call("GET", "/tasks/t-1:explain")).toBe("search: t-1");
    expect(await call("GET", "/tasks/t-1")).toBe("core: t-1");
  });
});

describe("rules that take the same requests", () => {
  test.each([
    [
      "other variables",
      { verb: "GET", path: ["tasks", { field: "taskId", match: ["*"] }] },
      "/tasks/{taskId}",
    ],
    ["an action", { verb: "POST", path: ["tasks", id], action: "cancel" }, "/tasks/{id}:cancel"],
    ["a variable over literals", { verb: "GET", path: [{ field: "id", match: ["tasks", "*"] }] }, "/{id}"],
  ])("%s: an extension and the core are an error when the host is made", (_name, rule, path) => {
    expect(() => hostOf({ search: [rule] })).toThrow(
      new RegExp(
        `^extensions: example.search.v1.Finder.Findsearch of https://example.com/ext/search/v1 and lf.a2a.v1.A2AService.\\w+ both answer ${rule.verb} ${path.replaceAll(/[{}]/g, String.raw`\$&`)}; change the rule of the extension$`,
      ),
    );
  });

  test("so are two extensions, both of which are named", () => {
    const rule = { verb: "GET", path: ["found", id] };
    expect(() => hostOf({ one: [rule], two: [rule] })).toThrow(
      "extensions: example.two.v1.Finder.Findtwo of https://example.com/ext/two/v1 and example.one.v1.Finder.Findone of the extension https://example.com/ext/one/v1 both answer GET /found/{id}; change the rule of the extension",
    );
  });

  test("another verb, another action, or a literal more is none", () => {
    const host = hostOf({
      one: [{ verb: "PUT", path: ["tasks", id] }],
      two: [{ verb: "GET", path: ["tasks", id], action: "explain" }],
      three: [{ verb: "GET", path: ["tasks", id, "notes"] }],
    });
    expect(host.methods.length).toBe(14);
  });
});
