import { parseLegacy } from "./parse-legacy.ts";
import { parseProfile } from "./parse-profile.ts";

/** Source text of an ES module whose default export is the profile, or the manifest of earlier names; throws a ProfileError. */
export function yamlToModule(text: string, path: string): string {
  const parse = /(?:^|[\\/])legacy\.yaml$/.test(path) ? parseLegacy : parseProfile;
  return `export default ${JSON.stringify(parse(text, path))};\n`;
}
