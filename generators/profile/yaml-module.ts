import { parseProfile } from "./parse-profile.ts";

/** Source text of an ES module whose default export is the profile; throws a ProfileError. */
export function yamlToModule(text: string, path: string): string {
  return `export default ${JSON.stringify(parseProfile(text, path))};\n`;
}
