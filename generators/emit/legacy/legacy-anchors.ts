/**
 * Gives out the hidden anchors of earlier names (A.1): the name itself where it can be an id, and as
 * renderers of Markdown would have made one of a heading with it; never one twice.
 */
export function createLegacyAnchors(): (name: string) => readonly string[] {
  const taken = new Set<string>();
  return (name) =>
    [...(/\s/.test(name) ? [] : [name]), slugOf(name)].filter((id) => {
      const isFree = id !== "" && !taken.has(id);
      taken.add(id);
      return isFree;
    });
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}
