import { capitalize } from "@a2agen/generators/naming/casing.ts";

/** Names that follow from the name of the package. */
export interface DerivedNames {
  /** Without the scope: "notes-agent". */
  readonly baseName: string;
  /** "Notes Agent". */
  readonly title: string;
  /** An identifier of protos: "notes_agent". */
  readonly protoName: string;
  /** An identifier of TypeScript: "NotesAgent". */
  readonly className: string;
}

export function deriveNames(name: string): DerivedNames {
  const baseName = name.replace(/^@[^/]*\//, "");
  const words = baseName.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const capitalized = words.map(capitalize);
  const joined = words.join("_");
  const identifier = /^[a-z]/.test(joined) ? joined : `agent_${joined}`.replace(/_$/, "");
  const className = capitalized.join("");
  return {
    baseName,
    title: capitalized.join(" ") || baseName,
    protoName: takenPackages.has(identifier) ? `${identifier}_project` : identifier,
    className: /^[A-Z]/.test(className) ? className : `Agent${className}`,
  };
}

/** First names of well-known proto packages, and keywords that cannot begin a package. */
const takenPackages: ReadonlySet<string> = new Set(["a2a", "lf", "google", "a2agen", "buf", "grpc"]);

/** A name for npm from the name of a directory, of whatever characters. */
export function toPackageName(directoryName: string): string {
  const name = directoryName
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, 100);
  return name === "" ? "my-agent" : name;
}
