import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ProfileError } from "../../../../../generators/source/profile/profile-error.ts";
import { readDocument } from "../../../../../generators/source/profile/read-document.ts";

const directory = join(import.meta.dirname, "../../../../../profiles");
// The lines of what follows stay where they are without it.
const proto = (await readFile(join(directory, "proto.yaml"), "utf8")).replace("  open: true\n", "");
const draft = await readFile(join(directory, "a2a-1.0-draft.yaml"), "utf8");

/** The text with one part replaced, which must be there. */
function change(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, () => to);
}

function errorOf(text: string): ProfileError {
  try {
    readDocument("profile", text, "profiles/bad.yaml");
  } catch (error) {
    if (error instanceof ProfileError) return error;
    throw error;
  }
  throw new Error("the profile was not refused");
}

const rootKeys =
  "$schema, extends, name, title, protocolVersion, olderVersions, bindings, packages, website, license, schemaBase, schema, json, oneofs, lists, fields, sections, errors, jsonRpcErrors, errorDomain, " +
  "errorBody, jsonRpcErrorData, serviceParameters, version, extensions, responses, tenant, card, methods, fakes, tasks, resourceNames, contentTypes, push, wellKnownPaths, signatures";
const memberName = String.raw`^[A-Za-z_][\w-]*(\.[\w/]+)+$`;

