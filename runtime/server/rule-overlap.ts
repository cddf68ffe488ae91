import type { Host } from "../host/host.ts";
import { flattenPath, formatTemplate } from "../rest/router.ts";
import type { HttpBinding } from "../service/method.ts";

/** Throws a TypeError when a path can be meant by rules of both hosts, whatever the verbs. */
export function checkOverlap(one: Host, other: Host, base: string): void {
  for (const mine of rulesOf(one)) {
    for (const theirs of rulesOf(other)) {
      if (!overlaps(mine, theirs)) continue;
      throw new TypeError(
        `${one.protocol.name} and ${other.protocol.name} are both served at ${base === "" ? "/" : base}, where ${formatTemplate(mine)} and ${formatTemplate(theirs)} have paths in common; give one of them a base of its own with "rest"`,
      );
    }
  }
}

function rulesOf({ methods }: Host): readonly HttpBinding[] {
  return methods.flatMap(({ method }) =>
    method.kind === "unary" || method.kind === "server" ? method.http : [],
  );
}

function overlaps(one: HttpBinding, other: HttpBinding): boolean {
  // An action is looked for before a segment with a colon in it.
  if ((one.action ?? "") !== (other.action ?? "")) return false;
  const [mine, theirs] = [flattenPath(one.path), flattenPath(other.path)];
  for (let at = 0; ; at += 1) {
    const [left, right] = [mine[at], theirs[at]];
    if (left === "**" || right === "**" || (left === undefined && right === undefined)) return true;
    if (left === undefined || right === undefined) return false;
    if (left !== "*" && right !== "*" && left !== right) return false;
  }
}
