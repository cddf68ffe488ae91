import { readStatements } from "../print/statements.ts";

/** Makes JavaScript of a TypeScript file that we have printed. */
export type RemoveTypes = (text: string) => string;

/**
 * Loads what removes types, here and not before. It is no compiler: to load one takes longer than to generate, and
 * generated code has only types to remove.
 */
export async function loadRemoveTypes(): Promise<RemoveTypes> {
  const { transform } = await import("sucrase");
  return (text) => {
    const { header, statements } = readStatements(text);
    const kept = statements.filter(({ isType }) => !isType).map(({ doc, code }) => `${doc}${code}\n`);
    if (kept.length === 0) return `${header}\nexport {};\n`;
    const options = { keepUnusedImports: true, disableESTransforms: true };
    return transform(`${header}\n${kept.join("")}`, { ...options, transforms: ["typescript"] }).code;
  };
}
