/**
 * A version has one name, "a2a-1.0-draft": of its profile, of the folder of its protos, and behind @a2agen/
 * of its package. This is what users may call it for short, "1.0-draft".
 */
export function shortVersionName(name: string): string {
  return name.replace(/^a2a-/, "");
}
