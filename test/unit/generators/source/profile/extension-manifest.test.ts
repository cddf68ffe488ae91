import { expect, test } from "vitest";
import { ProfileError } from "../../../../../generators/source/profile/profile-error.ts";
import { readDocument } from "../../../../../generators/source/profile/read-document.ts";

function problemsOf(text: string): readonly string[] {
  try {
    readDocument("extension", text, "extension.yaml");
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.message.split("\n");
  }
}

const good = `
extensions:
  - name: Parcel
    uri: https://example.com/parcel/v1
    kind: state-machine
    params: types.json#/$defs/Params
    data:
      - name: parcel
        type: types.json#/$defs/Parcel
        on: [Message]
      - name: label
        type: types.json#/$defs/Label
        on: [Message, Artifact]
        at: { mediaType: application/label+json, values: one }
        onInvalid: skip
    states:
      data: parcel
      field: state
      initial: [packed]
      moves:
        - { from: packed, to: [sent], by: agent }
        - { from: sent, to: [accepted, refused], by: client }
    limits:
      - { data: parcel, path: "stops[].name", rule: maxLength, param: longestName }
    errors:
      - { name: PARCEL_LOST, jsonRpc: -32300, http: 410, grpc: NOT_FOUND }
`;

test("a whole manifest is read", () => {
  expect(problemsOf(good)).toEqual([]);
});

test.each<{ name: string; from: string; to: string; want: readonly string[] }>([
  {
    name: "a key that is none",
    from: "kind: state-machine",
    to: "kind: state-machine\n    scheme: none",
    want: [
      'extension.yaml:6:5: extensions[0].scheme: expected one of the keys name, uri, otherUris, versionOf, kind, description, required, activation, dependencies, params, headers, data, states, limits, methods, errors, found "scheme" [unknown-key]',
    ],
  },
  {
    name: "no URI",
    from: "uri: https://example.com/parcel/v1",
    to: "uri: parcel",
    want: [
      'extension.yaml:4:10: extensions[0].uri: expected an absolute URI of printable ASCII without spaces, quotes and commas, found "parcel" [contradiction]',
    ],
  },
  ...["(a+)+", "(?=x)x"].map((pattern) => ({
    name: `a header whose pattern ${pattern} may take long`,
    from: "kind: state-machine",
    to: `kind: state-machine\n    headers: [{ name: Parcel, pattern: "${pattern}" }]`,
    want: [
      `extension.yaml:6:40: extensions[0].headers[0].pattern: expected repeated parts with different first characters, so that matching is quick, found "${pattern}" [contradiction]`,
    ],
  })),
  {
    name: "data without a name beside other data",
    from: "- name: label\n        type",
    to: "- type",
    want: [
      "extension.yaml:11:9: extensions[0].data[1]: expected a name for each of several data, found an object [contradiction]",
    ],
  },
  {
    name: "a name that the constant has",
    from: "- name: label",
    to: "- name: require",
    want: [
      'extension.yaml:11:15: extensions[0].data[1].name: expected a name that the generated constant has no other member of, found "require" [contradiction]',
    ],
  },
  {
    name: "elements that are skipped where there is no list",
    from: "at: { mediaType: application/label+json, values: one }",
    to: "at: { partKey: label }",
    want: [
      'extension.yaml:15:20: extensions[0].data[1].onInvalid: expected refuse or ignore: nothing can be left out, found "skip" [contradiction]',
    ],
  },
  {
    name: "states that data does not tell",
    from: "data: parcel\n      field",
    to: "data: box\n      field",
    want: [
      'extension.yaml:17:13: extensions[0].states.data: expected the name of its data, parcel or label, found "box" [contradiction]',
    ],
  },
  {
    name: "a state to which nothing leads",
    from: "initial: [packed]",
    to: "initial: [paked]",
    want: [
      'extension.yaml:19:17: extensions[0].states.initial[0]: expected packed, sent, accepted or refused, found "paked" [contradiction]',
    ],
  },
  {
    name: "a status that gRPC does not have",
    from: "grpc: NOT_FOUND",
    to: "grpc: LOST",
    want: [
      'extension.yaml:26:64: extensions[0].errors[0].grpc: expected a status of gRPC, CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS or UNAUTHENTICATED, found "LOST" [contradiction]',
    ],
  },
  {
    name: "a limit without params",
    from: "    params: types.json#/$defs/Params\n",
    to: "",
    want: [
      'extension.yaml:23:71: extensions[0].limits[0].param: expected params, which could set a limit, found "longestName" [contradiction]',
    ],
  },
])("$name", ({ from, to, want }) => {
  expect(good).toContain(from);
  expect(problemsOf(good.replace(from, to))).toEqual(want);
});

test("the only data may have no name, but in parts it has one, and nothing else refers to one that is none", () => {
  const text = [
    "extensions:",
    "  - name: Label",
    "    uri: https://example.com/label/v1",
    "    kind: profile",
    "    params: types.json#/$defs/Params",
    "    data:",
    "      - { type: types.json#/$defs/Label, on: [Message], at: { partKey: label } }",
    "    limits:",
    "      - { data: label, path: text, rule: maxLength, param: longest }",
  ].join("\n");
  expect(problemsOf(text)).toEqual([
    "extension.yaml:7:9: extensions[0].data[0]: expected a name for data in parts, found an object [contradiction]",
    'extension.yaml:9:17: extensions[0].limits[0].data: expected no name, since its data has none, found "label" [contradiction]',
  ]);
  const named = text.replace("{ type:", "{ name: label, type:");
  expect(problemsOf(named)).toEqual([]);
});
