/** A request's path and query below a mount, and the mount. */
export interface MountedTarget {
  readonly target: string;
  /** Absent when nothing is taken off. */
  readonly base?: string;
}

/** A path that is taken off, "/agents/one", from "/agents/one/" or "agents/one"; "" for none. */
export function normalizeMount(path: string): string {
  const inner = path.replace(/^\/+/, "").replace(/\/+$/, "");
  return inner === "" ? "" : `/${inner}`;
}

/** A target below a fixed mount; undefined if it is elsewhere. */
export function belowMount(target: string, mount: string): MountedTarget | undefined {
  if (mount === "") return { target };
  const rest = target.startsWith(mount) ? restOf(target.slice(mount.length)) : undefined;
  return rest === undefined ? undefined : { target: rest, base: mount };
}

/**
 * A target below a mount whose pattern has so many segments, some of which may be parameters; the whole
 * target if it has fewer.
 */
export function belowPattern(target: string, pattern: string): MountedTarget {
  const segments = pattern.split("/").filter((segment) => segment !== "").length;
  const mount =
    /^[^?]*/
      .exec(target)?.[0]
      .split("/")
      .slice(0, segments + 1)
      .join("/") ?? "";
  return belowMount(target, mount) ?? { target };
}

/** What stands before a target in the one that the client sent, after a framework has taken it off. */
export function takenOff(original: string, target: string): MountedTarget {
  // Where nothing is left, frameworks add the slash with which a target begins.
  const isAdded = /^\/(?:\?|$)/.test(target) && !original.endsWith(target);
  const rest = isAdded ? target.slice(1) : target;
  const base = original.endsWith(rest) ? original.slice(0, original.length - rest.length) : "";
  return base === "" || base.includes("?") ? { target } : { target, base: normalizeMount(base) };
}

/** What follows a mount, as a target; undefined where the mount ends within a segment. */
function restOf(rest: string): string | undefined {
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : undefined;
}
