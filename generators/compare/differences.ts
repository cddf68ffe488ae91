import { type Effects, effects } from "./effects.ts";

/** What differs. */
export type ChangeKind =
  | "added"
  | "removed"
  | "moved"
  | "name"
  | "typescript"
  | "json"
  | "number"
  | "type"
  | "meaning"
  | "presence"
  | "oneof"
  | "limit"
  | "default"
  | "deprecated"
  | "closed"
  | "alias"
  | "request"
  | "response"
  | "streaming"
  | "idempotency"
  | "http"
  | "code"
  | "fact";

/** One kind of difference: whether it breaks users of a package, what it does to peers and code, and why. */
export interface Difference {
  /** The part of a package's version that it raises. */
  readonly step: "major" | "minor";
  readonly kind: ChangeKind;
  /** The difference and its effect: lower case, no full stop. */
  readonly reason: string;
  readonly effects: Effects;
}

/** A value that differs, which always breaks users. */
export interface ChangedValue extends Omit<Difference, "step"> {
  /** The value: "the number". */
  readonly name: string;
}

const major = (kind: ChangeKind, reason: string, effect: Effects): Difference => ({
  step: "major",
  kind,
  reason,
  effects: effect,
});
const minor = (kind: ChangeKind, reason: string, effect: Effects = effects.none): Difference => ({
  ...major(kind, reason, effect),
  step: "minor",
});
const value = (kind: ChangeKind, name: string, reason: string, effect: Effects): ChangedValue => ({
  kind,
  name,
  reason,
  effects: effect,
});
const narrower = (reason: string): Difference => major("limit", reason, effects.narrower);
const wider = (reason: string): Difference => minor("limit", reason, effects.wider);

const isDeprecated = minor("deprecated", "is deprecated");
const importsFail = value("typescript", "the name in TypeScript", "imports of it fail", effects.code);
const otherNumber = value(
  "number",
  "the number",
  "the binary form of one is not read by the other",
  effects.binary,
);

