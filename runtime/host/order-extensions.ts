import type { ExtensionSupport } from "../service/extension-support.ts";

/**
 * The extensions with what each one needs before it, otherwise in their order. Throws a TypeError for
 * extensions that need one another in a circle, optional dependencies included: there would be no order.
 */
export function orderExtensions(supported: readonly ExtensionSupport[]): readonly ExtensionSupport[] {
  const byUri = new Map(supported.map((support) => [support.extension.uri, support]));
  const ordered = new Set<ExtensionSupport>();
  const path: string[] = [];
  const visit = (support: ExtensionSupport): void => {
    const { uri, dependencies = [] } = support.extension;
    if (ordered.has(support)) return;
    if (path.includes(uri)) {
      const circle = [...path.slice(path.indexOf(uri)), uri].join(" -> ");
      throw new TypeError(
        `extensions: expected dependencies without a circle, found ${circle} (A2A extensions, "Extension Dependencies")`,
      );
    }
    path.push(uri);
    for (const dependency of dependencies) {
      const needed = byUri.get(dependency.uri);
      if (needed !== undefined) visit(needed);
    }
    path.pop();
    ordered.add(support);
  };
  for (const support of supported) visit(support);
  return [...ordered];
}
