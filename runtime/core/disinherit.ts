/** Takes their prototypes from all objects of a value that JSON.parse made. */
export function disinherit(value: unknown): void {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) Object.setPrototypeOf(next, null);
    for (const child of Object.values(next)) pending.push(child);
  }
}