/** Every difference between two versions of a protocol, by what it is about. */
export const differences = {
  package: {
    added: minor("added", "the package is new"),
    renamed: (now: string) =>
      major("name", `the package is ${now} now: calls over gRPC are not found`, effects.binary),
    canonicalSpellings: major("json", "takes only the canonical spellings of JSON now", effects.narrowerJson),
    allSpellings: minor("json", "takes all spellings of ProtoJSON now"),
    utcTimestamps: major("json", "takes only timestamps in UTC now", effects.narrowerJson),
    offsetTimestamps: minor("json", "takes timestamps with offsets now"),
  },
  type: {
    added: (kind: string) => minor("added", `the ${kind} is new`),
    removed: (kind: string) => major("removed", `the ${kind} is gone`, effects.code),
    moved: (kind: string, to: string) =>
      major("moved", `the ${kind} is gone: ${to} has its place`, effects.code),
    typescript: importsFail,
    type: value("type", "the type", "values of one are not read by the other", effects.both),
    deprecated: isDeprecated,
  },
  field: {
    added: (was: string) => minor("added", `is new${was}`, effects.added),
    addedRequired: (was: string) =>
      major("added", `is new and required${was}: values without it are refused`, effects.addedRequired),
    removed: (read: string, effect: Effects) => major("removed", `is gone: ${read} no longer read`, effect),
    moved: (to: string, read: string, effect: Effects) =>
      major("moved", `is gone, and is ${to} now: ${read} no longer read`, effect),
    renamed: (now: string, json: string) =>
      major("name", `is named ${now} now: JSON and TypeScript no longer have ${json}`, effects.jsonName),
    renamedInProto: (was: string, now: string) =>
      minor("name", `is named ${now} in the proto now, and was ${was}`),
    number: otherNumber,
    json: value("json", "the name in JSON", "JSON and TypeScript have another property", effects.jsonName),
    inverted: (json: string) => major("meaning", `means the opposite of ${json}`, effects.peers),
    type: (effect: Effects) => value("type", "the type", "values of one are not read by the other", effect),
    oneof: value("oneof", "the oneof", "other fields can be set together", effects.code),
    required: major("presence", "is required now: values without it are refused", effects.required),
    notRequired: major(
      "presence",
      "is no longer required: code that reads it must handle its absence",
      effects.notRequired,
    ),
    optional: major("presence", "distinguishes absence from the default now", effects.none),
    implicit: major("presence", "no longer distinguishes absence from the default", effects.none),
    default: value("default", "the default", "an absent value means something else", effects.none),
    nonEmpty: narrower("must have an element now: empty lists are refused"),
    mayBeEmpty: wider("may be empty now"),
    narrowerBound: (change: string) => narrower(`${change}: values between are refused`),
    widerBound: (change: string) => wider(change),
    onlyValues: (values: string) => narrower(`takes only ${values} now: other values are refused`),
    fewerValues: (gone: string) => narrower(`no longer takes ${gone}`),
    moreValues: wider("takes more values"),
    pattern: (pattern: string) => narrower(`must match ${pattern} now: other values are refused`),
    noPattern: wider("no longer has to match a pattern"),
    deprecated: isDeprecated,
  },
  oneof: {
    required: major("presence", "must have a member now: values without one are refused", effects.required),
    notRequired: major(
      "presence",
      "need not have a member now: code that reads it must handle none",
      effects.notRequired,
    ),
  },
  enum: {
    closed: major("closed", "is closed now: unknown numbers are refused", effects.narrower),
    open: major("closed", "is open now: numbers may be unknown", { ...effects.wider, reader: true }),
  },
  enumValue: {
    added: (effect: Effects) => minor("added", "is new", effect),
    removed: (json: string, key: string) =>
      major(
        "removed",
        `is gone: ${json} in JSON and ${key} in TypeScript are unknown now`,
        effects.removedValue,
      ),
    renamed: (now: string) => major("name", `is named ${now} now`, effects.none),
    number: otherNumber,
    json: value("json", "the spelling in JSON", "JSON of one is not read by the other", effects.json),
    typescript: value(
      "typescript",
      "the key in TypeScript",
      "code that names it does not compile",
      effects.code,
    ),
    second: (number: number) =>
      major("alias", `is a second name of ${number} now: JSON is written with the other`, effects.json),
    first: (number: number) =>
      major("alias", `is the first name of ${number} now: JSON is written with it`, effects.json),
    deprecated: isDeprecated,
  },
  service: {
    added: minor("added", "the service is new", effects.addedCall),
    removed: major("removed", "the service is gone", effects.removedCall),
    typescript: importsFail,
  },
  method: {
    added: minor("added", "the method is new", effects.addedCall),
    removed: major("removed", "the method is gone", effects.removedCall),
    name: value("name", "the name", "calls of it are not found", effects.peers),
    typescript: value(
      "typescript",
      "the name in TypeScript",
      "code that calls it does not compile",
      effects.code,
    ),
    request: value("request", "the request", "calls of one are not read by the other", effects.both),
    response: value("response", "the response", "answers of one are not read by the other", effects.both),
    streaming: value(
      "streaming",
      "the kind of streaming",
      "calls of one are not answered by the other",
      effects.both,
    ),
    idempotent: (now: string) => minor("idempotency", `is ${now} now`),
    notIdempotent: (was: string) =>
      major("idempotency", `is no longer ${was}: clients that repeat calls do harm`, effects.none),
    ruleAdded: (rule: string) => minor("http", `${rule} is new`, effects.widerJson),
    ruleRemoved: (rule: string) =>
      major("http", `${rule} is gone: calls over HTTP are not found`, effects.narrowerJson),
    deprecated: isDeprecated,
  },
  error: {
    added: minor("added", "the error is new"),
    removed: major("removed", "the error is gone", effects.code),
    name: value("name", "the name", "code that names it does not compile", effects.code),
    code: (name: string) =>
      value("code", name, "clients do not know it again", name === "grpc" ? effects.binary : effects.json),
  },
  header: {
    added: minor("added", "the header is new"),
    removed: major("removed", "the header is gone", effects.none),
    name: value("name", "the name", "the other version does not know the header", effects.peers),
    query: value(
      "fact",
      "whether it may be a query parameter",
      "only one of the versions reads it there",
      effects.none,
    ),
  },
  protocol: {
    version: value(
      "fact",
      "the version of the protocol",
      "clients and servers of one refuse the other",
      effects.peers,
    ),
    /** Anything else that a profile says. */
    fact: (reason: string, effect: Effects) => value("fact", "it", reason, effect),
  },
} as const;
