import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { removalAfter } from "../../../../../generators/emit/legacy/removal-after.ts";
import type { Profile } from "../../../../../generators/model/profile.ts";
import { builtinLegacy } from "../../../../../generators/source/profile/builtin-legacy.ts";
import { builtinProfiles } from "../../../../../generators/source/profile/builtin-profiles.ts";
import { completeManifest } from "../../../../../generators/source/profile/complete-manifest.ts";
import { completeProfile } from "../../../../../generators/source/profile/complete-profile.ts";
import { loadLegacy, loadProfile } from "../../../../../generators/source/profile/load-document.ts";
import { ProfileError } from "../../../../../generators/source/profile/profile-error.ts";
import { readDocument } from "../../../../../generators/source/profile/read-document.ts";
import schema from "../../../../../profiles/legacy.schema.json" with { type: "json" };

const repository = join(import.meta.dirname, "../../../../..");

const head = `packages: [a.v1, b.v1]
lifeCycle:
  deprecatedAfter: 1
  removalAfter: 2
names:
`;

function problemsOf(text: string): readonly string[] {
  try {
    readDocument("legacy", text, "legacy.yaml");
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.message.split("\n");
  }
}

describe("a manifest is refused with the line and the key of every problem", () => {
  const entry = (text: string): string =>
    `${head}  - {kind: message, legacy: A, current: B, introduced: "0.3"${text}}\n`;
  const cases: readonly {
    readonly name: string;
    readonly given: string;
    readonly want: readonly string[];
  }[] = [
    { name: "a right one", given: entry(""), want: [] },
    {
      name: "an unknown key and a missing one",
      given: `${head}  - kind: message\n    legacy: A\n    currant: B\n    introduced: "0.3"\n`,
      want: [
        "legacy.yaml:6:5: names[0].current: expected a string, found nothing [missing-key]",
        'legacy.yaml:8:5: names[0].currant: expected one of the keys kind, legacy, current, packages, introduced, deprecated, removal, note, section, resolves, served, found "currant" [unknown-key]',
      ],
    },
    {
      name: "a kind that there is not",
      given: `${head}  - {kind: header!, legacy: A, current: B, introduced: "0.3"}\n`,
      want: [
        'legacy.yaml:6:12: names[0].kind: expected "message", "field", "enumValue", "jsonRpcMethod", "endpoint", "header" or "wellKnownPath", found "header!" [not-allowed]',
      ],
    },
    {
      name: "a version that YAML reads as a number",
      given: `${head}  - {kind: message, legacy: A, current: B, introduced: 0.3}\n`,
      want: [
        "legacy.yaml:6:56: names[0].introduced: expected a string, found 0.3; put it in quotes [wrong-type]",
      ],
    },
    {
      name: "a version with a word",
      given: entry(", removal: next"),
      want: [
        'legacy.yaml:6:72: names[0].removal: expected text that matches ^[0-9]+\\.[0-9]+(\\.[0-9]+)?$, found "next" [wrong-format]',
      ],
    },
    {
      name: "names in the form of another kind",
      given: `${head}  - {kind: endpoint, legacy: /v1/a, current: GET /a, introduced: "1.0"}\n  - {kind: field, legacy: A.b, current: c, introduced: "1.0"}\n`,
      want: [
        'legacy.yaml:6:30: names[0].legacy: expected a name of the kind endpoint, text that matches ^[A-Z]+ \\/\\S*$, found "/v1/a" [wrong-format]',
        'legacy.yaml:7:41: names[1].current: expected a name of the kind field, text that matches ^[A-Za-z]\\w*(?:\\.\\w+)+$, found "c" [wrong-format]',
      ],
    },
    {
      name: "a name that leads to itself",
      given: `${head}  - {kind: message, legacy: A, current: A, introduced: "0.3"}\n`,
      want: ['legacy.yaml:6:41: names[0].current: expected another name, found "A" [contradiction]'],
    },
    {
      name: "a package that is not the manifest's",
      given: entry(", packages: [a.v1, c.v1]"),
      want: [
        'legacy.yaml:6:80: names[0].packages[1]: expected one of the packages a.v1, b.v1, found "c.v1" [contradiction]',
      ],
    },
    {
      name: "versions that run backwards",
      given:
        entry(', deprecated: "0.2"') +
        '  - {kind: message, legacy: C, current: D, introduced: "0.3", deprecated: "0.4", removal: 0.4.0}\n' +
        '  - {kind: message, legacy: E, current: F, introduced: "0.3", deprecated: "0.7"}\n',
      want: [
        'legacy.yaml:6:75: names[0].deprecated: expected 0.3, which brought the current name, or later, found "0.2" [contradiction]',
        'legacy.yaml:7:91: names[1].removal: expected a version later than 0.4, found "0.4.0" [contradiction]',
        'legacy.yaml:8:75: names[2].deprecated: expected a version earlier than 0.5.0, found "0.7" [contradiction]',
      ],
    },
    {
      name: "a name twice in one package, but not one in each",
      given:
        entry(", packages: [a.v1]") +
        '  - {kind: message, legacy: A, current: C, introduced: "0.3", packages: [b.v1]}\n' +
        '  - {kind: message, legacy: A, current: D, introduced: "0.3"}\n',
      want: [
        'legacy.yaml:8:29: names[2].legacy: expected a name that no other entry of its kind and packages has, found "A" again [duplicate]',
      ],
    },
    {
      name: "names in a circle, reported once",
      given: `${entry("")}  - {kind: message, legacy: B, current: A, introduced: "0.3", packages: [b.v1]}\n`,
      want: [
        'legacy.yaml:6:41: names[0].current: expected a name that does not lead back to A, found "B" [contradiction]',
      ],
    },
    {
      name: "a package that the name does not have, under resolves",
      given: entry(", packages: [a.v1], resolves: {a.v1: replaced, b.v1: inverted}"),
      want: [
        'legacy.yaml:6:108: names[0].resolves["b.v1"]: expected one of the packages of the name, a.v1, found "b.v1" [contradiction]',
      ],
    },
    {
      name: "a direction that is not one to know of",
      given: entry(", resolves: {a.v1: current}"),
      want: [
        'legacy.yaml:6:80: names[0].resolves["a.v1"]: expected "replaced" or "inverted", found "current" [not-allowed]',
      ],
    },
    {
      name: "a name that is served and no method's",
      given: entry(", served: true"),
      want: [
        "legacy.yaml:6:63: names[0].served: expected it on names of the kind jsonRpcMethod alone, found it on a message [contradiction]",
      ],
    },
    {
      name: "an anchor of two headings, and one that is none",
      given: `${entry("")}headings:\n  - {kind: message, name: B, ids: [61-b, 62-b]}\n  - {kind: enum, name: C, ids: [62-b]}\n`,
      want: [
        'legacy.yaml:9:33: headings[1].ids[0]: expected an anchor that no other heading has, found "62-b" again [duplicate]',
      ],
    },
    {
      name: "a heading of a package that the manifest is not about",
      given: `${entry("")}headings:\n  - {kind: message, name: B, packages: [other.v1], ids: [61-b]}\n`,
      want: [
        'legacy.yaml:8:41: headings[0].packages[0]: expected one of the packages a.v1, b.v1, found "other.v1" [contradiction]',
      ],
    },
  ];
  test.each(cases)("$name", ({ given, want }) => {
    expect(problemsOf(given)).toEqual(want);
  });

  test("a file that cannot be read", async () => {
    await expect(loadLegacy("no/such.yaml")).rejects.toThrow(
      "no/such.yaml: expected a file that can be read, found ENOENT [unreadable]",
    );
  });
});

