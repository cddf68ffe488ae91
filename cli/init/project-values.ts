import { version } from "../../generators/plugins/version.ts";
import { deriveNames } from "./derive-names.ts";
import type { Answers } from "./questions.ts";

/** What the templates of a project can name. */
export interface ProjectValues extends Answers {
  readonly kind: string;
  readonly baseName: string;
  readonly version: string;
  readonly protoName: string;
  readonly protoPackage: string;
  readonly protoPath: string;
  readonly className: string;
  readonly jsonRpc: boolean;
  readonly rest: boolean;
  readonly grpc: boolean;
  readonly v03: boolean;
  readonly vDraft: boolean;
  readonly bearer: boolean;
  readonly packageManager: "npm";
  readonly a2agenVersion: string;
  readonly year: number;
  /** Begins the name of a hidden file, in paths. */
  readonly dot: ".";
}

export function toProjectValues(kind: string, answers: Answers, now: Date = new Date()): ProjectValues {
  const { baseName, protoName, className: whole } = deriveNames(answers.name);
  // The generated constant ends with "Extension" by itself.
  const className = kind === "extension" ? whole.replace(/(?<=.)Extension$/, "") : whole;
  const { bindings, versions } = answers;
  return {
    ...answers,
    kind,
    baseName,
    version: "0.1.0",
    protoName,
    protoPackage: `${protoName}.v1`,
    protoPath: `${protoName}/v1`,
    className,
    jsonRpc: bindings.includes("JSONRPC"),
    rest: bindings.includes("HTTP+JSON"),
    grpc: bindings.includes("GRPC"),
    v03: versions.includes("0.3"),
    vDraft: versions.includes("draft"),
    bearer: answers.auth === "bearer",
    packageManager: "npm",
    a2agenVersion: version,
    year: now.getUTCFullYear(),
    dot: ".",
  };
}

/** The default answers. */
export function defaultAnswers(name: string): Answers {
  const { baseName, title } = deriveNames(name);
  return {
    name,
    title,
    description: `${title}, made with a2agen`,
    agentUrl: "http://localhost:4000",
    extensionUri: `https://example.com/extensions/${baseName}/v1`,
    bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
    versions: ["1.0", "0.3"],
    auth: "none",
    push: false,
    port: 4000,
    grpcPort: 4001,
    license: "Apache-2.0",
    docker: true,
    ci: true,
  };
}
