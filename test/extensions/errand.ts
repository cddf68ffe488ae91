/** One extension with all that terms can say, written twice: as options of a proto, and as a manifest. */

export const proto = `
syntax = "proto3";
package errand.v1;
import "a2agen/options.proto";
import "google/api/field_behavior.proto";
import "lf/a2a/v1/a2a.proto";

message Errand {
  option (a2agen.extension) = {
    uri: "https://example.com/errand/v1"
    other_uris: "https://old.example/errand/v1"
    version_of: "https://example.com/errand/draft"
    kind: EXTENSION_KIND_STATE_MACHINE
    description: "Has a client's errands run."
    activation: EXTENSION_ACTIVATION_OPTIONAL
    dependencies: { uri: "urn:maps:v1" optional: true }
    params: "ErrandParams"
    headers: { name: "Errand-Agent" required: true pattern: "v=[0-9]+" }
    objects: "lf.a2a.v1.Message"
    data: {
      name: "order" type: "ErrandOrder" from: SIDE_CLIENT
      at: { part_key: "errand.order" }
    }
    data: {
      name: "progress" description: "How far it is."
      at: { prefix: "errand." also_reads: "run." }
    }
    data: {
      name: "stamp" type: "ErrandStamp" on: "lf.a2a.v1.Message" on: "lf.a2a.v1.Artifact"
      at: { uri_without_scheme: "stamp" } on_invalid: INVALID_DATA_IGNORE
    }
    data: {
      name: "notes" type: "ErrandNote" on: "lf.a2a.v1.Artifact"
      at: { media_type: "application/vnd.note+json" also_reads: "application/note" marker: PART_MARKER_METADATA values: PART_VALUES_EITHER }
      on_invalid: INVALID_DATA_SKIP
    }
    data: { name: "session" type: "ErrandStamp" at: { path: { names: "shared" names: "errand" } } }
    data: {
      name: "receipt" type: "errand.v1.ErrandStamp" on: "lf.a2a.v1.Task" from: SIDE_AGENT
      at: { key: "receipt" also_reads: "bill" } task_states: "TASK_STATE_COMPLETED"
    }
    data: { name: "remark" type: "ErrandNote" at: { uri: METADATA_KEY_URI_FIELD } }
    limits: { data: "order" path: "all_stops" rule: LIMIT_RULE_MAX_ITEMS param: "max_stops" }
    limits: { data: "order" path: "all_stops[].street" rule: LIMIT_RULE_MAX_LENGTH param: "longest_street" }
    errors: { name: "ERRAND_REFUSED" json_rpc: -32350 http: 409 description: "Nobody runs this errand." }
    errors: { name: "ERRAND_LATE" grpc: "DEADLINE_EXCEEDED" }
    state_machine: {
      data: "progress"
      field: "state"
      keyed_by: "ended_at"
      transitions: { from: "ERRAND_STATE_UNSPECIFIED" to: "ERRAND_STATE_ASKED" }
      transitions: { from: "ERRAND_STATE_ASKED" to: "ERRAND_STATE_RUN" by: SIDE_AGENT }
      transitions: { from: "ERRAND_STATE_ASKED" to: "ERRAND_STATE_DROPPED" by: SIDE_CLIENT }
      transitions: { from: "ERRAND_STATE_RUN" to: "ERRAND_STATE_DONE" to: "ERRAND_STATE_DROPPED" by: SIDE_AGENT }
      states: { state: "ERRAND_STATE_DONE" carries: "ended_at" }
      states: { state: "ERRAND_STATE_RUN" task_states: "TASK_STATE_WORKING" }
    }
  };
  ErrandState state = 1 [(google.api.field_behavior) = REQUIRED];
  string ended_at = 2;
}
enum ErrandState {
  ERRAND_STATE_UNSPECIFIED = 0;
  ERRAND_STATE_ASKED = 1;
  ERRAND_STATE_RUN = 2;
  ERRAND_STATE_DROPPED = 3;
  ERRAND_STATE_DONE = 4;
}
message ErrandOrder { repeated ErrandStop all_stops = 1 [(google.api.field_behavior) = REQUIRED]; }
message ErrandStop { string street = 1 [(google.api.field_behavior) = REQUIRED]; }
message ErrandStamp { string time = 1 [(google.api.field_behavior) = REQUIRED]; }
message ErrandNote { string text = 1 [(google.api.field_behavior) = REQUIRED]; }
message ErrandParams { int32 max_stops = 1; int32 longest_street = 2; }
`;

