import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { buildSchemaProtocol } from "../../generators/source/profile/build-schema-protocol.ts";
import { ProfileError } from "../../generators/source/profile/profile-error.ts";
import { createSchemaProfileReader } from "../../generators/source/profile/schema-profile-reader.ts";
import definitions from "../../profiles/a2a-0.3.schema.json" with { type: "json" };
import schema from "../../profiles/schema-profile.schema.json" with { type: "json" };
import { generateSchemaProfileTypes } from "../../scripts/generate-profile-types.ts";

const root = join(import.meta.dirname, "../..");
const text = await readFile(join(root, "profiles/a2a-0.3.yaml"), "utf8");
const read = createSchemaProfileReader({ yaml, Ajv2020 }, definitions);

/** The text with one part replaced, which must be there. */
function change(from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, () => to);
}

function problemsOf(given: string): readonly string[] {
  try {
    read(given, "bad.yaml");
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.problems.map(({ path, message, code }) => `${path}: ${message} [${code}]`);
  }
  return [];
}

test("the types are those of the schema", async () => {
  const types = join(root, "generators/source/profile/schema-profile-types.ts");
  expect(await readFile(types, "utf8")).toBe(await generateSchemaProfileTypes());
});

test("every property has one sentence, and every object is closed", () => {
  const problems: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, properties, additionalProperties } = node as Readonly<Record<string, unknown>>;
    if (type === "object" && additionalProperties === undefined) problems.push(`${path} is open`);
    for (const [name, property] of Object.entries(properties ?? {})) {
      const { description } = property as { readonly description?: string };
      if (!/^[A-Za-z][^\n]*[^.]\.$/.test(description ?? "")) problems.push(`${path}.${name} has no sentence`);
    }
    for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`);
  };
  visit(schema, "");
  expect(problems).toEqual([]);
});

describe("the profile of 0.3", () => {
  const profile = read(text, "profiles/a2a-0.3.yaml");

  test("has every method, error and envelope of the schema", () => {
    const refs = (name: "A2ARequest" | "A2AError"): readonly string[] =>
      definitions.definitions[name].anyOf.map(({ $ref }) => $ref.slice("#/definitions/".length));
    const methods = Object.values(profile.service.methods);
    expect(methods.map(({ request }) => request).sort()).toEqual([...refs("A2ARequest")].sort());
    const errors = [...profile.errors.map(({ name }) => name), ...profile.jsonRpcErrors];
    expect(errors.sort()).toEqual([...refs("A2AError")].sort());
  });

  test("takes names, codes and texts from the schema", () => {
    const { errors, jsonRpcMessages, tasks, card } = buildSchemaProtocol(profile, definitions);
    expect(errors).toMatchObject({
      TaskNotFoundError: { jsonRpc: -32001, title: "Task not found" },
      AuthenticatedExtendedCardNotConfiguredError: { jsonRpc: -32007 },
    });
    expect(jsonRpcMessages).toEqual({
      "-32700": "Invalid JSON payload",
      "-32600": "Request payload validation error",
      "-32601": "Method not found",
      "-32602": "Invalid parameters",
      "-32603": "Internal error",
    });
    expect(tasks).toMatchObject({
      resume: { method: "tasks/resubscribe", field: "id" },
      eventStates: [
        ["task", "status", "state"],
        ["status-update", "status", "state"],
      ],
    });
    expect(card).toMatchObject({ olderInterfaces: { defaultBinding: "JSONRPC" } });
  });
});

describe("a profile that does not fit is refused with what is wanted", () => {
  test.each([
    {
      name: "an unknown key",
      given: change("olderVersions:", "olderVersion:"),
      want: [
        "olderVersions: expected a list, found nothing [missing-key]",
        expect.stringMatching(
          /^olderVersion: expected one of the keys .*, found "olderVersion" \[unknown-key\]$/,
        ),
      ],
    },
    {
      name: "a version that is a number",
      given: change('protocolVersion: "0.3"', "protocolVersion: 0.3"),
      want: ["protocolVersion: expected a string, found 0.3; put it in quotes [wrong-type]"],
    },
    {
      name: "a request that the schema does not have",
      given: change("request: GetTaskRequest", "request: FetchTaskRequest"),
      want: [
        'service.methods.getTask.request: expected a definition of the schema whose property "method" has a "const", found "FetchTaskRequest" [contradiction]',
        'service.methods.getTask.request: expected a definition with a property "params", or params beside it, found "FetchTaskRequest" [contradiction]',
      ],
    },
    {
      name: "params beside those of the request",
      given: change("request: GetTaskRequest", "request: GetTaskRequest\n      params: TaskIdParams"),
      want: [
        'service.methods.getTask.params: expected nothing, since GetTaskRequest has params, found "TaskIdParams" [contradiction]',
      ],
    },
    {
      name: "an answer that the schema does not have",
      given: change("response: GetTaskSuccessResponse", "response: GetTaskResponse"),
      want: [
        'service.methods.getTask.response: expected a property of the schema, found "GetTaskResponse" [contradiction]',
      ],
    },
    {
      name: "push notifications without media types",
      given: change("  push:\n    send: application/json\n    accept: [application/json]\n", ""),
      want: [
        'push.tokenHeader: expected contentTypes.push beside it, found "X-A2A-Notification-Token" [contradiction]',
      ],
    },
    {
      name: "an error that the schema does not have",
      given: change("- name: TaskNotFoundError", "- name: TaskLostError"),
      want: [
        'errors[0].name: expected a definition of the schema whose property "code" has a "const", found "TaskLostError" [contradiction]',
        'errors[0].name: expected a definition of the schema whose property "message" has a "default", found "TaskLostError" [contradiction]',
      ],
    },
    {
      name: "an error twice",
      given: change("- name: TaskNotCancelableError", "- name: TaskNotFoundError"),
      want: [
        'errors[1].name: expected a name that no other error has, found "TaskNotFoundError" [duplicate]',
      ],
    },
    {
      name: "an error of the protocol that is none",
      given: change(
        "responses:\n  error: InvalidAgentResponseError",
        "responses:\n  error: WrongAnswerError",
      ),
      want: [
        'responses.error: expected one of the errors TaskNotFoundError, TaskNotCancelableError, PushNotificationNotSupportedError, UnsupportedOperationError, ContentTypeNotSupportedError, InvalidAgentResponseError, AuthenticatedExtendedCardNotConfiguredError, found "WrongAnswerError" [contradiction]',
      ],
    },
    {
      name: "a parameter that is none",
      given: change("version:\n  parameter: A2A-Version", "version:\n  parameter: A2A-Edition"),
      want: [
        'version.parameter: expected one of the service parameters A2A-Version, X-A2A-Extensions, found "A2A-Edition" [contradiction]',
      ],
    },
    {
      name: "a path that does not hang together",
      given: change(
        "[AgentCard.capabilities, AgentCapabilities.streaming]",
        "[AgentCard.provider, AgentCapabilities.streaming]",
      ),
      want: [
        'card.capabilities[0].declaredIn[1]: expected a property of AgentProvider, found "AgentCapabilities.streaming" [contradiction]',
      ],
    },
    {
      name: "a property that the card does not have",
      given: change("version: [AgentCard.protocolVersion]", "version: [AgentCard.spokenVersion]"),
      want: [
        'card.version[0]: expected a property of the schema, found "AgentCard.spokenVersion" [contradiction]',
      ],
    },
    {
      name: "a method that is none",
      given: change("  resume:\n    method: subscribeToTask", "  resume:\n    method: followTask"),
      want: [
        expect.stringMatching(
          /^tasks\.resume\.method: expected one of the methods sendMessage, .*, found "followTask" \[contradiction\]$/,
        ),
      ],
    },
    {
      name: "a state that is none",
      given: change("terminalStates: [completed, canceled", "terminalStates: [completed, cancelled"),
      want: [
        'tasks.terminalStates[1]: expected one of the values of TaskState: submitted, working, input-required, completed, canceled, failed, rejected, auth-required, unknown, found "cancelled" [contradiction]',
      ],
    },
    {
      name: "an event that has no tag",
      given: change("eventMessages: [Message]", "eventMessages: [Artifact]"),
      want: [
        'tasks.eventMessages[0]: expected a definition of the schema whose property "kind" has a "const", found "Artifact" [contradiction]',
      ],
    },
    {
      name: "a name for a type that has one",
      given: change("  SendMessageResult:\n", "  SendMessageResponse:\n"),
      want: [
        'types.SendMessageResponse: expected a name that no definition of the schema has, found "SendMessageResponse" [contradiction]',
      ],
    },
  ])("$name", ({ given, want }) => {
    expect(problemsOf(given)).toEqual(want);
  });

  test("a schema of any form has nothing", () => {
    for (const nothing of [null, 1, [], { definitions: [] }, { definitions: { TaskState: null } }]) {
      const reader = createSchemaProfileReader({ yaml, Ajv2020 }, nothing);
      expect(() => reader(text, "bad.yaml")).toThrow(ProfileError);
    }
  });
});
