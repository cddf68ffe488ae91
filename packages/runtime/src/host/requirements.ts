import type { Principal, SecurityRequirement } from "../service/security.ts";

/** Why a caller meets no requirement: the nearest one, and the scopes of it that the caller lacks. */
export interface Unmet {
  /** Undefined for a caller who came by other schemes than any requirement names. */
  readonly nearest:
    | { readonly requirement: SecurityRequirement; readonly missing: readonly string[] }
    | undefined;
}

/**
 * Undefined for a caller who meets one of the requirements: who came by all its schemes, and has its scopes.
 * Where a principal says no schemes or no scopes, its hook vouches for them.
 */
export function findUnmet(
  requirements: readonly SecurityRequirement[],
  { schemes, scopes }: Principal,
): Unmet | undefined {
  if (requirements.length === 0) return undefined;
  let nearest: Unmet["nearest"];
  for (const requirement of requirements) {
    const wanted = Object.entries(requirement.schemes ?? {});
    if (schemes !== undefined && !wanted.every(([name]) => schemes.includes(name))) continue;
    const asked = wanted.flatMap(([, { list = [] }]) => list);
    const missing = scopes === undefined ? [] : asked.filter((scope) => !scopes.includes(scope));
    if (missing.length === 0) return undefined;
    if (nearest === undefined || missing.length < nearest.missing.length) nearest = { requirement, missing };
  }
  return { nearest };
}
