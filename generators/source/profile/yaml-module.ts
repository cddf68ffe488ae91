import { parseDocument } from "./parse-document.ts";
import { parseLegacy } from "./parse-legacy.ts";
import { parseProfile } from "./parse-profile.ts";

/**
 * Source text of an ES module whose default export is what the document says: a profile, the manifest of
 * earlier names, or what its first line names the schema of. Throws a ProfileError.
 */
export function yamlToModule(text: string, path: string): string {
  const parse = parseDocument(text) ?? (/(?:^|[\\/])legacy\.yaml$/.test(path) ? parseLegacy : parseProfile);
  return `export default ${JSON.stringify(parse(text, path))};\n`;
}
