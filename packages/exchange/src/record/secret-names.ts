/** Words in the name of a member of JSON, or of a field of a form, whose text is a credential. */
const words =
  /token|secret|passw|passphrase|api[-_]?key|private[-_]?key|credential|jwt|cookie|assertion|^authorization$/i;

/** Names with these words that are of no use to a thief: of pages, counts, and places to get a token. */
const harmless =
  /page[-_]?token|tokens$|(token|credentials?|jwt|secret)s?[-_]?(url|uri|endpoint|type|format|count|limit|name|id|expir\w*|\w*supported)|assertion[-_]type|auth[-_]?methods?/i;

/** Whether the text under a name in JSON is a credential. */
export function isSecretMember(name: string): boolean {
  return words.test(name) && !harmless.test(name);
}

/** Parts of cards that name credentials and hold none. */
export const cardMembers: ReadonlySet<string> = new Set([
  "security",
  "securityRequirements",
  "securitySchemes",
  "signatures",
]);

/** Credentials that are known by their form wherever they stand. */
export const secretForms: readonly RegExp[] = [
  // A JWT.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // A private key.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  // Keys of providers.
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|npm|hf|AIza)[-_][\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
];
