import type { ListBooksRequest } from "../generated/proto/bookshop/v1/bookshop_types.js";
import type * as enums from "../generated/proto/features/enums_types.js";
import { Switch, type Vacant, type Version } from "../generated/proto/features/enums_types.js";
import type * as maps from "../generated/proto/features/maps_types.js";
import type * as names from "../generated/proto/features/names_types.js";
import type * as oneofs from "../generated/proto/features/oneofs_types.js";
import type * as scalars from "../generated/proto/features/scalars_types.js";
import type * as wellKnown from "../generated/proto/features/wellknown_types.js";
import { same } from "./same.js";

// Outside of A2A a oneof may be unset, and every oneof of a message is on its own.

export const several: oneofs.Several[] = [
  {},
  { before: "a" },
  { firstText: "a", secondFlag: true, only: "AAEC" },
  { firstSub: {}, secondValue: null },
  { secondNull: null, after: ["a"] },
];
// @ts-expect-error -- two members of the first oneof
export const twoFirst: oneofs.Several = { firstText: "a", firstSub: {} };
// @ts-expect-error -- two members of the second oneof
export const twoSecond: oneofs.Several = { firstText: "a", secondFlag: true, secondNull: null };
// @ts-expect-error -- a wrong type outside of the oneofs
export const wrongBetween: oneofs.Several = { between: "1" };

export function describe(message: oneofs.Several): string {
  if (message.firstText !== undefined) {
    same<typeof message.firstText, string>(true);
    same<typeof message.firstSub, undefined>(true);
    return message.firstText;
  }
  return message.firstSub?.text ?? String(message.secondFlag ?? false);
}

// Scalars: numbers up to 32 bits, strings beyond, the names of what JSON cannot write.

export const all: scalars.Singular = {
  doubleField: "NaN",
  floatField: -1.5,
  int32Field: 1,
  int64Field: "1",
  uint64Field: "1",
  boolField: true,
  stringField: "a",
  bytesField: "AAEC",
};
// @ts-expect-error -- a 64-bit integer is a string
export const bigNumber: scalars.Singular = { int64Field: 1 };
// @ts-expect-error -- not one of the names
export const notANumber: scalars.Singular = { doubleField: "nan" };
// @ts-expect-error -- only floating point numbers have names
export const integerName: scalars.Singular = { int32Field: "NaN" };
// @ts-expect-error -- bytes are base64
export const rawBytes: scalars.Singular = { bytesField: new Uint8Array(1) };
// @ts-expect-error -- an optional field is there, though undefined
export const undefinedField: scalars.Optional = { int32Field: undefined };

// Enums: a zero value that says something is a value, an unspecified one only where it can be told from
// absence.

same<Switch, "SWITCH_OFF" | "SWITCH_ON" | number>(true);
same<Vacant, number>(true);
same<keyof typeof Version, "1" | "20" | "3d">(true);
export const implicit: enums.Singular = { switch: Switch.Off, aliased: "ALIASED_RUNNING" };
// @ts-expect-error -- absence says the same
export const implicitZero: enums.Singular = { aliased: "ALIASED_UNSPECIFIED" };
export const explicitZero: enums.Optional = { aliased: "ALIASED_UNSPECIFIED" };
export const listed: enums.Lists = { aliased: ["ALIASED_UNSPECIFIED", "ALIASED_DONE"] };

// Maps and well-known types.

export const keyed: maps.Keys = { int32Key: { 1: "a" }, boolKey: { true: "b" }, stringKey: { c: "d" } };
// @ts-expect-error -- a wrong value
export const wrongEntry: maps.Keys = { int32Key: { 1: 2 } };
export const known: wellKnown.Singular = {
  timestamp: "2025-10-28T10:30:00Z",
  duration: "1.5s",
  fieldMask: "a.b,c",
  empty: {},
  struct: { a: [null] },
  value: null,
  listValue: [1],
  nullValue: null,
};
// @ts-expect-error -- Empty has no fields
export const filled: wellKnown.Singular = { empty: { a: 1 } };
// @ts-expect-error -- the null value is null
export const namedNull: wellKnown.Singular = { nullValue: "NULL_VALUE" };
export const wrappers: wellKnown.Wrappers = { boolValue: false, int64Value: "1", doubleValue: "Infinity" };
// @ts-expect-error -- a wrapper is the value itself
export const wrapped: wellKnown.Wrappers = { boolValue: { value: false } };

// A field that has the name of a member of every object leaves the literals of its message alone.

export const inherited: names.Inherited[] = [{}, { toString: "a", valueOf: "b" }, { prototype: "c" }];
export const inheritedToo: ListBooksRequest[] = [{ parent: "shelves/1" }, { constructor: "a" }];
export const arms: names.Members[] = [{}, { constructor: "a" }, { length: 1 }];
// @ts-expect-error -- a wrong type under such a name
export const wrongInherited: names.Inherited = { constructor: 1 };
// @ts-expect-error -- two members are set
export const twoArms: names.Members = { constructor: "a", length: 1 };

export function readInherited(request: ListBooksRequest): string {
  // What an absent field gives is what every object has.
  return typeof request.constructor === "string" ? request.constructor : "";
}