describe("the versions in which a name is deprecated and may go", () => {
  const cases = [
    { name: "before 1.0 in minor versions", given: { introduced: "0.3" }, want: ["0.4", "0.5.0"] },
    { name: "of a patch too", given: { introduced: "0.3.7" }, want: ["0.4", "0.5.0"] },
    { name: "from 1.0 on with the next major version", given: { introduced: "1.2" }, want: ["1.2", "2.0.0"] },
    {
      name: "as the entry says",
      given: { introduced: "0.3", deprecated: "0.3", removal: "0.9" },
      want: ["0.3", "0.9"],
    },
  ];
  test.each(cases)("$name", ({ given, want }) => {
    const { names } = completeManifest({
      packages: ["a.v1"],
      lifeCycle: { deprecatedAfter: 1, removalAfter: 2 },
      names: [{ kind: "message", legacy: "A", current: "B", ...given }],
    });
    expect(names.map(({ deprecated, removal }) => [deprecated, removal])).toEqual([want]);
  });
});

describe("the version in which a name may go that a version still has", () => {
  const cases: readonly {
    readonly name: string;
    readonly given: readonly [version: string | undefined, removal: string];
    readonly want: string;
  }[] = [
    { name: "before its time, that of its life cycle", given: ["0.4", "0.5.0"], want: "0.5.0" },
    { name: "in a patch before it", given: ["0.4.9", "0.5.0"], want: "0.5.0" },
    { name: "once it has come, the next minor version before 1.0", given: ["0.5", "0.5.0"], want: "0.6.0" },
    { name: "and one after the other", given: ["0.10.2", "0.5.0"], want: "0.11.0" },
    { name: "from 1.0 on, the next major version", given: ["1.0", "0.5.0"], want: "2.0.0" },
    { name: "in any of its minor versions", given: ["1.9.3", "0.5.0"], want: "2.0.0" },
    { name: "or what the life cycle says, where that is later", given: ["1.9", "3.0.0"], want: "3.0.0" },
    { name: "in the major version itself, the one after it", given: ["2.0", "2.0.0"], want: "3.0.0" },
    {
      name: "in a protocol without versions, that of its life cycle",
      given: [undefined, "0.5.0"],
      want: "0.5.0",
    },
  ];
  test.each(cases)("$name", ({ given: [version, removal], want }) => {
    expect(removalAfter(version, removal)).toBe(want);
  });
});

