import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDiagnostics, formatDiagnostic } from "../../../../../generators/model/diagnostics.ts";
import { buildSchemaModel } from "../../../../../generators/source/json-schema/build-model.ts";
import { ProfileError } from "../../../../../generators/source/profile/profile-error.ts";
import { readDocument } from "../../../../../generators/source/profile/read-document.ts";
import schema from "../../../../../profiles/a2a-0.3.schema.json" with { type: "json" };

const text = await readFile(join(import.meta.dirname, "../../../../../profiles/a2a-0.3.yaml"), "utf8");

/** The text with one part replaced, which must be there. */
function change(from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, () => to);
}

/** What is wrong with a profile itself, and with what it says of the schema. */
function problemsOf(given: string): readonly string[] {
  const diagnostics = createDiagnostics();
  try {
    const profile = readDocument("profile", given, "bad.yaml");
    buildSchemaModel({ schema, source: "a2a.json", name: "a2a.schema.json", profile }, diagnostics);
  } catch (error) {
    if (error instanceof ProfileError)
      return error.problems.map(({ path, message, code }) => `${path}: ${message} [${code}]`);
    return error instanceof Error ? error.message.split("\n") : [];
  }
  return diagnostics.list.map(formatDiagnostic);
}

test("the profile of 0.3 has every method and error of the schema", () => {
  const profile = readDocument("profile", text, "a2a-0.3.yaml");
  const refs = (name: "A2ARequest" | "A2AError"): readonly string[] =>
    schema.definitions[name].anyOf.map(({ $ref }) => $ref.slice("#/definitions/".length)).sort();
  const methods = Object.values(profile.schema?.service.methods ?? {});
  expect(methods.map(({ request }) => request).sort()).toEqual(refs("A2ARequest"));
  expect([...profile.errors, ...profile.jsonRpcErrors].map(({ name }) => name).sort()).toEqual(
    refs("A2AError"),
  );
  expect(problemsOf(text)).toEqual([]);
});

describe("a profile that does not fit its schema is refused with what is wanted", () => {
  const missing = (key: string, name: string): string =>
    `a2a.schema.json:1:1: error: profile a2a-0.3 names "${name}" under ${key}, which the schema does not have; correct the profile [profile-name]`;

  test.each([
    {
      name: "a request that the schema does not have",
      given: change("request: GetTaskRequest", "request: FetchTaskRequest"),
      want: [
        'a2a.json#service/getTask: expected a definition whose property "method" has a "const"; found FetchTaskRequest [schema-service]',
      ],
    },
    {
      name: "an error that the schema has with another code",
      given: change("jsonRpc: -32001", "jsonRpc: -32091"),
      want: [
        'a2a.json#errors/TaskNotFoundError: expected a definition whose code is -32091 and whose message is "Task not found" by default [schema-error]',
      ],
    },
    {
      name: "an error of the protocol that is none",
      given: change(
        "responses:\n  error: InvalidAgentResponseError",
        "responses:\n  error: WrongAnswerError",
      ),
      want: ['responses.error: expected the name of an error, found "WrongAnswerError" [contradiction]'],
    },
    {
      name: "a path that does not hang together",
      given: change(
        "[a2a-0.3.AgentCard.capabilities, a2a-0.3.AgentCapabilities.streaming]",
        "[a2a-0.3.AgentCard.provider, a2a-0.3.AgentCapabilities.streaming]",
      ),
      want: [
        'a2a.schema.json:1:1: error: profile a2a-0.3 has "a2a-0.3.AgentCapabilities.streaming" in a path under card.capabilities.declaredIn, where it should have a field of a2a-0.3.AgentProvider; correct the profile [profile-path]',
      ],
    },
    {
      name: "a method that is none",
      given: change(
        "  resume:\n    method: a2a-0.3.A2AService.tasks/resubscribe",
        "  resume:\n    method: a2a-0.3.A2AService.tasks/follow",
      ),
      want: [missing("tasks.resume.method", "a2a-0.3.A2AService.tasks/follow")],
    },
    {
      name: "a state that is none",
      given: change("terminalStates: [completed, canceled", "terminalStates: [completed, cancelled"),
      want: [missing("tasks.terminalStates", "a2a-0.3.TaskState.cancelled")],
    },
    {
      name: "an event that has no tag",
      given: change("[a2a-0.3.TaskStatusUpdateEvent.final]", "[a2a-0.3.Artifact.name]"),
      want: [missing("tasks.eventTag", "a2a-0.3.Artifact.kind")],
    },
  ])("$name", ({ given, want }) => {
    expect(problemsOf(given)).toEqual(want);
  });
});
