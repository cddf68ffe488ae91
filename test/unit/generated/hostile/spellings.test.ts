import * as released from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import type { Codec } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { accepts } from "../../../../packages/runtime/src/core/codec.ts";
import { RecordCodec } from "../../../generated/proto/features/editions2023_defaults_json.ts";
import * as enums from "../../../generated/proto/features/enums_json.ts";
import * as maps from "../../../generated/proto/features/maps_json.ts";
import * as oneofs from "../../../generated/proto/features/oneofs_json.ts";
import * as scalars from "../../../generated/proto/features/scalars_json.ts";
import * as wellKnown from "../../../generated/proto/features/wellknown_json.ts";
import { issuesOf } from "./issues-of.ts";

interface Accepted {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly given: object;
  readonly want: object;
}

interface Refused {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly given: object;
  readonly want: readonly string[];
}

const accepted: readonly Accepted[] = [
  {
    name: "proto names of fields",
    codec: released.TaskStatusUpdateEventCodec,
    given: { task_id: "a", context_id: "b", status: { state: "TASK_STATE_WORKING" } },
    want: { taskId: "a", contextId: "b", status: { state: "TASK_STATE_WORKING" } },
  },
  {
    name: "proto names beside JSON names, at every level",
    codec: released.SendMessageRequestCodec,
    given: {
      message: {
        message_id: "a",
        contextId: "b",
        role: "ROLE_USER",
        parts: [{ text: "c", media_type: "d" }],
      },
      configuration: { accepted_output_modes: ["e"], historyLength: 1 },
    },
    want: {
      message: { messageId: "a", contextId: "b", role: "ROLE_USER", parts: [{ text: "c", mediaType: "d" }] },
      configuration: { acceptedOutputModes: ["e"], historyLength: 1 },
    },
  },
  {
    name: "proto names of members of oneofs",
    codec: released.SecuritySchemeCodec,
    given: { open_id_connect_security_scheme: { open_id_connect_url: "a" } },
    want: { openIdConnectSecurityScheme: { openIdConnectUrl: "a" } },
  },
  {
    name: "a proto name with null",
    codec: released.GetTaskRequestCodec,
    given: { id: "a", history_length: null },
    want: { id: "a" },
  },
  {
    name: "numbers of enum values",
    codec: released.MessageCodec,
    given: { messageId: "a", role: 2, parts: [{ text: "b" }] },
    want: { messageId: "a", role: "ROLE_AGENT", parts: [{ text: "b" }] },
  },
  {
    name: "the unspecified value where absence says the same",
    codec: released.ListTasksRequestCodec,
    given: { status: "TASK_STATE_UNSPECIFIED" },
    want: {},
  },
  {
    name: "the number of the unspecified value where absence says the same",
    codec: released.ListTasksRequestCodec,
    given: { status: 0 },
    want: {},
  },
  {
    name: "numbers in strings for 32-bit integers",
    codec: released.ListTasksRequestCodec,
    given: { pageSize: "20", history_length: "1e1" },
    want: { pageSize: 20, historyLength: 10 },
  },
  {
    name: "base64url, with and without padding",
    codec: released.TaskCodec,
    given: {
      id: "a",
      status: { state: "TASK_STATE_WORKING" },
      artifacts: [
        { artifactId: "b", parts: [{ raw: "-_8" }, { raw: "-_8=" }, { raw: "+/8" }, { raw: "+/8=" }] },
      ],
    },
    want: {
      id: "a",
      status: { state: "TASK_STATE_WORKING" },
      artifacts: [
        { artifactId: "b", parts: [{ raw: "+/8=" }, { raw: "+/8=" }, { raw: "+/8=" }, { raw: "+/8=" }] },
      ],
    },
  },
  {
    name: "numbers for 64-bit integers, everywhere",
    codec: scalars.PackedCodec,
    given: {
      int64List: [1, "2"],
      uint64List: [3],
      sint64List: [-4],
      fixed64List: ["05"],
      sfixed64List: [-0],
    },
    want: {
      int64List: ["1", "2"],
      uint64List: ["3"],
      sint64List: ["-4"],
      fixed64List: ["5"],
      sfixed64List: ["0"],
    },
  },
  {
    name: "numbers in strings for every number",
    codec: scalars.SingularCodec,
    given: {
      doubleField: "1.5",
      floatField: "-2e1",
      int32Field: "3",
      uint32Field: "4",
      sint32Field: "-5",
      fixed32Field: "6.0",
    },
    want: {
      doubleField: 1.5,
      floatField: -20,
      int32Field: 3,
      uint32Field: 4,
      sint32Field: -5,
      fixed32Field: 6,
    },
  },
  {
    name: "other spellings of wrapped values",
    codec: wellKnown.WrappersCodec,
    given: { bytes_value: "_w", int32Value: "1", int64_value: 2, uint64Value: 3, doubleValue: "4" },
    want: { bytesValue: "/w==", int32Value: 1, int64Value: "2", uint64Value: "3", doubleValue: 4 },
  },
  {
    name: "null for wrapped values, which is none",
    codec: wellKnown.WrappersCodec,
    given: { boolValue: null, stringValue: null },
    want: {},
  },
  {
    name: "timestamps with offsets in plain ProtoJSON",
    codec: wellKnown.ListsCodec,
    given: {
      timestamp: ["2025-10-28T12:30:00+02:00", "2025-10-27T23:30:00.25-11:00", "2025-10-28T10:30:00.000Z"],
    },
    want: {
      timestamp: ["2025-10-28T10:30:00Z", "2025-10-28T10:30:00.25Z", "2025-10-28T10:30:00.000Z"],
    },
  },
  {
    name: "names and numbers of the null value",
    codec: wellKnown.ListsCodec,
    given: { nullValue: [null, "NULL_VALUE", 0] },
    want: { nullValue: [null, null, null] },
  },
  {
    name: "second names and numbers of enum values, which keep their name",
    codec: enums.ListsCodec,
    given: {
      aliased: ["ALIASED_RUNNING", "ALIASED_STARTED", 1, 2],
      signed: [-1, -2147483648],
      switch: [0, 1],
    },
    want: {
      aliased: ["ALIASED_RUNNING", "ALIASED_STARTED", "ALIASED_STARTED", "ALIASED_FINISHED"],
      signed: ["SIGNED_MINUS_ONE", "SIGNED_LOWEST"],
      switch: ["SWITCH_OFF", "SWITCH_ON"],
    },
  },
  {
    name: "the unspecified value where it can be told from absence",
    codec: enums.OptionalCodec,
    given: { aliased: 0, version: "VERSION_UNSPECIFIED" },
    want: { aliased: "ALIASED_UNSPECIFIED", version: "VERSION_UNSPECIFIED" },
  },
  {
    name: "map keys with leading zeros",
    codec: maps.KeysCodec,
    given: { int32_key: { "007": "a" }, int64Key: { "-01": "b" }, uint64Key: { "00": "c" } },
    want: { int32Key: { 7: "a" }, int64Key: { "-1": "b" }, uint64Key: { 0: "c" } },
  },
  {
    name: "two spellings of one map key, of which the last counts",
    codec: maps.KeysCodec,
    given: { int32Key: { "1": "a", "01": "b" } },
    want: { int32Key: { "1": "b" } },
  },
  {
    name: "other spellings of map values",
    codec: maps.OtherValuesCodec,
    given: {
      enumValue: { a: 2 },
      wrapperValue: { b: 3 },
      timestampValue: { c: "2025-10-28T12:30:00+02:00" },
    },
    want: {
      enumValue: { a: "COLOR_DARK_BLUE" },
      wrapperValue: { b: "3" },
      timestampValue: { c: "2025-10-28T10:30:00Z" },
    },
  },
  {
    name: "a member of a oneof in another spelling beside members that are null",
    codec: oneofs.ScalarsCodec,
    given: { int64_value: 5, stringValue: null, shade_value: null },
    want: { int64Value: "5" },
  },
];