describe("the manifest of A2A", () => {
  test("is what a path to it gives, with the versions put in", async () => {
    expect(await loadLegacy(join(repository, "profiles/legacy.yaml"))).toEqual(builtinLegacy);
  });

  test("has the table of Appendix A", () => {
    const rows = builtinLegacy.names.filter(({ section }) => section === "Appendix A");
    expect(rows.map(({ legacy, current, removal }) => `${legacy} ${current} >= ${removal}`)).toEqual([
      "MessageSendParams SendMessageRequest >= 0.5.0",
      "SendMessageSuccessResponse SendMessageResponse >= 0.5.0",
      "SendStreamingMessageSuccessResponse StreamResponse >= 0.5.0",
      "SetTaskPushNotificationConfigRequest CreateTaskPushNotificationConfigRequest >= 0.5.0",
      "ListTaskPushNotificationConfigSuccessResponse ListTaskPushNotificationConfigResponse >= 0.5.0",
      "GetAuthenticatedExtendedCardRequest GetExtendedAgentCardRequest >= 0.5.0",
    ]);
  });

  test("knows the life cycle that the table states", () => {
    const stated = builtinLegacy.names.filter(({ section }) => section === "Appendix A");
    const computed = completeManifest({
      packages: [...builtinLegacy.packages],
      lifeCycle: builtinLegacy.lifeCycle,
      names: stated.map(({ kind, legacy, current, introduced }) => ({ kind, legacy, current, introduced })),
    });
    expect(computed.names.map(({ deprecated, removal }) => [deprecated, removal])).toEqual(
      stated.map(({ deprecated, removal }) => [deprecated, removal]),
    );
  });

  test("has looked at what could go before the versions that the profiles have", () => {
    expect(builtinLegacy.reviewed).toBe("1.0");
    for (const { name: profile, protocolVersion, packages } of builtinProfiles.values()) {
      if (profile.endsWith("-dev")) continue;
      if (builtinLegacy.packages.some((name) => packages.includes(name))) expect(protocolVersion).toBe("1.0");
    }
  });
});

