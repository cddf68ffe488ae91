import type { CallContext } from "../../service/index.ts";

/** The scope of calls by the same principal for the same tenant. */
export function scopeOfCall({ principal, tenant }: CallContext): string {
  if (principal === undefined && tenant === undefined) return anyone;
  return JSON.stringify([principal?.id ?? null, tenant ?? null]);
}

const anyone = "[null,null]";
