import type { AgentCard } from "@a2agen/a2a-1.0";
import { current, versionOf } from "@a2agen/exchange/versions.ts";
import type {
  ClientModel,
  DataModel,
  SchemeModel,
  SkillModel,
} from "@a2agen/generators/emit/client/client-model.ts";
import { clientBindings } from "@a2agen/generators/emit/client/emit-client.ts";
import { toCamelWords, toPascalWords } from "@a2agen/generators/naming/casing.ts";
import { isInheritedName } from "@a2agen/generators/naming/identifiers.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import type { JsonObject } from "@a2agen/runtime";
import { isObject, mediaTypeOfMode, own, takenNames, usualBinding } from "@a2agen/runtime/internal";
import { currentVersion, versionTranslations } from "@a2agen/versions/table.ts";
import { readCard } from "../call/read-card.ts";
import { describeScheme } from "../call/show-card.ts";
import type { FindDefinitions } from "./find-definitions.ts";

export interface BuildClientInit {
  /** Where the card was found; undefined for a file. */
  readonly url: string | undefined;
  readonly findDefinitions: FindDefinitions;
}

/** The facts of a card that a client depends on. */
export async function buildClientModel(
  raw: unknown,
  { url, findDefinitions }: BuildClientInit,
): Promise<ClientModel> {
  const { card, form } = readCard(raw);
  const declared = card.capabilities?.extensions ?? [];
  const definitions = await findDefinitions(declared.map(({ uri = "" }) => uri));
  // What is no card may be read as one of 0.3 without an address.
  const addressed = (card.supportedInterfaces ?? []).filter(({ url }) => url !== "");
  const interfaces = addressed.map(({ protocolBinding, protocolVersion }) => {
    const binding = usualBinding(protocolBinding);
    const version = versionOf(protocolVersion, binding);
    // The draft has the number of 1.0.
    return { binding, version: version === current && form !== undefined ? form : version };
  });
  const offered = clientBindings.filter((name) => interfaces.some(({ binding }) => binding === name));
  // gRPC needs a package of its own, and runs in no browser.
  const light = offered.filter((name) => name !== "GRPC");
  // Methods of OpenRPC documents are for JSON-RPC alone.
  const hasMethods = [...definitions.values()].some(({ services }) => services.length > 0);
  const rpc = light.filter((name) => hasMethods && name === "JSONRPC");
  const usable = [rpc, light, offered].find((names) => names.length > 0) ?? [];
  const used = interfaces.filter(({ binding }) => usable.includes(binding)).map(({ version }) => version);
  const isCurrent = used.some((version) => version === current);
  const later = used.find((version) => version !== current && version.translation === undefined);
  return {
    name: nameOf(card.name),
    description: card.description,
    url,
    skills: buildSkills(raw, card),
    bindings: usable,
    module: isCurrent || later === undefined ? current.module : later.module,
    older: isCurrent
      ? []
      : versionTranslations
          .filter(({ older, newer }) => newer === currentVersion && used.some(({ name }) => name === older))
          .map(({ name }) => name),
    security: buildSecurity(card),
    extensions: declared
      .map(({ uri = "", required = false }) => {
        const definition = definitions.get(uri);
        const callable = rpc.length > 0 || definition === undefined;
        return { uri, required, definition: callable ? definition : { ...definition, services: [] } };
      })
      .sort((a, b) => compareCodeUnits(a.uri, b.uri)),
  };
}

function nameOf(title: string): string {
  const words = toPascalWords(withoutAccents(title)).slice(0, 60);
  const name = words === "Agent" ? words : words.replace(/Agent$/, "");
  return /^[A-Z]/.test(name) ? name : `Agent${name}`;
}

