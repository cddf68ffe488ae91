import { version } from "@a2agen/generators/model/version.ts";
import { currentVersion } from "@a2agen/versions/table.ts";
import { type PlaceValues, placeValuesOf } from "./data-places.ts";
import { deriveNames } from "./derive-names.ts";
import { type ModelValues, modelValuesOf } from "./models.ts";
import type { Answers } from "./questions.ts";
import {
  authorOf,
  current,
  draft,
  formTranslations,
  newestOf,
  type OtherVersions,
  otherVersions,
  previous,
  type SpokenVersion,
  translationsTo,
} from "./spoken-versions.ts";

/** What the templates of a project can name. */
export interface ProjectValues extends Answers, ModelValues, PlaceValues {
  readonly kind: string;
  readonly baseName: string;
  readonly version: string;
  readonly protoName: string;
  readonly protoPackage: string;
  readonly protoPath: string;
  readonly className: string;
  /** What accesses the data of an extension, and its type. */
  readonly access: string;
  readonly dataType: string;
  readonly jsonRpc: boolean;
  readonly rest: boolean;
  readonly grpc: boolean;
  readonly v03: boolean;
  readonly vDraft: boolean;
  /** That of the card, of clients and of tests; older ones are translated. */
  readonly newest: SpokenVersion;
  /** That in which the agent is written. */
  readonly author: SpokenVersion;
  /** Versions that templates also name: the draft, the previous release, and its other form. */
  readonly others: OtherVersions;
  /** Whether it speaks versions that are translated to the newest. */
  readonly hasOlder: boolean;
  /** Whether the tests of its client have a mock of an agent, which speaks none but released versions. */
  readonly mocksAgent: boolean;
  /** Whether its client translates the gRPC of 0.3, which the draft has no translation for. */
  readonly grpc03: boolean;
  /** The translation of 1.0 where the newest version came later, else "". */
  readonly fromReleased: string;
  /** The translations of a client, as they stand in its options. */
  readonly clientOlder: readonly string[];
  /**
   * The translations that its server imports, and those of them for push notifications, with commas between.
   */
  readonly translations: string;
  readonly pushOlder: string;
  readonly bearer: boolean;
  /** Whether it serves methods from a proto of its own. */
  readonly ownMethods: boolean;
  /** What defines the data of an extension. */
  readonly fromProto: boolean;
  readonly fromSchema: boolean;
  /** Whether its code names the headings of reports. */
  readonly hasOutline: boolean;
  /** Where tasks are kept; neither of them is in memory. */
  readonly pglite: boolean;
  readonly postgres: boolean;
  readonly keepsTasks: boolean;
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
  const place = placeValuesOf(answers.place, {
    uri: answers.extensionUri,
    name: protoName.replaceAll("_", "-"),
  });
  const newest = newestOf(versions);
  const hasOlder = versions.some((version) => version !== newest.name);
  return {
    ...answers,
    ...modelValuesOf(answers),
    ...place,
    kind,
    baseName,
    version: "0.1.0",
    protoName,
    protoPackage: `${protoName}.v1`,
    protoPath: `${protoName}/v1`,
    className,
    access: `${className}Extension${place.inParts ? ".note" : ""}`,
    dataType: place.isList ? `readonly ${className}[]` : className,
    jsonRpc: bindings.includes("JSONRPC"),
    rest: bindings.includes("HTTP+JSON"),
    grpc: bindings.includes("GRPC"),
    v03: versions.includes(previous),
    vDraft: versions.includes(draft),
    newest,
    author: authorOf(versions),
    others: otherVersions,
    hasOlder,
    mocksAgent: hasOlder || newest.profile === currentVersion,
    grpc03: versions.includes(previous) && !newest.isDraft,
    ...translationsOf(answers, newest),
    bearer: answers.auth === "bearer",
    ownMethods: answers.methods === "own",
    fromProto: answers.source === "proto",
    fromSchema: answers.source === "schema",
    hasOutline: answers.methods === "own" || answers.model === "none",
    pglite: answers.store === "pglite",
    postgres: answers.store === "postgres",
    keepsTasks: answers.store !== "memory",
    packageManager: "npm",
    a2agenVersion: version,
    year: now.getUTCFullYear(),
    dot: ".",
  };
}

function translationsOf(
  { versions, push }: Answers,
  newest: SpokenVersion,
): Pick<ProjectValues, "translations" | "pushOlder" | "fromReleased" | "clientOlder"> {
  // Tasks are those of the current version, whatever the newest version is.
  const pushOlder = translationsTo(currentVersion, versions);
  const fromReleased = versions.includes(current) ? newest.fromReleased : "";
  // Older versions are translated via the current one, unless the newest is older itself.
  const isOlder = newest.isDraft;
  const served = isOlder
    ? translationsTo(newest.profile, versions)
    : [...pushOlder, fromReleased].filter(Boolean);
  const translations = new Set([...served, ...(push ? pushOlder : [])]);
  const called = isOlder ? served : [...formTranslations(versions), ...pushOlder];
  const composed = called.map((name) => `composeServices(${name}, ${fromReleased})`);
  return {
    translations: [...translations].sort().join(", "),
    pushOlder: pushOlder.join(", "),
    fromReleased,
    clientOlder: fromReleased === "" ? called : [fromReleased, ...composed],
  };
}

/** The default answers. */
export function defaultAnswers(name: string): Answers {
  const { baseName, title } = deriveNames(name);
  return {
    name,
    title,
    description: `${title}, made with a2agen`,
    model: "none",
    provider: "openai",
    methods: "none",
    agentUrl: "http://localhost:4000",
    extensionUri: `https://example.com/extensions/${baseName}/v1`,
    source: "proto",
    place: "uri",
    schemaBase: `https://example.com/schemas/${baseName}/`,
    bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
    versions: [current, previous],
    store: "pglite",
    auth: "none",
    push: false,
    telemetry: false,
    port: 4000,
    grpcPort: 4001,
    license: "Apache-2.0",
    docker: true,
    ci: true,
  };
}
