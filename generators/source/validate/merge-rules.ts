import type { ValueRules } from "@a2agen/runtime/internal";

/** What all of some rules ask for. */
export function mergeRules(all: readonly ValueRules[]): ValueRules | undefined {
  const merged = all.reduce<ValueRules>(merge, {});
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function merge(one: ValueRules, other: ValueRules): ValueRules {
  const both = { ...one, ...other };
  const join = (key: "matches" | "excludes"): object => {
    const list = [...(one[key] ?? []), ...(other[key] ?? [])];
    return list.length === 0 ? {} : { [key]: list };
  };
  const notIn = [...(one.notIn ?? []), ...(other.notIn ?? [])];
  const kept = one.in === undefined || other.in === undefined ? undefined : new Set(other.in);
  return {
    ...both,
    ...join("matches"),
    ...join("excludes"),
    ...(notIn.length === 0 ? {} : { notIn: [...new Set(notIn)] }),
    ...(kept === undefined ? {} : { in: one.in?.filter((value) => kept.has(value)) ?? [] }),
    ...(one.minLength === undefined || other.minLength === undefined
      ? {}
      : { minLength: Math.max(one.minLength, other.minLength) }),
    ...(one.maxLength === undefined || other.maxLength === undefined
      ? {}
      : { maxLength: Math.min(one.maxLength, other.maxLength) }),
  };
}
