/** Counts the members and elements of a JSON value at any depth; stops soon after `limit`, a cycle included. */
export function countEntries(value: unknown, limit: number): number {
  const pending: unknown[] = [value];
  let count = 1;
  while (pending.length > 0 && count <= limit) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += members.length;
    if (count > limit) break;
    for (const member of members) {
      if (typeof member === "object" && member !== null) pending.push(member);
    }
  }
  return count;
}