describe("the dialects of ProtoJSON take other spellings and put them right", () => {
  test.each(accepted)("$name", ({ codec, given, want }) => {
    const value = structuredClone(given);
    expect(codec.decode(value)).toBe(value);
    expect(value).toEqual(want);
    expect(codec.is(value)).toBe(true);
    expect(codec.copy(given)).toEqual(codec.encode(codec.decode(structuredClone(want))));
  });

  test.each(accepted)("$name are not the declared type", ({ codec, given, want }) => {
    expect(codec.is(given)).toBe(JSON.stringify(given) === JSON.stringify(want));
  });
});

const utc = "expected a timestamp of RFC 3339 in UTC, such as 2025-10-28T10:30:00.000Z";

const refused: readonly Refused[] = [
  {
    name: "an enum number that is not defined",
    codec: released.ListTasksRequestCodec,
    given: { status: 99 },
    want: [
      "status: expected one of the values of TaskState (TASK_STATE_SUBMITTED, TASK_STATE_WORKING, TASK_STATE_COMPLETED, TASK_STATE_FAILED, TASK_STATE_CANCELED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_REJECTED, TASK_STATE_AUTH_REQUIRED), got 99 [type]",
    ],
  },
  {
    name: "the unspecified value in a REQUIRED field",
    codec: released.MessageCodec,
    given: { messageId: "a", role: "ROLE_UNSPECIFIED", parts: [{ text: "b" }] },
    want: ['role: expected one of the values of Role (ROLE_USER, ROLE_AGENT), got "ROLE_UNSPECIFIED" [enum]'],
  },
  {
    name: "a name of an enum in the other dialect",
    codec: released.MessageCodec,
    given: { messageId: "a", role: "user", parts: [{ text: "b" }] },
    want: [
      'role: expected one of the values of Role (ROLE_USER, ROLE_AGENT), got "user": in this version that is "ROLE_USER" [enum]',
    ],
  },
  {
    name: "a timestamp with an offset in A2A 1.0",
    codec: released.TaskStatusCodec,
    given: { state: "TASK_STATE_WORKING", timestamp: "2025-10-28T12:30:00+02:00" },
    want: [`timestamp: ${utc}, got "2025-10-28T12:30:00+02:00" [format]`],
  },
  {
    name: "two members of a oneof, one by its proto name",
    codec: released.SecuritySchemeCodec,
    given: { mtls_security_scheme: {}, httpAuthSecurityScheme: { scheme: "a" } },
    want: [
      "set exactly one of apiKeySecurityScheme, httpAuthSecurityScheme, oauth2SecurityScheme, openIdConnectSecurityScheme, mtlsSecurityScheme; found httpAuthSecurityScheme, mtlsSecurityScheme [oneof-many]",
    ],
  },
  {
    name: "a problem under a proto name, told at the JSON name",
    codec: released.GetTaskRequestCodec,
    given: { id: "a", history_length: "-1" },
    want: ['historyLength: expected a 32-bit integer, at least 0, got "-1" [type]'],
  },
  {
    name: "both names of a field below a proto name, with everything else that is wrong there",
    codec: released.OAuth2SecuritySchemeCodec,
    given: {
      flows: { authorizationCode: { authorizationUrl: 1, tokenUrl: "b", scopes: {}, token_url: "b" } },
      oauth2_metadata_url: "c",
    },
    want: [
      "flows.authorizationCode.tokenUrl: set twice, as tokenUrl and token_url [duplicate]",
      "flows.authorizationCode.authorizationUrl: expected a string, got 1 [type]",
    ],
  },
  {
    name: "small letters in a timestamp",
    codec: wellKnown.ListsCodec,
    given: { timestamp: ["2025-10-28t10:30:00Z", "2025-10-28T10:30:00z"] },
    want: [
      'timestamp[0]: expected a timestamp of RFC 3339, got "2025-10-28t10:30:00Z" [format]',
      'timestamp[1]: expected a timestamp of RFC 3339, got "2025-10-28T10:30:00z" [format]',
    ],
  },
];

