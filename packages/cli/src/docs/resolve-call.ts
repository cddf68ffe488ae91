import { shortName } from "@a2agen/generators/emit/docs/anchors.ts";
import type { LegacyAlias } from "@a2agen/generators/emit/legacy/legacy-alias.ts";
import type {
  EnumModel,
  FileModel,
  MessageModel,
  Model,
  ServiceModel,
} from "@a2agen/generators/model/model.ts";
import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import { type Call, type CallKind, callTable } from "./find-calls.ts";

type Declaration = MessageModel | EnumModel | ServiceModel;

/** What a call makes a table of, and the file that declares it. */
export interface Target {
  readonly file: FileModel;
  readonly declaration: Declaration;
  /** Set where the call has another name than the proto, one that the alias manifest knows. */
  readonly alias?: LegacyAlias;
}

/** A call that names something that is not there. */
export interface TargetProblem {
  readonly code: "unknown-proto" | "ambiguous-proto" | "unknown-message" | "unknown-enum" | "unknown-service";
  readonly offset: number;
  readonly message: string;
}

export interface Names {
  readonly model: Model;
  /** Messages under their other names. */
  readonly aliases: readonly LegacyAlias[];
}

export function resolveCall(call: Call, { model, aliases }: Names): Target | TargetProblem {
  const file = findFile(call, model);
  if ("code" in file) return file;
  const name = call.type.text;
  const all = declarationsOf(file);
  const named = all.filter(({ typeName }) => typeName === name || shortName(typeName, file.package) === name);
  const declaration = named.find(({ kind }) => kind === call.kind);
  if (declaration !== undefined) return { file, declaration };
  const alias = aliases.find(
    ({ name: other, target }) => target.file === file && other === shortName(name, file.package),
  );
  if (call.kind === "message" && alias?.target.type !== undefined) {
    return { file, declaration: alias.target.type, alias };
  }
  const message = `there is no ${call.kind} ${quote(name)} in ${file.name}${hint(call, { file, named, model })}`;
  return { code: `unknown-${call.kind}`, offset: call.type.offset, message };
}

function declarationsOf({ messages, enums, services }: FileModel): readonly Declaration[] {
  return [...messages, ...enums, ...services];
}

/** Which proto a path means: the one whose path ends with most of the same names. */
function findFile({ proto }: Call, model: Model): FileModel | TargetProblem {
  const ranked = model.files
    .filter((file) => declarationsOf(file).length > 0)
    .map((file) => ({ file, shared: countShared(proto.text, file.name) }))
    .filter(({ shared }) => shared > 0);
  const best = Math.max(...ranked.map(({ shared }) => shared));
  const equal = ranked.filter(({ shared }) => shared === best).map(({ file }) => file);
  // The whole path of a proto rather than the end of a longer one.
  const whole = equal.filter(({ name }) => name.split("/").length === best);
  const found = whole.length > 0 ? whole : equal;
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const { offset } = proto;
  if (only === undefined) {
    const names = model.files.filter(({ requested }) => requested).map(({ name }) => name);
    const message = `there is no proto ${quote(proto.text)}; the protos are ${names.join(", ")}`;
    return { code: "unknown-proto", offset, message };
  }
  const names = found.map(({ name }) => name).join(", ");
  const message = `${quote(proto.text)} can be any of ${names}; write more of its path`;
  return { code: "ambiguous-proto", offset, message };
}

/** How many names two paths have in common at their ends. */
function countShared(left: string, right: string): number {
  const names = right.split("/").toReversed();
  const others = left.split(/[\\/]/).toReversed();
  const first = names.findIndex((name, index) => name !== others[index]);
  return first === -1 ? names.length : first;
}

interface HintContext {
  readonly file: FileModel;
  readonly named: readonly Declaration[];
  readonly model: Model;
}

/** What may have been meant. */
function hint({ kind, type }: Call, { file, named, model }: HintContext): string {
  const [other] = named;
  if (other !== undefined) return `; it is ${articles[other.kind]}: call ${callOf(other.kind)}`;
  const isSame = ({ typeName }: Declaration, { package: name }: FileModel): boolean =>
    typeName === type.text || shortName(typeName, name) === type.text;
  const elsewhere = model.files.find((candidate) =>
    declarationsOf(candidate).some((declaration) => isSame(declaration, candidate)),
  );
  if (elsewhere !== undefined) return `; it is in ${elsewhere.name}`;
  const names = declarationsOf(file).flatMap((declaration) =>
    declaration.kind === kind ? [shortName(declaration.typeName, file.package)] : [],
  );
  return didYouMean(type.text, names);
}

const articles = { message: "a message", enum: "an enum", service: "a service" } as const;

function callOf(kind: CallKind): string {
  return Object.entries(callTable).find(([, made]) => made === kind)?.[0] ?? "";
}

function quote(text: string): string {
  return JSON.stringify(text);
}