export const manifest = `
extensions:
  - name: Errand
    uri: https://example.com/errand/v1
    versionOf: https://example.com/errand/draft
    otherUris: [https://old.example/errand/v1]
    kind: state-machine
    description: Has a client's errands run.
    activation: optional
    dependencies: [{ uri: "urn:maps:v1", optional: true }]
    params: errand.json#/$defs/ErrandParams
    headers: [{ name: Errand-Agent, required: true, pattern: "v=[0-9]+" }]
    data:
      - { name: order, type: errand.json#/$defs/ErrandOrder, from: client, on: [Message], at: { partKey: errand.order } }
      - name: progress
        description: How far it is.
        type: errand.json#/$defs/Errand
        on: [Message]
        at: { prefix: errand., alsoReads: [run.] }
      - name: stamp
        type: errand.json#/$defs/ErrandStamp
        on: [Message, Artifact]
        at: { uriWithoutScheme: stamp }
        onInvalid: ignore
      - name: notes
        type: errand.json#/$defs/ErrandNote
        on: [Artifact]
        at: { mediaType: application/vnd.note+json, alsoReads: [application/note], marker: metadata, values: either }
        onInvalid: skip
      - { name: session, type: errand.json#/$defs/ErrandStamp, on: [Message], at: { path: [shared, errand] } }
      - name: receipt
        type: errand.json#/$defs/ErrandStamp
        from: agent
        on: [Task]
        at: { key: receipt, alsoReads: [bill] }
        taskStates: [TASK_STATE_COMPLETED]
      - { name: remark, type: errand.json#/$defs/ErrandNote, on: [Message], at: uri-field }
    limits:
      - { data: order, path: allStops, rule: maxItems, param: maxStops }
      - { data: order, path: "allStops[].street", rule: maxLength, param: longestStreet }
    errors:
      - { name: ERRAND_REFUSED, jsonRpc: -32350, http: 409, description: Nobody runs this errand. }
      - { name: ERRAND_LATE, grpc: DEADLINE_EXCEEDED }
    states:
      data: progress
      field: state
      keyedBy: endedAt
      initial: [ERRAND_STATE_ASKED]
      moves:
        - { from: ERRAND_STATE_ASKED, to: [ERRAND_STATE_RUN], by: agent }
        - { from: ERRAND_STATE_ASKED, to: [ERRAND_STATE_DROPPED], by: client }
        - { from: ERRAND_STATE_RUN, to: [ERRAND_STATE_DONE, ERRAND_STATE_DROPPED], by: agent }
      carries: { ERRAND_STATE_DONE: [endedAt] }
      taskStates: { ERRAND_STATE_RUN: [TASK_STATE_WORKING] }
`;

const states = ["ASKED", "RUN", "DROPPED", "DONE"].map((name) => `ERRAND_STATE_${name}`);
const text = { type: "string" } as const;
const record = (properties: object, ...required: string[]) => ({ type: "object", properties, required });

export const schemas = {
  $defs: {
    Errand: record({ state: { enum: states }, endedAt: text }, "state"),
    ErrandOrder: record(
      { allStops: { type: "array", items: { $ref: "#/$defs/ErrandStop" }, minItems: 1 } },
      "allStops",
    ),
    ErrandStop: record({ street: { ...text, minLength: 1 } }, "street"),
    ErrandStamp: record({ time: { ...text, minLength: 1 } }, "time"),
    ErrandNote: record({ text: { ...text, minLength: 1 } }, "text"),
    ErrandParams: record({ maxStops: { type: "integer" }, longestStreet: { type: "integer" } }),
  },
};