describe("the dialects of ProtoJSON refuse", () => {
  test.each(refused)("$name", ({ codec, given, want }) => {
    expect(issuesOf(codec, given)).toEqual(want);
  });
});

const roles = "expected one of the values of Role (user, agent)";

const refusedByDraft: readonly Refused[] = [
  {
    name: "proto names of fields, which are unknown fields",
    codec: draft.TaskCodec,
    given: { id: "a", context_id: "b", status: { state: "working" } },
    want: ["contextId: required, found context_id: names are lowerCamelCase [required]"],
  },
  {
    name: "proto names of enum values",
    codec: draft.MessageCodec,
    given: { messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }] },
    want: [`role: ${roles}, got "ROLE_USER": in this version that is "user" [enum]`],
  },
  {
    name: "other cases of enum values",
    codec: draft.MessageCodec,
    given: { messageId: "a", role: "User", parts: [{ text: "b" }] },
    want: [`role: ${roles}, got "User": in this version that is "user" [enum]`],
  },
  {
    name: "numbers of enum values",
    codec: draft.MessageCodec,
    given: { messageId: "a", role: 1, parts: [{ text: "b" }] },
    want: [`role: ${roles}, got 1 [type]`],
  },
  {
    name: "the unspecified value",
    codec: draft.MessageCodec,
    given: { messageId: "a", role: "unspecified", parts: [{ text: "b" }] },
    want: [`role: ${roles}, got "unspecified" [enum]`],
  },
  {
    name: "the unspecified value in a field that is not REQUIRED",
    codec: draft.ListTasksRequestCodec,
    given: { status: "unspecified" },
    want: [
      'status: expected one of the values of TaskState (submitted, working, completed, failed, cancelled, input-required, rejected, auth-required), got "unspecified" [enum]',
    ],
  },
  {
    name: "numbers in strings",
    codec: draft.ListTasksRequestCodec,
    given: { pageSize: "20" },
    want: ['pageSize: expected a 32-bit integer from 1 to 100, got "20" [type]'],
  },
  {
    name: "timestamps with offsets",
    codec: draft.TaskStatusCodec,
    given: { state: "working", timestamp: "2025-10-28T12:30:00+00:00" },
    want: [`timestamp: ${utc}, got "2025-10-28T12:30:00+00:00" [format]`],
  },
  {
    name: "timestamps without a zone",
    codec: draft.TaskStatusCodec,
    given: { state: "working", timestamp: "2025-10-28T12:30:00" },
    want: [`timestamp: ${utc}, got "2025-10-28T12:30:00" [format]`],
  },
  {
    name: "the spelling canceled, which is that of other versions",
    codec: draft.TaskStatusCodec,
    given: { state: "canceled" },
    want: [
      'state: expected one of the values of TaskState (submitted, working, completed, failed, cancelled, input-required, rejected, auth-required), got "canceled" [enum]',
    ],
  },
  {
    name: "the proto name of a field with a JSON name of its own",
    codec: draft.SendMessageRequestCodec,
    given: { request: { messageId: "a", role: "user", parts: [{ text: "b" }] } },
    want: ["message: required [required]"],
  },
];

