import { namedChecks } from "../checks/all-checks.ts";
import { listInterfaces } from "../core/interfaces.ts";
import { everywhere } from "../core/judge-form.ts";
import { isFor, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import { manifestIds } from "../extensions/extension-checks.ts";

/**
 * The requirements that a card rules out: those for versions or bindings that it does not have, and those
 * whose checks are all left out for what it declares.
 */
export function ruledOutBy(card: object): ReadonlySet<RequirementId> {
  // Callers are no part of the card: checks are left out for lack of another one only when they run.
  const { subjects } = listInterfaces(card, { headers: [], otherHeaders: [], isAllowed: () => true });
  if (subjects.length === 0) throw new TypeError("card: expected an interface that can be tried; found none");
  const isRuledOut = (id: RequirementId): boolean => {
    const own = subjects.filter(({ version, binding }) => isFor(requirementOf(id), version, binding));
    const checks = namedChecks.filter(({ covers }) => covers.includes(id));
    if (own.length === 0) return true;
    if (manifestIds.includes(id)) {
      return own.every(({ card: { capabilities } }) => (capabilities.extensions ?? []).length === 0);
    }
    if (checks.length === 0 || everywhere.includes(id)) return false;
    return own.every((subject) => checks.every(({ except }) => except?.(subject) !== undefined));
  };
  return new Set((Object.keys(requirements) as RequirementId[]).filter(isRuledOut));
}