const bad: readonly { readonly name: string; readonly given: string; readonly want: readonly string[] }[] = [
  {
    name: "an unknown key at the root",
    given: `${proto}author: me\n`,
    want: [
      `profiles/bad.yaml:36:1: author: expected one of the keys ${rootKeys}, found "author" [unknown-key]`,
    ],
  },
  {
    name: "an unknown key that hides a prototype",
    given: `${proto}__proto__: { name: other }\n`,
    want: [
      `profiles/bad.yaml:36:1: __proto__: expected one of the keys ${rootKeys}, found "__proto__" [unknown-key]`,
    ],
  },
  {
    name: "a misspelled key, which is also missing",
    given: change(proto, "enums:", "enum:"),
    want: [
      'profiles/bad.yaml:8:3: json.enums: expected "kebab-case" or "proto-name", found nothing [missing-key]',
      'profiles/bad.yaml:8:3: json.enum: expected one of the keys enums, spellings, timestamps, open, found "enum" [unknown-key]',
    ],
  },
  {
    name: "a wrong type",
    given: change(proto, "requiredNonEmpty: false", "requiredNonEmpty: never"),
    want: [
      'profiles/bad.yaml:14:21: lists.requiredNonEmpty: expected true or false, found "never" [wrong-type]',
    ],
  },
  {
    name: "a number that should be text",
    given: change(draft, 'protocolVersion: "1.0"', "protocolVersion: 1.0"),
    want: [
      "profiles/bad.yaml:4:18: protocolVersion: expected a string, found 1.0; put it in quotes [wrong-type]",
    ],
  },
  {
    name: "a key without a value",
    given: change(proto, "title: ProtoJSON", "title:"),
    want: ["profiles/bad.yaml:4:7: title: expected a string, found nothing [wrong-type]"],
  },
  {
    name: "a value that is not in an enumeration",
    given: change(proto, "timestamps: offset", "timestamps: local"),
    want: [
      'profiles/bad.yaml:10:15: json.timestamps: expected "utc" or "offset", found "local" [not-allowed]',
    ],
  },
  {
    name: "a value of no alternative",
    given: change(proto, "exactlyOne: []", "exactlyOne: some"),
    want: [
      'profiles/bad.yaml:12:15: oneofs.exactlyOne: expected "all" or a list, found "some" [not-allowed]',
    ],
  },
  {
    name: "wrong elements of an alternative",
    given: change(proto, "exactlyOne: []", "exactlyOne: [a.B.c, kind, a.B.c]"),
    want: [
      "profiles/bad.yaml:12:23: oneofs.exactlyOne[1]: " +
        `expected text that matches ${memberName}, found "kind" [wrong-format]`,
      'profiles/bad.yaml:12:29: oneofs.exactlyOne[2]: expected each element once, found "a.B.c" [duplicate]',
    ],
  },
  {
    name: "a missing required key",
    given: change(proto, "title: ProtoJSON\n", ""),
    want: ["profiles/bad.yaml:3:1: title: expected a string, found nothing [missing-key]"],
  },
  {
    name: "an error without a problem type where errors are problem details",
    given: change(draft, "    problemType: https://a2a-protocol.org/errors/task-not-cancelable\n", ""),
    want: ["profiles/bad.yaml:97:5: errors[1].problemType: expected a string, found nothing [missing-key]"],
  },
  {
    name: "a number out of range",
    given: change(draft, "http: 409", "http: 40"),
    want: ["profiles/bad.yaml:102:11: errors[1].http: expected at least 400, found 40 [out-of-range]"],
  },
  {
    name: "an empty text",
    given: change(proto, "title: ProtoJSON", 'title: ""'),
    want: ['profiles/bad.yaml:4:8: title: expected at least 1 character, found "" [too-short]'],
  },
  {
    name: "a field that is not named in full",
    given: change(proto, "fields: {}", "fields: { page_size: { minimum: 1 } }"),
    want: [
      `profiles/bad.yaml:16:11: fields.page_size: expected text that matches ${memberName}, found "page_size" [wrong-format]`,
    ],
  },
  {
    name: "a pattern that is not a regular expression",
    given: change(proto, "fields: {}", 'fields: { a.B.c: { pattern: "(" } }'),
    want: [
      'profiles/bad.yaml:16:29: fields["a.B.c"].pattern: expected a regular expression, found "(" [wrong-format]',
    ],
  },
  {
    name: "limits that contradict each other",
    given: change(proto, "fields: {}", "fields: { a.B.c: { minimum: 5, maximum: 2, default: 3 } }"),
    want: [
      'profiles/bad.yaml:16:41: fields["a.B.c"].maximum: expected at least the minimum 5, found 2 [contradiction]',
      'profiles/bad.yaml:16:53: fields["a.B.c"].default: expected at least the minimum 5, found 3 [contradiction]',
      'profiles/bad.yaml:16:53: fields["a.B.c"].default: expected at most the maximum 2, found 3 [contradiction]',
    ],
  },
  {
    name: "a default that its field does not allow",
    given: change(proto, "fields: {}", "fields: { a.B.c: { values: [x, y], pattern: ^x$, default: z } }"),
    want: [
      'profiles/bad.yaml:16:59: fields["a.B.c"].default: expected one of the values "x" or "y", found "z" [contradiction]',
      'profiles/bad.yaml:16:59: fields["a.B.c"].default: expected text that matches ^x$, found "z" [contradiction]',
    ],
  },
  {
    name: "errors that share what tells them apart",
    given: change(
      change(draft, "jsonRpc: -32002", "jsonRpc: -32700"),
      "name: InternalError",
      "name: TaskNotFoundError",
    ),
    want: [
      "profiles/bad.yaml:165:14: jsonRpcErrors[0].jsonRpc: expected a code that no other error has, found -32700 again [duplicate]",
      'profiles/bad.yaml:180:11: jsonRpcErrors[4].name: expected a name that no other error has, found "TaskNotFoundError" again [duplicate]',
    ],
  },
  {
    name: "service parameters that differ only in letter case",
    given: change(draft, "aliases: [] #", "aliases: [a2a-version] #"),
    want: [
      'profiles/bad.yaml:200:15: serviceParameters[1].aliases[0]: expected a name that no other parameter has, found "a2a-version" again [duplicate]',
    ],
  },
  {
    name: "a version in a parameter that does not exist",
    given: change(draft, "parameter: A2A-Version", "parameter: Version"),
    want: [
      'profiles/bad.yaml:205:14: version.parameter: expected the name of a service parameter, found "Version" [contradiction]',
    ],
  },
  {
    name: "parts that are not the variables of the resource name",
    given: change(draft, "config_id: [configId]", "id: [configId]"),
    want: [
      "profiles/bad.yaml:354:7: resourceNames[1].parts.config_id: expected a list, found nothing [missing-key]",
      "profiles/bad.yaml:355:7: resourceNames[1].parts.id: " +
        'expected a variable of tasks/{task_id}/pushNotificationConfigs/{config_id}, found "id" [unknown-key]',
    ],
  },
  {
    name: "extensions in a parameter that does not exist",
    given: change(draft, "parameter: A2A-Extensions", "parameter: Extensions"),
    want: [
      'profiles/bad.yaml:214:14: extensions.parameter: expected the name of a service parameter, found "Extensions" [contradiction]',
    ],
  },
  {
    name: "errors that the table does not have",
    given: change(
      change(
        change(draft, "error: VersionNotSupportedError", "error: VersionError"),
        "error: ExtensionSupportRequiredError",
        "error: ExtensionError",
      ),
      "error: InvalidAgentResponseError",
      "error: ResponseError",
    ).replace("error: PushNotificationNotSupportedError", "error: PushError"),
    want: [
      'profiles/bad.yaml:212:10: version.error: expected the name of an error, found "VersionError" [contradiction]',
      'profiles/bad.yaml:215:10: extensions.error: expected the name of an error, found "ExtensionError" [contradiction]',
      'profiles/bad.yaml:217:10: responses.error: expected the name of an error, found "ResponseError" [contradiction]',
      'profiles/bad.yaml:252:14: card.capabilities[1].error: expected the name of an error, found "PushError" [contradiction]',
    ],
  },
  {
    name: "an error that cannot be a name",
    given: change(draft, "error: InvalidAgentResponseError", "error: invalid response"),
    want: [
      'profiles/bad.yaml:217:10: responses.error: expected text that matches ^[A-Z][A-Za-z0-9]*$, found "invalid response" [wrong-format]',
    ],
  },
  {
    name: "capabilities of one name",
    given: change(draft, "name: pushNotifications", "name: streaming"),
    want: [
      'profiles/bad.yaml:238:13: card.capabilities[1].name: expected a name that no other capability has, found "streaming" again [duplicate]',
    ],
  },
  {
    name: "a card without a place and signatures of another message",
    given: change(
      change(draft, /^wellKnownPaths:\n(?: .*\n)+/m.exec(draft)?.[0] ?? "", ""),
      "signatures:\n  message: a2a.v1.AgentCard",
      "signatures:\n  message: a2a.v1.Task",
    ),
    want: [
      "profiles/bad.yaml:2:1: wellKnownPaths: expected an object, as there is a card, found nothing [missing-key]",
      'profiles/bad.yaml:385:12: signatures.message: expected the message of the card, a2a.v1.AgentCard, found "a2a.v1.Task" [contradiction]',
    ],
  },
  {
    name: "an empty path of fields, and one of names that are not full",
    given: change(
      change(draft, "interfaces: [a2a.v1.AgentCard.supported_interfaces]", "interfaces: []"),
      "version: [a2a.v1.AgentCard.protocol_version]",
      "version: [protocol_version]",
    ),
    want: [
      "profiles/bad.yaml:221:15: card.interfaces: expected at least 1 element, found an empty list [too-short]",
      'profiles/bad.yaml:227:13: card.version[0]: expected text that matches ^[A-Za-z_][\\w-]*(\\.[\\w/]+)+$, found "protocol_version" [wrong-format]',
    ],
  },
  {
    name: "aliases that another method has",
    given: change(
      change(
        draft,
        "a2a.v1.A2AService.ListTaskPushNotificationConfig:\n    idempotent: true",
        "a2a.v1.A2AService.ListTaskPushNotificationConfig:\n    aliases: [GetTask, Other]",
      ),
      "a2a.v1.A2AService.DeleteTaskPushNotificationConfig:\n    idempotent: true",
      "a2a.v1.A2AService.DeleteTaskPushNotificationConfig:\n    aliases: [Other]",
    ),
    want: [
      'profiles/bad.yaml:269:15: methods["a2a.v1.A2AService.ListTaskPushNotificationConfig"].aliases[0]: expected a name that no other method has, found "GetTask" again [duplicate]',
      'profiles/bad.yaml:271:15: methods["a2a.v1.A2AService.DeleteTaskPushNotificationConfig"].aliases[0]: expected a name that no other method has, found "Other" again [duplicate]',
    ],
  },
  {
    name: "an unknown key of a method",
    given: change(draft, "    authenticated: true", "    authorised: true"),
    want: [
      'profiles/bad.yaml:274:5: methods["a2a.v1.A2AService.GetExtendedAgentCard"].authorised: expected one of the keys idempotent, authenticated, aliases, http, uplink, found "authorised" [unknown-key]',
    ],
  },
  {
    name: "a state that is both terminal and interrupted",
    given: change(draft, "    - TASK_STATE_AUTH_REQUIRED", "    - TASK_STATE_FAILED"),
    want: [
      'profiles/bad.yaml:316:7: tasks.interruptedStates[1]: expected a state that is not terminal, found "TASK_STATE_FAILED" [contradiction]',
    ],
  },
  {
    name: "a verb that is none, and a body that is a field",
    given: change(
      draft,
      "    authenticated: true\n",
      "    authenticated: true\n    http: [{ verb: HEAD }, { verb: GET, body: config }]\n",
    ),
    want: [
      'profiles/bad.yaml:275:20: methods["a2a.v1.A2AService.GetExtendedAgentCard"].http[0].verb: expected "GET", "PUT", "POST", "DELETE" or "PATCH", found "HEAD" [not-allowed]',
      'profiles/bad.yaml:275:47: methods["a2a.v1.A2AService.GetExtendedAgentCard"].http[1].body: expected "*", found "config" [not-allowed]',
    ],
  },
  {
    name: "a stream that is resumed by a resource name of two variables",
    given: change(
      draft,
      "field: a2a.v1.SubscribeToTaskRequest.name",
      "field: a2a.v1.TaskPushNotificationConfig.name",
    ),
    want: [
      'profiles/bad.yaml:330:12: tasks.resume.field: expected a field whose resource name has one variable, found "a2a.v1.TaskPushNotificationConfig.name" [contradiction]',
    ],
  },
  {
    name: "a task that is asked for by a resource name of two variables",
    given: change(
      draft,
      "    field: a2a.v1.GetTaskRequest.name",
      "    field: a2a.v1.TaskPushNotificationConfig.name",
    ),
    want: [
      'profiles/bad.yaml:333:12: tasks.snapshot.field: expected a field whose resource name has one variable, found "a2a.v1.TaskPushNotificationConfig.name" [contradiction]',
    ],
  },
  {
    name: "a tenant without its field",
    given: `${proto}tenant: {}\n`,
    want: ["profiles/bad.yaml:36:9: tenant.field: expected a string, found nothing [missing-key]"],
  },
  {
    name: "a media type that is sent but not taken",
    given: change(proto, "accept: [application/json]", "accept: [text/html, text/plain]"),
    want: [
      "profiles/bad.yaml:28:13: contentTypes.http.accept: " +
        "expected application/json, which is sent, among the types, found text/html, text/plain [contradiction]",
    ],
  },
  {
    name: "push notifications without media types",
    given: change(
      draft,
      "  push:\n    send: application/json\n    accept: [application/json, application/a2a+json]\n",
      "",
    ),
    want: [
      'profiles/bad.yaml:377:16: push.tokenHeader: expected contentTypes.push beside it, found "X-A2A-Notification-Token" [contradiction]',
    ],
  },
  {
    name: "notifications with a task that no method gives",
    given: `${proto}push: { tokenHeader: X, payload: task }\n`,
    want: [
      'profiles/bad.yaml:36:22: push.tokenHeader: expected contentTypes.push beside it, found "X" [contradiction]',
      'profiles/bad.yaml:36:34: push.payload: expected "event", since there is no tasks.snapshot, found "task" [contradiction]',
    ],
  },
  {
    name: "a flow list that does not end",
    given: change(proto, "packages: []", "packages: ["),
    want: [
      "profiles/bad.yaml:7:1: expected YAML, but flow sequence in block collection must be sufficiently indented and end with a ] [syntax]",
    ],
  },
  {
    name: "tabs for indentation",
    given: change(proto, "packages: []", "packages:\n\t- a.b"),
    want: ["profiles/bad.yaml:6:1: expected YAML, but tabs are not allowed as indentation [syntax]"],
  },
  {
    name: "an unknown tag",
    given: change(proto, "title: ProtoJSON", "title: !secret ProtoJSON"),
    want: ["profiles/bad.yaml:4:8: expected YAML, but unresolved tag: !secret [syntax]"],
  },
  {
    name: "a second document",
    given: `${proto}---\nname: other\n`,
    want: ["profiles/bad.yaml:36:1: expected one document, found another [syntax]"],
  },
  {
    name: "a duplicate key, beside another problem",
    given: change(proto, "timestamps: offset", "timestamps: offset\n  enums: upper"),
    want: [
      'profiles/bad.yaml:11:3: json.enums: expected each key once, found "enums" again [duplicate-key]',
      'profiles/bad.yaml:11:10: json.enums: expected "kebab-case" or "proto-name", found "upper" [not-allowed]',
    ],
  },
  {
    name: "a duplicate key inside a list",
    given: change(draft, "    http: 409", "    http: 409\n    http: 409"),
    want: [
      'profiles/bad.yaml:103:5: errors[1].http: expected each key once, found "http" again [duplicate-key]',
    ],
  },
  {
    name: "an alias without an anchor",
    given: change(proto, "title: ProtoJSON", "title: *heading"),
    want: ["profiles/bad.yaml:4:8: expected an anchor &heading before it, found *heading alone [alias]"],
  },
  {
    name: "an alias bomb",
    given: [
      "a: &a [x, x, x, x, x, x, x, x, x, x]",
      "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]",
      "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]",
      "d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]",
      "e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]",
      "f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]",
      "g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]",
      "h: [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]",
    ].join("\n"),
    want: ["profiles/bad.yaml:2:8: expected at most 100 values through aliases, found more [alias]"],
  },
  {
    name: "a value inside itself",
    given: change(proto, "fields: {}", "fields: &fields { a.B.c: *fields }"),
    want: [
      'profiles/bad.yaml:16:19: fields["a.B.c"]["a.B.c"]: ' +
        'expected one of the keys minimum, maximum, default, mended, filled, formerly, gathers, wrapsLists, values, pattern, section, found "a.B.c" [unknown-key]',
    ],
  },
  {
    name: "an empty file",
    given: "",
    want: ["profiles/bad.yaml:1:1: expected an object, found nothing [wrong-type]"],
  },
  {
    name: "a file of comments",
    given: "# nothing yet\n",
    want: ["profiles/bad.yaml:1:1: expected an object, found nothing [wrong-type]"],
  },
  {
    name: "a list instead of an object",
    given: "# profiles\n- name: proto\n",
    want: ["profiles/bad.yaml:2:1: expected an object, found a list [wrong-type]"],
  },
];

