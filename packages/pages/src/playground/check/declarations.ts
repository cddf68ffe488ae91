import { lastName } from "@a2agen/generators/naming/last-name.ts";
import { versionAssets } from "./version-assets.ts";

/** The generated declarations of a version by their names, with their comments. */
const declarations: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...versionAssets].map(([dialect, { types }]) => [dialect, splitDeclarations(types)]),
);

/** A constant and a type of one name stand together. */
function splitDeclarations(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const starts = [
    ...text.matchAll(/^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface|type|const) (\w+)/gm),
  ];
  for (const [index, match] of starts.entries()) {
    const [, name = ""] = match;
    const declaration = text.slice(match.index, starts[index + 1]?.index).trim();
    const before = found.get(name);
    found.set(name, before === undefined ? declaration : `${before}\n${declaration}`);
  }
  return found;
}

/** The TypeScript type of a message, followed by those that it refers to. */
export function declarationOf(dialect: string, typeName: string): string | undefined {
  const all = declarations.get(dialect);
  const first = lastName(typeName);
  if (all?.has(first) !== true) return undefined;
  const names = new Set([first]);
  // The set grows while it is walked.
  for (const name of names) {
    const code = (all.get(name) ?? "").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    for (const [word] of code.matchAll(/\b[A-Z]\w*/g)) if (all.has(word)) names.add(word);
  }
  return [...names].map((name) => all.get(name) ?? "").join("\n\n");
}
