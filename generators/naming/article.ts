/** "an Artifact", "a Uri", "an HTTPAuthSecurityScheme": a name with its article. */
export function withArticle(name: string): string {
  return `${takesAn(name) ? "an" : "a"} ${name}`;
}

function takesAn(name: string): boolean {
  // Capitals are spelled: "an HTTP...", "a URL...".
  if (/^[A-Z]{2}/.test(name)) return /^[AEFHILMNORSX]/.test(name);
  if (/^(?:u(?:ni(?![mn])|s[aeu]|r[il]|t[ci])|eu|once?(?![a-z])|once|one)/i.test(name)) return false;
  return /^(?:[aeiou]|hour|honest|honor|heir)/i.test(name);
}
