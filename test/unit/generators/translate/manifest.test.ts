import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadLegacy } from "../../../../generators/source/profile/load-document.ts";
import {
  createManifestReader,
  type ManifestReader,
} from "../../../../generators/translate/manifest-reader.ts";
import type { TranslationPlan } from "../../../../generators/translate/plan.ts";
import type { Shape, Version } from "../../../../generators/translate/version.ts";
import schema from "../../../../profiles/translations/translation.schema.json" with { type: "json" };
import { generateJobs } from "../../../../scripts/generate/generate-jobs.ts";
import { readVersions } from "../../../../scripts/generate/run-translation-job.ts";

const root = join(import.meta.dirname, "../../../..");
let read: ManifestReader;
let versions: readonly Version[];
let text: string;

beforeAll(async () => {
  const job = generateJobs.find((one) => one.kind === "translation");
  if (job?.kind !== "translation") throw new Error("there is no job for translators");
  versions = await readVersions(job, root);
  const legacy = await loadLegacy(join(root, job.legacy));
  read = createManifestReader({ versions, legacy, schema });
  text = await readFile(join(root, "profiles/translations/a2a-0.3-to-1.0.yaml"), "utf8");
});

/** The problems of the manifest with a change, without their positions' file. */
function problemsWith(before: string, after: string): readonly string[] {
  if (!text.includes(before)) throw new Error(`the manifest has no ${before}`);
  try {
    read(text.replace(before, after), "m.yaml");
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").map((line) => line.replace(/^m\.yaml:\d+:\d+: /, ""));
  }
}

