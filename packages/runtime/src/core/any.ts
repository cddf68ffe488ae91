import { notObject } from "./check.ts";
import { describe, type Kind, refuse } from "./kind.ts";
import { addProblem, type Check, type Problems } from "./problems.ts";
import {
  bool,
  bytes,
  duration,
  fieldMask,
  int64,
  isBytes,
  offsetTimestamp,
  protoDouble,
  protoFloat,
  protoInt32,
  protoUint32,
  text,
  uint64,
} from "./scalars.ts";
import { checkListValue, checkStruct, checkValue } from "./struct.ts";
import { isRecord } from "./trust.ts";

/** Message types that a google.protobuf.Any may carry; `createTypeRegistry` of the binary form makes them. */
export interface PackableTypes {
  readonly types: ReadonlyMap<string, { readonly check?: Check }>;
  /** Whether bytes of other types, in base64 under "value", are handed on. */
  readonly relays?: boolean;
}

/** Those of the check that runs: one synchronous call, as in trust.ts. */
let known: PackableTypes | undefined;

/** Runs a check that reads each Any by these types. Without them only well-known types are read. */
export function withTypes<T>(types: PackableTypes | undefined, run: () => T): T {
  if (types === undefined) return run();
  const before = known;
  known = types;
  try {
    return run();
  } finally {
    known = before;
  }
}

/** Checks a google.protobuf.Any: what is packed in it as if it stood outside, where its type is known. */
export function checkAny(value: unknown): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  const url = Object.hasOwn(value, "@type") ? value["@type"] : undefined;
  if (Object.keys(value).length === 0) return undefined;
  if (typeof url !== "string" || !/[^/]$/.test(url)) {
    return addProblem(undefined, "@type", {
      code: url === undefined ? "required" : "type",
      message: `expected a type URL such as "type.googleapis.com/pkg.Message", got ${describe(url)}`,
    });
  }
  const tree = checkValue(value);
  if (tree !== undefined) return tree;
  const name = url.slice(url.lastIndexOf("/") + 1);
  const wellKnown = wellKnownChecks.get(name);
  if (wellKnown !== undefined) return checkWrapped(value, wellKnown);
  if (known === undefined) return undefined;
  const type = known.types.get(name);
  return type === undefined ? refuseUnknown(value, name) : type.check?.(value, 0);
}

/** Bytes of an unknown type can be handed on, but not read: the lenient mode keeps them. */
function refuseUnknown(any: Record<string, unknown>, name: string): Problems | undefined {
  const isPacked = Object.keys(any).length === 2 && isBytes(any["value"]);
  if (isPacked && known?.relays === true) return undefined;
  return addProblem(undefined, "@type", {
    code: "type",
    message: `${name} is not registered; pass types: createTypeRegistry([...]) with the codec of ${name}`,
    ...(isPacked && {
      mend: () => {
        // The bytes stand in base64 under "value".
      },
    }),
  });
}

/** A well-known type stands under "value". */
function checkWrapped(any: Record<string, unknown>, check: Check | Kind | "empty"): Problems | undefined {
  if (check === "empty") return undefined;
  if (!Object.hasOwn(any, "value")) {
    return addProblem(undefined, "value", { code: "required", message: "required" });
  }
  const { value } = any;
  if (typeof check === "function") {
    const inner = check(value, 0);
    if (inner === undefined) return undefined;
    for (const problem of inner.problems) problem.segments.push("value");
    return inner;
  }
  if (check.is(value)) return undefined;
  // In a list, null is a value and not the absence of one.
  const found = refuse(undefined, [value], 0, check);
  if (value === null || found.problems.length > 0) {
    return addProblem(undefined, "value", {
      code: found.problems[0]?.code ?? "type",
      message: found.problems[0]?.message ?? `expected ${check.expected}, got null`,
    });
  }
  return refuse(undefined, any, "value", check);
}

const wellKnownChecks: ReadonlyMap<string, Check | Kind | "empty"> = /* @__PURE__ */ new Map<
  string,
  Check | Kind | "empty"
>([
  ["google.protobuf.Any", checkAny],
  ["google.protobuf.Empty", "empty"],
  ["google.protobuf.ListValue", checkListValue],
  ["google.protobuf.Struct", checkStruct],
  ["google.protobuf.Value", checkValue],
  ["google.protobuf.Duration", duration],
  ["google.protobuf.FieldMask", fieldMask],
  ["google.protobuf.Timestamp", offsetTimestamp],
  ["google.protobuf.BoolValue", bool],
  ["google.protobuf.BytesValue", bytes],
  ["google.protobuf.DoubleValue", protoDouble],
  ["google.protobuf.FloatValue", protoFloat],
  ["google.protobuf.Int32Value", protoInt32],
  ["google.protobuf.Int64Value", int64],
  ["google.protobuf.StringValue", text],
  ["google.protobuf.UInt32Value", protoUint32],
  ["google.protobuf.UInt64Value", uint64],
]);
