import { isInt32 } from "./integer.ts";
import { type Kind, sameName, skipped } from "./kind.ts";

/** Describes an enum. */
export interface EnumInit {
  readonly name: string;
  /** The const object of the enum. */
  readonly values: Readonly<Record<string, string>>;
  /** The values by number, for dialects that accept numbers. */
  readonly numbers?: Readonly<Record<number, string>>;
  /** Whether other numbers are values too. */
  readonly unnamed?: boolean;
  /** Whether the lenient mode drops unknown names, as protobuf's readers can; otherwise it keeps them. */
  readonly skips?: boolean;
}

/** The kind of an enum's values. */
export function enumKind(
  is: (value: unknown) => boolean,
  { name, values, numbers, unnamed, skips }: EnumInit,
): Kind {
  return {
    is,
    normalize: (value) =>
      typeof value === "number" && numbers !== undefined && Object.hasOwn(numbers, value)
        ? numbers[value]
        : undefined,
    mend: (value) => (typeof value !== "string" ? undefined : skips ? skipped : value),
    get expected() {
      const names = `one of the values of ${name} (${Object.values(values).join(", ")})`;
      return unnamed ? `${names}, or the number of another one` : names;
    },
    sameAs: (value) => sameName(value, Object.values(values)),
    code: "enum",
    jsonType: "string",
  };
}

/** Whether a value is a number of an open enum that none of its values has. */
export function isUnnamed(value: unknown, named: readonly number[]): boolean {
  return typeof value === "number" && isInt32(value) && !named.includes(value);
}

/** The kind for a field in which the zero value says the same as no value. */
export function zeroIsAbsent(kind: Kind, zero: string): Kind {
  return derive(kind, { isAbsent: (value) => value === zero || value === 0 });
}

/** The kind for a place in which the zero value is a value like others. */
export function withZero(kind: Kind, zero: string): Kind {
  return derive(kind, {
    is: (value) => value === zero || kind.is(value),
    normalize: (value) => (value === 0 ? zero : kind.normalize?.(value)),
  });
}

/** The kind of a string that must be one of a few. */
export function choiceKind(values: readonly string[]): Kind {
  return {
    is: (value) => typeof value === "string" && values.includes(value),
    expected: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    code: "enum",
    jsonType: "string",
  };
}

/** The kind of a string that must match a pattern. */
export function patternKind(pattern: RegExp): Kind {
  return {
    is: (value) => typeof value === "string" && pattern.test(value),
    expected: `a string that matches ${pattern.source}`,
    code: "format",
    jsonType: "string",
  };
}

function derive(kind: Kind, changes: Partial<Kind>): Kind {
  return {
    is: kind.is,
    normalize: (value) => kind.normalize?.(value),
    mend: (value) => kind.mend?.(value),
    get expected() {
      return kind.expected;
    },
    sameAs: (value) => kind.sameAs?.(value),
    code: kind.code,
    jsonType: kind.jsonType,
    ...changes,
  };
}