const cases: readonly { name: string; before: string; after: string; problems: readonly string[] }[] = [
  {
    name: "a field that no rule mentions",
    before:
      "    lost:\n      older:\n        capabilities.stateTransitionHistory: the card says nothing of it in 1.0\n",
    after: "",
    problems: [
      "types[12]: expected a counterpart, a rule under fields or a reason under lost for field capabilities.stateTransitionHistory of A2A 0.3 (AgentCard and AgentCard), found none [contradiction]",
    ],
  },
  {
    name: "an enum value without counterpart",
    before: "unknown:",
    after: "unheard-of:",
    problems: [
      'choices[0]: expected a value of the same name, a renamed one in the list of earlier names, or a stand-in for "unknown" of TaskState in A2A 0.3, found none [contradiction]',
      'choices[0].standIns.older.unheard-of: expected a value of TaskState in A2A 0.3, found "unheard-of" [contradiction]',
    ],
  },
  {
    name: "an arm of a union without a case",
    before: "      - {older: file.uri, newer: url}\n",
    after: "",
    problems: [
      "types[1].cases: expected a case for file.FileWithUri of A2A 0.3 (Part and Part), found none [contradiction]",
      "types[1].cases: expected a case for url of A2A 1.0 (Part and Part), found none [contradiction]",
    ],
  },
  {
    name: "a field that the type does not have",
    before: "{older: schemes, newer: scheme}",
    after: "{older: schemas, newer: scheme}",
    problems: [
      "types[5]: expected a counterpart, a rule under fields or a reason under lost for field schemes of A2A 0.3 (PushNotificationAuthenticationInfo and AuthenticationInfo), found none [contradiction]",
      "types[5]: expected a counterpart, a rule under fields or a reason under lost for field scheme of A2A 1.0 (PushNotificationAuthenticationInfo and AuthenticationInfo), found none [contradiction]",
      "types[5].fields[0].older: expected a field of A2A 0.3 (PushNotificationAuthenticationInfo and AuthenticationInfo), found schemas [contradiction]",
    ],
  },
  {
    name: "a required field that may stay without value",
    before: "{older: pushNotificationConfigId, newer: id, absent: {older: {field: id}}}",
    after: "{older: pushNotificationConfigId, newer: id}",
    problems: [
      "types[6]: expected a rule with absent.older, since field id of A2A 1.0 is required and may be absent here (GetTaskPushNotificationConfigRequestParams and GetTaskPushNotificationConfigRequest), found none [contradiction]",
    ],
  },
  {
    name: "a required field that is lost",
    before: "        pkceRequired:",
    after: "        tokenUrl: x\n        pkceRequired:",
    problems: [
      "types[14]: expected a counterpart, a rule under fields or a reason under lost for field tokenUrl of A2A 0.3 (AuthorizationCodeOAuthFlow and AuthorizationCodeOAuthFlow), found none [contradiction]",
      "types[14].lost.newer: expected a field that may be absent (AuthorizationCodeOAuthFlow and AuthorizationCodeOAuthFlow), found field tokenUrl of A2A 1.0, which is required [contradiction]",
    ],
  },
  {
    name: "a pair of types that do not meet",
    before: "  - older: TaskQueryParams\n    newer: GetTaskRequest",
    after: "  - older: TaskQueryParams\n    newer: Task",
    problems: [
      "types: expected a counterpart, a rule under fields or a reason under lost for field metadata of A2A 0.3 (TaskQueryParams and GetTaskRequest), found none [contradiction]",
      "types[10]: expected types that take each other's place in a request, an answer, an event or the card, found TaskQueryParams and Task [contradiction]",
    ],
  },
  {
    name: "an error without counterpart",
    before:
      "  - {older: AuthenticatedExtendedCardNotConfiguredError, newer: ExtendedAgentCardNotConfiguredError}",
    after: "  - {older: TaskNotFoundError, newer: Other}",
    problems: [
      "errors: expected an error of the same name, or a row, for AuthenticatedExtendedCardNotConfiguredError of A2A 0.3, found none [contradiction]",
      "errors[0].newer: expected an error of A2A 1.0, found Other [contradiction]",
    ],
  },
  {
    name: "a reason for nothing",
    before: "    tenant: 0.3 has no tenants; each one has a URL of its own\n",
    after: "    tenant: 0.3 has no tenants; each one has a URL of its own\n    colour: grey\n",
    problems: ["lost.newer.colour: expected a field without counterpart, found colour [contradiction]"],
  },
  {
    name: "an unknown version",
    before: "newer: a2a-1.0",
    after: "newer: a2a-9",
    problems: [
      "newer: expected one of the versions a2a-0.3-proto, a2a-0.3, a2a-1.0-draft, a2a-1.0, a2a-1.1-dev, found a2a-9 [contradiction]",
    ],
  },
  {
    name: "an unknown key",
    before: "inverted: true",
    after: "upsideDown: true",
    problems: [
      'types[0].fields[0].upsideDown: expected one of the keys older, newer, inverted, absent, unit, restsAt, wrapped, found "upsideDown" [unknown-key]',
    ],
  },
  {
    name: "a member of a flow without counterpart",
    before: "        deviceCode: 0.3 has no device code flow",
    after: "        x: y",
    problems: [
      "types[13]: expected a member of the same name, a case or a reason under lost for deviceCode of A2A 1.0 (OAuthFlows and OAuthFlows), found none [contradiction]",
      "types[13].lost.newer.x: expected a field of A2A 1.0 (OAuthFlows and OAuthFlows), found x [contradiction]",
    ],
  },
  {
    name: "an address without a reason for its tenant",
    before: "    tenant: 0.3 has no tenants; each one has a URL of its own\n",
    after: "",
    problems: [
      "types: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (MessageSendParams and SendMessageRequest), found none [contradiction]",
      "types: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (TaskIdParams and CancelTaskRequest), found none [contradiction]",
      "types: expected shapes that can become each other for GetAuthenticatedExtendedCardParams and GetExtendedAgentCardRequest, found empty in A2A 0.3 and text in A2A 1.0 [contradiction]",
      "types[3]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (PushNotificationConfig and TaskPushNotificationConfig), found none [contradiction]",
      "types[4]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (TaskPushNotificationConfig and TaskPushNotificationConfig), found none [contradiction]",
      "types[6]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (GetTaskPushNotificationConfigRequestParams and GetTaskPushNotificationConfigRequest), found none [contradiction]",
      "types[7]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (DeleteTaskPushNotificationConfigParams and DeleteTaskPushNotificationConfigRequest), found none [contradiction]",
      "types[8]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (ListTaskPushNotificationConfigParams and ListTaskPushNotificationConfigsRequest), found none [contradiction]",
      "types[10]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (TaskQueryParams and GetTaskRequest), found none [contradiction]",
      "types[11]: expected a counterpart, a rule under fields or a reason under lost for field tenant of A2A 1.0 (TaskIdParams and SubscribeToTaskRequest), found none [contradiction]",
      "types[12].interfaces.newer.element: expected a reason under lost for field AgentInterface.tenant of A2A 1.0 (AgentCard and AgentCard), found none [contradiction]",
    ],
  },
];

