import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtinLegacy } from "../../../../../generators/source/profile/builtin-legacy.ts";
import {
  builtinProfiles,
  findProfileForPackage,
} from "../../../../../generators/source/profile/builtin-profiles.ts";
import { completeProfile } from "../../../../../generators/source/profile/complete-profile.ts";
import { readDocument } from "../../../../../generators/source/profile/read-document.ts";

const directory = join(import.meta.dirname, "../../../../../profiles");
const names = ["a2a-0.3-proto", "a2a-1.0-draft", "a2a-1.0", "a2a-1.1-dev", "proto"];

test("the built-in profiles are these", () => {
  expect([...builtinProfiles.keys()]).toEqual(names);
});

test.each(names)("built-in %s is what its file says, with earlier names from the manifest", async (name) => {
  const path = join(directory, `${name}.yaml`);
  const text = await readFile(path, "utf8");
  // Editors would miss in a profile that extends another one what it takes from there.
  const isWhole = text.split("\n")[0] === "# yaml-language-server: $schema=profile.schema.json";
  expect(isWhole).toBe(!/^extends:/m.test(text));
  const profile = readDocument("profile", text, path, (base) => builtinProfiles.get(base));
  expect(builtinProfiles.get(name)).toEqual(completeProfile(profile, builtinLegacy));
});

describe("a package has the profile that lists it", () => {
  const rows = [
    { given: "a2a.v1", want: "a2a-1.0-draft" },
    { given: "lf.a2a.v1", want: "a2a-1.0" },
    { given: "lf.a2a.v1.extra", want: "proto" },
    { given: "a2a", want: "proto" },
    { given: "google.protobuf", want: "proto" },
    { given: "", want: "proto" },
  ];
  test.each(rows)("'$given' has $want", ({ given, want }) => {
    expect(findProfileForPackage(given)).toBe(builtinProfiles.get(want));
  });
});

test("no package is listed by two profiles, but that of a version in development, which comes later", () => {
  const packages = [...builtinProfiles.values()].flatMap((profile) =>
    profile.packages.map((name) => `${name} ${profile.name}`),
  );
  expect(packages).toEqual(["a2a.v1 a2a-1.0-draft", "lf.a2a.v1 a2a-1.0", "lf.a2a.v1 a2a-1.1-dev"]);
});

function errorTable(name: string): readonly string[] {
  const profile = builtinProfiles.get(name);
  return [...(profile?.errors ?? []), ...(profile?.jsonRpcErrors ?? [])].map((row) =>
    [row.jsonRpc, row.name, row.grpc ?? "-", row.http ?? "-", "reason" in row ? row.reason : "-"].join(" "),
  );
}

const jsonRpcTable = [
  "-32700 JSONParseError - - -",
  "-32600 InvalidRequestError - - -",
  "-32601 MethodNotFoundError - - -",
  "-32602 InvalidParamsError INVALID_ARGUMENT 400 -",
  "-32603 InternalError INTERNAL 500 -",
];

describe("a version has its own error table", () => {
  const rows = [
    {
      name: "a2a-1.0-draft",
      want: [
        "-32001 TaskNotFoundError NOT_FOUND 404 TASK_NOT_FOUND",
        "-32002 TaskNotCancelableError FAILED_PRECONDITION 409 TASK_NOT_CANCELABLE",
        "-32003 PushNotificationNotSupportedError UNIMPLEMENTED 400 PUSH_NOTIFICATION_NOT_SUPPORTED",
        "-32004 UnsupportedOperationError UNIMPLEMENTED 400 UNSUPPORTED_OPERATION",
        "-32005 ContentTypeNotSupportedError INVALID_ARGUMENT 415 CONTENT_TYPE_NOT_SUPPORTED",
        "-32006 InvalidAgentResponseError INTERNAL 502 INVALID_AGENT_RESPONSE",
        "-32007 ExtendedAgentCardNotConfiguredError FAILED_PRECONDITION 400 EXTENDED_AGENT_CARD_NOT_CONFIGURED",
        "-32008 ExtensionSupportRequiredError FAILED_PRECONDITION 400 EXTENSION_SUPPORT_REQUIRED",
        "-32009 VersionNotSupportedError UNIMPLEMENTED 400 VERSION_NOT_SUPPORTED",
        ...jsonRpcTable,
      ],
    },
    {
      name: "a2a-1.0",
      want: [
        "-32001 TaskNotFoundError NOT_FOUND 404 TASK_NOT_FOUND",
        "-32002 TaskNotCancelableError FAILED_PRECONDITION 400 TASK_NOT_CANCELABLE",
        "-32003 PushNotificationNotSupportedError FAILED_PRECONDITION 400 PUSH_NOTIFICATION_NOT_SUPPORTED",
        "-32004 UnsupportedOperationError FAILED_PRECONDITION 400 UNSUPPORTED_OPERATION",
        "-32005 ContentTypeNotSupportedError INVALID_ARGUMENT 400 CONTENT_TYPE_NOT_SUPPORTED",
        "-32006 InvalidAgentResponseError INTERNAL 500 INVALID_AGENT_RESPONSE",
        "-32007 ExtendedAgentCardNotConfiguredError FAILED_PRECONDITION 400 EXTENDED_AGENT_CARD_NOT_CONFIGURED",
        "-32008 ExtensionSupportRequiredError FAILED_PRECONDITION 400 EXTENSION_SUPPORT_REQUIRED",
        "-32009 VersionNotSupportedError FAILED_PRECONDITION 400 VERSION_NOT_SUPPORTED",
        ...jsonRpcTable,
      ],
    },
    { name: "proto", want: [] },
  ];
  test.each(rows)("$name", ({ name, want }) => {
    expect(errorTable(name)).toEqual(want);
  });
});

test("the problem types of the draft are the reasons, as URIs", () => {
  const errors = builtinProfiles.get("a2a-1.0-draft")?.errors ?? [];
  const want = errors.map(({ reason }) => reason.toLowerCase().replaceAll("_", "-"));
  expect(errors.map(({ problemType }) => problemType)).toEqual(
    want.map((end) => `https://a2a-protocol.org/errors/${end}`),
  );
});

test("a profile names only things of its own packages", () => {
  for (const {
    name,
    packages,
    fields,
    lists,
    resourceNames,
    version,
    signatures,
  } of builtinProfiles.values()) {
    const used = [
      ...Object.keys(fields),
      ...lists.exempt,
      ...resourceNames.flatMap((resource) => resource.fields),
      ...(version?.declaredIn ?? []),
      ...(signatures === undefined
        ? []
        : [signatures.message, signatures.field, ...signatures.excludedFields]),
    ];
    // That of the proto of 0.3 is the draft's, whose profile rules where none is named; its card is that of
    // the schema.
    const owned = packages.length === 0 ? ["a2a.v1", "a2a-0.3"] : packages;
    const foreign = used.filter(
      (full) => !owned.some((own) => /^[A-Z]/.test(full.slice(own.length + 1)) && full.startsWith(`${own}.`)),
    );
    expect({ name, foreign }).toEqual({ name, foreign: [] });
  }
});
