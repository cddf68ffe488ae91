/**
 * Names from which a walk along `edges` comes back to the name itself: Tarjan's strongly connected
 * components, with an explicit stack, so that long chains of messages do not overflow the call stack.
 */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const cyclic = new Set<string>();
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const lowOf = (name: string): number => low.get(name) ?? Number.POSITIVE_INFINITY;

  const enter = (name: string): { name: string; rest: Iterator<string> } => {
    index.set(name, index.size);
    low.set(name, index.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, rest: (edges.get(name) ?? new Set<string>()).values() };
  };
  const leave = (name: string): void => {
    if (lowOf(name) !== index.get(name)) return;
    const component = open.splice(open.lastIndexOf(name));
    for (const member of component) isOpen.delete(member);
    if (component.length > 1 || edges.get(name)?.has(name))
      for (const member of component) cyclic.add(member);
  };

  for (const root of edges.keys()) {
    if (index.has(root)) continue;
    const walk = [enter(root)];
    for (let frame = walk.at(-1); frame !== undefined; frame = walk.at(-1)) {
      const next = frame.rest.next();
      if (next.done) {
        walk.pop();
        const parent = walk.at(-1);
        if (parent !== undefined) low.set(parent.name, Math.min(lowOf(parent.name), lowOf(frame.name)));
        leave(frame.name);
      } else if (!index.has(next.value)) {
        walk.push(enter(next.value));
      } else if (isOpen.has(next.value)) {
        low.set(frame.name, Math.min(lowOf(frame.name), index.get(next.value) ?? lowOf(frame.name)));
      }
    }
  }
  return cyclic;
}

/** Names from which a walk along `edges` reaches one of `targets`; the targets are among them. */
export function findReaching(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  targets: Iterable<string>,
): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  for (const [from, reached] of edges) {
    for (const to of reached) {
      const list = sources.get(to);
      if (list === undefined) sources.set(to, [from]);
      else list.push(from);
    }
  }
  const reaching = new Set(targets);
  // The set grows while it is walked.
  for (const name of reaching) for (const source of sources.get(name) ?? []) reaching.add(source);
  return reaching;
}