test("problems say where they are", () => {
  const changed = text.replace("{older: schemes, newer: scheme}", "{older: schemes, newer: other}");
  expect(() => read(changed, "m.yaml")).toThrow(
    expect.objectContaining({
      problems: expect.arrayContaining([
        {
          code: "contradiction",
          source: "m.yaml",
          position: { line: lineOf("{older: schemes"), column: 33 },
          path: "types[5].fields[0].newer",
          message:
            "expected a field of A2A 1.0 (PushNotificationAuthenticationInfo and AuthenticationInfo), found other",
        },
      ]),
    }),
  );
});

function lineOf(part: string): number {
  return text.slice(0, text.indexOf(part)).split("\n").length;
}

/** Types that no request, answer, event or card has, so that nothing translates them. */
const unreached: Readonly<Record<string, RegExp>> = {
  // Envelopes of JSON-RPC, their errors, and what the types have in common.
  "a2a-0.3": /^(A2A(Error|Request)|JSONRPC.*|.*Error|.*(Request|Response)|\w+Base)$/,
  "a2a-1.0-draft": /^$/,
  "a2a-1.0": /^$/,
  // Older versions have no live streams.
  "a2a-1.1-dev": /^StreamRequest$/,
};

test("every type has a translation, but for those that no call has", async () => {
  const job = generateJobs.find((one) => one.kind === "translation");
  const manifests = job?.kind === "translation" ? job.manifests : [];
  const plans = await Promise.all(
    manifests.map(async (source) => read(await readFile(join(root, source), "utf8"), source)),
  );
  for (const version of versions) {
    const reached = new Set(plans.flatMap((plan) => typesOf(plan, version)));
    const missing = [...version.types.values()]
      .filter((type) => !reached.has(type.name) && !(type.kind === "union" && type.hidden))
      .map(({ name }) => name);
    expect(missing.filter((name) => !unreached[version.name]?.test(name))).toEqual([]);
  }
});

/** The types of a version that a plan has, by itself or inside of others. */
function typesOf(plan: TranslationPlan, version: Version): readonly string[] {
  const side = plan.older === version ? "older" : plan.newer === version ? "newer" : undefined;
  if (side === undefined) return [];
  const found = new Set<string>();
  const visit = (shape: Shape): void => {
    if (shape.kind === "list") visit(shape.element);
    if (shape.kind === "map") visit(shape.value);
    if (shape.kind !== "type" || found.has(shape.name)) return;
    found.add(shape.name);
    const type = version.types.get(shape.name);
    if (type?.kind === "object") for (const { shape: inner } of type.fields) visit(inner);
    if (type?.kind === "union") for (const name of type.arms) visit({ kind: "type", name });
  };
  for (const pair of plan.pairs) visit(pair[side].shape);
  return [...found];
}

describe("a manifest is refused for", () => {
  test.each(cases)("$name", ({ before, after, problems }) => {
    expect(problemsWith(before, after)).toEqual(problems);
  });
});
