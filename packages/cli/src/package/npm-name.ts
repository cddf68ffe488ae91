import { builtinModules } from "node:module";

/** Why npm refuses a name for a new package; undefined for a valid name. */
export function checkNpmName(name: string): string | undefined {
  return checkPackageName(name, undefined);
}

/**
 * Why npm refuses a name for a new package, or why it would keep the dependencies of a project from being
 * installed; undefined for a valid name.
 */
export function checkPackageName(
  name: string,
  dependencies: ReadonlySet<string> | undefined,
): string | undefined {
  const expected = `expected a name that npm takes, such as "notes-agent" or "@acme/notes-agent"`;
  const found = (reason: string): string => `${expected}; found ${JSON.stringify(name)}, ${reason}`;
  if (name === "") return `${expected}; found an empty text`;
  if (name.length > maximumLength)
    return found(`which has ${name.length} characters; ${maximumLength} are allowed`);
  const parts = /^@([^/]*)\/([^/]*)$/.exec(name)?.slice(1) ?? [name];
  if (parts.some((part) => part === "")) return found("of which a part is empty");
  if (parts.some((part) => /^[._]/.test(part))) return found('of which a part begins with "." or "_"');
  if (parts.some((part) => part.endsWith("."))) return found('of which a part ends with "."');
  const wrong = new Set(
    parts
      .join("")
      .match(/[^a-z0-9._-]/gu)
      ?.map(describeCharacter),
  );
  if (wrong.size > 0) {
    return found(`which has ${[...wrong].join(" and ")}: a-z, 0-9, "-", "_", "." are allowed`);
  }
  if (reserved.has(name)) return found("which is reserved");
  if (builtinModules.includes(name)) return found("which is a module of Node");
  if (dependencies === undefined) return undefined;
  if (dependencies.has(name) || name.startsWith("@a2agen/")) {
    return found("which is a package that the project may depend on");
  }
  return undefined;
}

function describeCharacter(character: string): string {
  if (/[A-Z]/.test(character)) return "capital letters";
  return character === " " ? "spaces" : JSON.stringify(character);
}

const maximumLength = 214;

const reserved: ReadonlySet<string> = new Set(["node_modules", "favicon.ico", "package.json", "npm"]);
