import { type Documents, readDocument } from "./read-document.ts";

/** Source text of an ES module whose default export is what the document says. Throws a ProfileError. */
export function yamlToModule(text: string, path: string): string {
  return `export default ${JSON.stringify(readDocument(kindOf(text, path), text, path))};\n`;
}

function kindOf(text: string, path: string): keyof Documents {
  if (/^# yaml-language-server: \$schema=translation\.schema\.json\s/.test(text)) return "translation";
  return /(?:^|[\\/])legacy\.yaml$/.test(path) ? "legacy" : "profile";
}