/** "Müller" as "Muller": names have letters of ASCII. */
function withoutAccents(text: string): string {
  return text.replaceAll("ß", "ss").normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function buildSkills(raw: unknown, card: AgentCard): readonly SkillModel[] {
  const announced = announcedSchemas(raw, card);
  // How often a name was wanted, in small letters: file systems do not tell capitals apart.
  const wanted = new Map<string, number>();
  const seen = new Set<string>();
  return (card.skills ?? []).flatMap((skill): SkillModel[] => {
    const { id, name, description, examples = [] } = skill;
    if (seen.has(id)) return [];
    seen.add(id);
    const key = keyOf(id, name, wanted);
    const input = modesOf(skill.inputModes, card.defaultInputModes);
    const output = modesOf(skill.outputModes, card.defaultOutputModes);
    const schemas = announced.get(id) ?? {};
    const given = withSchema(jsonModeOf(output), schemas.output);
    return [
      {
        id,
        key,
        name,
        description,
        examples,
        input:
          schemas.input === undefined && takesText(input)
            ? { mediaType: "text/plain" }
            : withSchema(jsonModeOf(input), schemas.input),
        output: given.schema === undefined ? undefined : given,
      },
    ];
  });
}

function keyOf(id: string, name: string, wanted: Map<string, number>): string {
  const words =
    [id, name].map((each) => toCamelWords(withoutAccents(each))).find((each) => /^[a-z]/i.test(each)) ??
    "skill";
  const short = words.slice(0, 50);
  const isReserved = isInheritedName(short) || takenNames.some((each) => each === short);
  const base = isReserved ? `${short}Skill` : short;
  let key = base;
  let times = wanted.get(base.toLowerCase()) ?? 0;
  while (wanted.has(key.toLowerCase())) key = `${base}${++times + 1}`;
  wanted.set(base.toLowerCase(), times);
  if (key !== base) wanted.set(key.toLowerCase(), 0);
  return key;
}

interface SkillSchemas {
  readonly input?: JsonObject;
  readonly output?: JsonObject;
}

/**
 * The schemas of skills by their ids: members `inputSchema` and `outputSchema` of a skill, as agents in the
 * field write them, or of `skills.ID` in the params of an extension. Those of other values than objects are
 * none: models and codecs of data parts are for objects.
 */
function announcedSchemas(raw: unknown, card: AgentCard): ReadonlyMap<string, SkillSchemas> {
  const found = new Map<string, SkillSchemas>();
  const add = (id: unknown, from: unknown): void => {
    if (typeof id !== "string" || found.has(id)) return;
    const [input, output] = ["inputSchema", "outputSchema"].map((name) => objectSchema(memberOf(from, name)));
    if (input !== undefined || output !== undefined) {
      found.set(id, { ...(input && { input }), ...(output && { output }) });
    }
  };
  const skills = memberOf(raw, "skills");
  for (const skill of Array.isArray(skills) ? (skills as unknown[]) : []) add(memberOf(skill, "id"), skill);
  for (const { params } of card.capabilities?.extensions ?? []) {
    const named = memberOf(params, "skills");
    for (const [id, schemas] of Object.entries(isObject(named) ? named : {})) add(id, schemas);
  }
  return found;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}

function objectSchema(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  // A part of a card, which is JSON; generators of schemas put the type below definitions, too.
  const [, holder = "", name = ""] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(String(value["$ref"])) ?? [];
  const described = name === "" ? value : memberOf(memberOf(value, holder), name);
  if (!isObject(described) || described["type"] !== "object") return undefined;
  // Models take no reference in the place of an object.
  const { $ref: _, ...rest } = value;
  return (name === "" ? value : { ...rest, ...described }) as JsonObject;
}

function withSchema(mediaType: string, schema: JsonObject | undefined): DataModel {
  return { mediaType, ...(schema && { schema }) };
}

function modesOf(own: readonly string[] | undefined, general: readonly string[]): readonly string[] {
  const modes = own === undefined || own.length === 0 ? general : own;
  return modes.flatMap((mode) => mediaTypeOfMode(mode) ?? []).map((mode) => mode.toLowerCase());
}

/** Text is what is left where no mode is one of data. */
function takesText(modes: readonly string[]): boolean {
  return !modes.some(isJson) || modes.some((mode) => mode.startsWith("text/") || mode === "*/*");
}

function jsonModeOf(modes: readonly string[]): string {
  return modes.find(isJson) ?? "application/json";
}

function isJson(mode: string): boolean {
  return /^application\/(?:[^;]+\+)?json\b/.test(mode);
}

/** What calls need, by the requirements of the card; each of its schemes where it has none. */
function buildSecurity({
  securitySchemes = {},
  securityRequirements = [],
}: AgentCard): ClientModel["security"] {
  const toScheme = (name: string): SchemeModel => {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    return { name, about: scheme === undefined ? "unknown" : describeScheme(scheme) };
  };
  const sets = securityRequirements.map(({ schemes = {} }) => Object.keys(schemes).sort(compareCodeUnits));
  const needed = sets.length > 0 ? sets : Object.keys(securitySchemes).map((name) => [name]);
  const unique = new Map(needed.map((names) => [JSON.stringify(names), names.map(toScheme)]));
  return [...unique.values()].filter((schemes) => schemes.length > 0);
}
