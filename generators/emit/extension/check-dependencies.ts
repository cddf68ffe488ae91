import type { Diagnostics } from "../../model/diagnostics.ts";
import { isUri } from "../../naming/is-uri.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

/** Reports dependencies that are no URIs, are given twice, or lead back to where they begin. */
export function checkDependencies(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const byUri = new Map(
    extensions.flatMap((extension) => urisOf(extension).map((uri) => [uri, extension] as const)),
  );
  for (const { typeName: extension, options } of extensions) {
    const { position } = options;
    const seen = new Set<ResolvedExtension | string>();
    for (const { uri } of options.dependencies) {
      const target = byUri.get(uri) ?? uri;
      if (!isUri(uri)) {
        diagnostics.report(extensionDiagnostics["extension-uri"], position, {
          extension,
          found: uri,
          what: "uri of a dependency",
        });
      } else if (urisOf({ options }).includes(uri)) {
        diagnostics.report(extensionDiagnostics["extension-dependency"], position, {
          extension,
          uri,
          problem: ", which is itself",
        });
      } else if (seen.has(target)) {
        diagnostics.report(extensionDiagnostics["extension-dependency"], position, {
          extension,
          uri,
          problem: " more than once",
        });
      }
      seen.add(target);
    }
  }
  for (const cycle of findCycles(byUri)) {
    const [first] = cycle;
    if (first === undefined) continue;
    const path = [...cycle, first].map(({ typeName }) => typeName);
    diagnostics.report(extensionDiagnostics["extension-cycle"], first.options.position, {
      extension: first.typeName,
      path,
    });
  }
}

function urisOf({ options: { uri, otherUris } }: Pick<ResolvedExtension, "options">): readonly string[] {
  return [uri, ...otherUris];
}

/** The cycles of more than one extension, each once; the walk keeps its own stack, for long chains. */
function findCycles(
  byUri: ReadonlyMap<string, ResolvedExtension>,
): readonly (readonly ResolvedExtension[])[] {
  const cycles: ResolvedExtension[][] = [];
  const done = new Set<ResolvedExtension>();
  for (const start of new Set(byUri.values())) {
    const path: { readonly extension: ResolvedExtension; next: number }[] = [];
    if (!done.has(start)) path.push({ extension: start, next: 0 });
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { extension } = top;
      const dependency = extension.options.dependencies[top.next];
      top.next += 1;
      if (dependency === undefined) {
        done.add(extension);
        path.pop();
        continue;
      }
      const target = byUri.get(dependency.uri);
      if (target === undefined || target === extension || done.has(target)) continue;
      const at = path.findIndex((step) => step.extension === target);
      if (at === -1) path.push({ extension: target, next: 0 });
      else cycles.push(path.slice(at).map((step) => step.extension));
    }
  }
  return cycles;
}
