import { A2AService, type AgentExtension } from "@a2agen/a2a-1.0";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { dataOnly } from "@a2agen/runtime/extensions";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { describe, expect, test } from "vitest";
import { bare, Compliance, Geolocation, Konami, Search, TaskSearchService } from "./definitions.ts";
import { cardWith, reporter } from "./start-agent.ts";

const a = "https://example.com/ext/a/v1";
const b = "https://example.com/ext/b/v1";
const c = "https://example.com/ext/c/v1";

function make(
  extensions: readonly ExtensionSupport[],
  declared: readonly AgentExtension[] = extensions.map(({ extension }) => ({ uri: extension.uri })),
  more: Partial<HostOptions> = {},
) {
  return createHost({
    services: [implement(A2AService, reporter)],
    card: cardWith(declared, "https://agent.example.com", "JSONRPC"),
    extensions,
    ...more,
  });
}

describe("a host is made of", () => {
  test("extensions that the card declares", () => {
    expect(() =>
      make(
        [{ extension: Geolocation }, { extension: Compliance }, dataOnly(a)],
        [
          Geolocation.declare({ required: true }),
          Compliance.declare({ params: { region: "EU" } }),
          { uri: a },
        ],
      ),
    ).not.toThrow();
  });

  test("extensions of which one needs another, in any order, and lacks an optional one", () => {
    const [first, second] = [bare(a, { [b]: "required", [c]: "optional" }), bare(b)];
    expect(() => make([{ extension: first }, { extension: second }])).not.toThrow();
    expect(() => make([{ extension: second }, { extension: first }])).not.toThrow();
  });

  test("a card that declares some, without the option: they are the handler's own business", () => {
    const card = cardWith([{ uri: a }], "https://agent.example.com", "JSONRPC");
    expect(() => createHost({ services: [implement(A2AService, reporter)], card })).not.toThrow();
  });

  test("a method extension with who implements it, whose methods it hosts", () => {
    const host = make([{ extension: Search, services: [implement(TaskSearchService, {})] }]);
    expect(
      host.methods.filter(({ extension }) => extension !== undefined).map(({ method }) => method.name),
    ).toEqual(["SearchTasks", "WatchTasks"]);
  });
});

describe("a host is not made of", () => {
  const service = implement(TaskSearchService, {});

  test.each<readonly [string, () => unknown, string]>([
    [
      "an extension that the card does not declare",
      () => make([{ extension: Geolocation }], []),
      `card: ${Geolocation.uri} is supported, but not declared; add its declaration to capabilities.extensions`,
    ],
    [
      "another version of what the card declares",
      () => make([{ extension: bare("https://example.com/ext/a/v2") }], [{ uri: a }]),
      `card: https://example.com/ext/a/v2 is supported, but not declared; add its declaration to capabilities.extensions, since "${a}", another version, does not stand in for it (A2A extensions, "Versioning"; specification 4.6.3)`,
    ],
    [
      "a card with an extension that is not supported",
      () => make([], [{ uri: a }]),
      `card: "${a}" is declared in capabilities.extensions, but not supported; add its support to extensions, dataOnly(uri) if it only tells something in the card`,
    ],
    [
      "a data-only extension that the card requires",
      () =>
        make(
          [{ extension: Compliance }],
          [{ uri: Compliance.uri, required: true, params: { region: "EU" } }],
        ),
      `card: ${Compliance.uri} is data only, so that it cannot be required; leave required out of its declaration (A2A extensions, "Required Extensions")`,
    ],
    [
      "one extension twice",
      () => make([{ extension: Geolocation }, { extension: Geolocation }]),
      `extensions: ${Geolocation.uri} is there twice`,
    ],
    [
      "an extension that is no URI",
      () => make([{ extension: { uri: "no\r\nuri", kind: "profile" } }]),
      'extensions: expected the URI of an extension, found "no\\r\\nuri"',
    ],
    [
      "an extension that needs one that is not supported",
      () => make([{ extension: bare(a, { [b]: "required" }) }]),
      `extensions: ${a} depends on ${b}, which is not supported; add it to extensions (A2A extensions, "Extension Dependencies")`,
    ],
    [
      "extensions that need one another",
      () =>
        make([
          { extension: bare(a, { [b]: "required" }) },
          { extension: bare(b, { [c]: "optional" }) },
          { extension: bare(c, { [a]: "required" }) },
        ]),
      `extensions: expected dependencies without a circle, found ${a} -> ${b} -> ${c} -> ${a} (A2A extensions, "Extension Dependencies")`,
    ],
    [
      "a method extension that nobody implements",
      () => make([{ extension: Search }]),
      `extensions: ${Search.uri} has the service example.search.v1.TaskSearch; add who implements it to its services`,
    ],
    [
      "an extension with a service that is not its own",
      () => make([{ extension: Search, services: [service, implement(A2AService, {})] }]),
      `extensions: lf.a2a.v1.A2AService is no service of ${Search.uri}`,
    ],
    [
      "an extension's service that is also one of its own",
      () =>
        make([{ extension: Search, services: [service] }], undefined, {
          services: [implement(A2AService, reporter), service],
        }),
      `extensions: example.search.v1.TaskSearch of ${Search.uri} is served already; leave it out of services`,
    ],
    [
      "two extensions with one key in the metadata",
      () =>
        make([
          { extension: Konami },
          { extension: { ...bare(`${Konami.uri}/code`), metadataKeys: [`${Konami.uri}/code`] } },
        ]),
      `extensions: ${Konami.uri} and ${Konami.uri}/code would both use the metadata key "${Konami.uri}/code"; support one of them (A2A extensions, "Scope of Extensions")`,
    ],
  ])("%s", (_name, run, text) => {
    expect(run).toThrow(new TypeError(text));
  });
});