describe("a bad profile is refused with every problem and its place", () => {
  test.each(bad)("$name", ({ given, want }) => {
    const { message, problems } = errorOf(given);
    expect(message.split("\n")).toEqual(want);
    expect(problems).toHaveLength(want.length);
  });
});

test("a problem is data", () => {
  const error = errorOf(change(proto, "timestamps: offset", "timestamps: local"));
  expect({ ...error }).toEqual({
    name: "ProfileError",
    code: "profile-invalid",
    problems: [
      {
        code: "not-allowed",
        source: "profiles/bad.yaml",
        position: { line: 10, column: 15 },
        path: "json.timestamps",
        message: 'expected "utc" or "offset", found "local"',
      },
    ],
  });
});

describe("a profile is read whichever way it is written", () => {
  const want = {
    name: "proto",
    title: "ProtoJSON",
    packages: [],
    json: { enums: "proto-name", spellings: "protojson", timestamps: "offset" },
    oneofs: { exactlyOne: [] },
    lists: { requiredNonEmpty: false, exempt: [] },
    fields: {},
    errors: [],
    jsonRpcErrors: [],
    errorBody: "status",
    jsonRpcErrorData: "details",
    serviceParameters: [],
    resourceNames: [],
    contentTypes: {
      http: { send: "application/json", accept: ["application/json"] },
      jsonRpc: { send: "application/json", accept: ["application/json"] },
      error: { send: "application/json", accept: ["application/json"] },
      stream: "text/event-stream",
    },
  };
  const rows = [
    { name: "YAML", given: proto, want },
    { name: "YAML with CRLF and a byte order mark", given: `\uFEFF${proto.replaceAll("\n", "\r\n")}`, want },
    {
      name: "YAML with an alias",
      given: change(
        change(
          proto,
          "  jsonRpc:\n    send: application/json\n    accept: [application/json]\n",
          "  jsonRpc: *types\n",
        ),
        "  http:\n",
        "  http: &types\n",
      ),
      want,
    },
    {
      name: "JSON with the address of its schema",
      given: JSON.stringify({ $schema: "profile.schema.json", ...want }, null, "\t"),
      want: { $schema: "profile.schema.json", ...want },
    },
  ];
  test.each(rows)("$name", ({ given, want: wanted }) => {
    expect(readDocument("profile", given, "mine")).toEqual(wanted);
  });
});