describe("the draft refuses", () => {
  test.each(refusedByDraft)("$name", ({ codec, given, want }) => {
    expect(issuesOf(codec, given)).toEqual(want);
  });
});

test("the draft takes null, numbers for 64-bit integers, and base64url, and puts them right", () => {
  expect(draft.ListTasksRequestCodec.decode({ lastUpdatedAfter: 5, contextId: null })).toEqual({
    lastUpdatedAfter: "5",
  });
  expect(draft.FilePartCodec.decode({ fileWithBytes: "-_8", name: null })).toEqual({ fileWithBytes: "+/8=" });
});

test("fields with the names of the draft's oneofs in the proto are unknown to it", () => {
  const part = { text: "a", file_with_uri: "b" };
  expect(draft.PartCodec.decode(part)).toBe(part);
  expect(draft.PartCodec.stringify(part)).toBe('{"text":"a"}');
});

test.each([
  { name: "good", core: '{"chosen_grade":1}', field: '"chosen_grade":1', want: true },
  { name: "bad", core: '{"chosen_grade":"?"}', field: '"chosen_grade":1', want: false },
  { name: "doubled", core: "{}", field: '"chosen_grade":1,"chosenGrade":1', want: false },
])("proto names at every level of a $name message are looked at once", ({ core, field, want }) => {
  // Checked again at each level, the innermost message would be looked at 2^90 times.
  const text = `${'{"delimited":'.repeat(90)}${core}${`,${field}}`.repeat(90)}`;
  expect(RecordCodec.tryDecode(JSON.parse(text)).ok).toBe(want);
  const value: unknown = JSON.parse(text);
  expect(accepts(RecordCodec, value)).toBe(want);
  expect(JSON.stringify(value)).toBe(want ? renamed(text) : text);
});

function renamed(text: string): string {
  return text.replaceAll("chosen_grade", "chosenGrade").replaceAll(":1", ':"GRADE_GOOD"');
}