describe("a profile takes from the manifest what servers and clients take", () => {
  interface Taken {
    readonly headers: readonly string[];
    readonly paths: readonly string[] | undefined;
    readonly methods: Readonly<Record<string, readonly string[]>>;
  }

  function takenBy(profile: Profile | undefined): Taken {
    const methods = Object.entries(profile?.methods ?? {}).flatMap(([name, { aliases }]) =>
      aliases === undefined ? [] : [[name, aliases] as const],
    );
    return {
      headers: profile?.serviceParameters.flatMap(({ aliases }) => aliases) ?? [],
      paths: profile?.wellKnownPaths?.olderAgentCards,
      methods: Object.fromEntries(methods),
    };
  }

  const wanted = {
    "a2a-1.0-draft": {
      headers: ["X-A2A-Extensions"],
      paths: ["/.well-known/agent.json"],
      methods: { "a2a.v1.A2AService.ListTaskPushNotificationConfig": ["ListTaskPushNotificationConfigs"] },
    },
    "a2a-1.0": {
      headers: ["X-A2A-Extensions"],
      paths: ["/.well-known/agent.json"],
      methods: {
        "lf.a2a.v1.A2AService.ListTaskPushNotificationConfigs": ["ListTaskPushNotificationConfig"],
      },
    },
  } satisfies Record<string, Taken>;

  test.each(Object.entries(wanted))(
    "%s, by name and from its file, which does not say it",
    async (name, want) => {
      const path = join(repository, "profiles", `${name}.yaml`);
      expect(takenBy(builtinProfiles.get(name))).toEqual(want);
      expect(takenBy(await loadProfile(path))).toEqual(want);
      const nothing = { headers: [], paths: undefined, methods: {} };
      expect(takenBy(readDocument("profile", await readFile(path, "utf8"), path))).toEqual(nothing);
    },
  );

  const manifest = completeManifest({
    packages: ["lf.a2a.v1", "a.v1"],
    lifeCycle: { deprecatedAfter: 1, removalAfter: 2 },
    names: [
      { kind: "header", legacy: "X-Old", current: "A2A-Version", introduced: "1.0" },
      { kind: "header", legacy: "X-Other", current: "X-None", introduced: "1.0" },
      { kind: "jsonRpcMethod", legacy: "get", current: "GetTask", introduced: "1.0", served: true },
      { kind: "jsonRpcMethod", legacy: "list", current: "ListTasks", introduced: "1.0", served: false },
      { kind: "jsonRpcMethod", legacy: "cancel", current: "CancelTask", introduced: "1.0" },
      { kind: "jsonRpcMethod", legacy: "CancelTask", current: "GetTask", introduced: "1.0", served: true },
      { kind: "header", legacy: "X-A", current: "A2A-Version", introduced: "1.0", packages: ["a.v1"] },
    ],
  });

  test("beside what it says itself, each name once, and no name that is a method's own", async () => {
    const path = join(repository, "profiles/a2a-1.0.yaml");
    const text = await readFile(path, "utf8");
    const profile = readDocument(
      "profile",
      text.replace("aliases: []\n", "aliases: [X-Mine, X-Old]\n"),
      path,
    );
    expect(takenBy(completeProfile(profile, manifest))).toEqual({
      headers: ["X-Mine", "X-Old"],
      paths: undefined,
      methods: { "lf.a2a.v1.A2AService.GetTask": ["get"] },
    });
  });

  test("unless it is about other packages", () => {
    const profile = builtinProfiles.get("proto");
    expect(profile === undefined ? undefined : completeProfile(profile, manifest)).toBe(profile);
  });
});

describe("the schema of manifests", () => {
  test("has one sentence for every property, and closes every object", () => {
    const problems: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { type, properties, additionalProperties } = node as Readonly<Record<string, unknown>>;
      const isMap = typeof additionalProperties === "object";
      if (type === "object" && additionalProperties !== false && !isMap) problems.push(`${path} is open`);
      for (const [name, property] of Object.entries(properties ?? {})) {
        const { description } = property as { readonly description?: string };
        if (!/^[A-Z][^\n]*\.$/.test(description ?? "")) problems.push(`${path}.${name} has no sentence`);
      }
      for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`);
    };
    visit(schema, "");
    expect(problems).toEqual([]);
  });
});
