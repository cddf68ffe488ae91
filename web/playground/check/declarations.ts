// oxlint-disable import/default -- esbuild and Vite give a module that is imported by ?raw its text as the default
import older from "../../../generated/a2a-0.3/src/a2a_types.ts?raw";
import current from "../../../generated/a2a-1.0/src/lf/a2a/v1/a2a_types.ts?raw";
import draft from "../../../generated/a2a-1.0-draft/src/a2a/v1/a2a_types.ts?raw";
import { lastName } from "../../../generators/naming/last-name.ts";

/** The generated declarations of a version by their names, with their comments. */
const declarations: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({ "a2a-0.3": older, "a2a-1.0-draft": draft, "a2a-1.0": current }).map(([dialect, text]) => [
    dialect,
    splitDeclarations(text),
  ]),
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
