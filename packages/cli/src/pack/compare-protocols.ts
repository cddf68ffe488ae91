import type { ts as tsTypes } from "ts-morph";
import { type PackageFile, textOf } from "../package/package-file.ts";
import { type Finding, findingsAt } from "./finding.ts";

/**
 * The facts of the protocol that are in no proto: errors, headers, media types, paths, states. They are read
 * from the declarations of the modules `*_protocol`, in which every value is a literal; no code is run.
 */
export async function compareProtocols(
  [before, after]: readonly [before: readonly PackageFile[], after: readonly PackageFile[]],
  list: Finding[],
): Promise<void> {
  const { ts } = await import("ts-morph");
  const [old, now] = [readFacts(ts, before), readFacts(ts, after)];
  // Names of modules are those of profiles, which `a2a` of package.json has.
  if (old.size === 0 || now.size === 0) return;
  for (const [path, value] of old) {
    if (isText(path)) continue;
    const is = now.get(path);
    if (is === value) continue;
    const at = findingsAt(path, list);
    if (is === undefined) at.major(`was ${value} and is gone: code that relies on it fails`);
    else at.major(`was ${value} and is ${is}: clients and servers of one do not expect the other`);
  }
  for (const [path, value] of now) {
    if (!old.has(path) && !isText(path)) findingsAt(path, list).minor(`is ${value} now, and was nothing`);
  }
}

/** Texts for people may change; the version of the protocol is in `a2a` of package.json. */
function isText(path: string): boolean {
  return /\.(?:title|description)$|^protocol\.(?:(?:name|version)$|jsonRpcMessages\.)/.test(path);
}

type Typescript = typeof tsTypes;

/** Literals by their paths, "protocol.errors.TaskNotFoundError.http" say. */
function readFacts(ts: Typescript, files: readonly PackageFile[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const file of files.filter(({ path }) => /^dist\/[^/]*_protocol\.d\.ts$/.test(path))) {
    const source = ts.createSourceFile(file.path, textOf(file), ts.ScriptTarget.ES2023);
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, type } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name) || !/^(?:clientP|serverP|p)rotocol$/.test(name.text)) continue;
        if (type !== undefined) addFacts(type, { ts, source, path: "protocol", facts });
      }
    }
  }
  return facts;
}

interface FactPlace {
  readonly ts: Typescript;
  readonly source: tsTypes.SourceFile;
  readonly path: string;
  readonly facts: Map<string, string>;
}

function addFacts(type: tsTypes.TypeNode, place: FactPlace): void {
  const { ts, source, path, facts } = place;
  // `protocol` is `clientProtocol` and `serverProtocol`.
  if (ts.isIntersectionTypeNode(type)) return;
  if (!ts.isTypeLiteralNode(type)) {
    facts.set(
      path,
      type
        .getText(source)
        .replace(/\s+/g, " ")
        .replace(/\breadonly (?=\[)/g, ""),
    );
    return;
  }
  for (const member of type.members) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : "";
    addFacts(member.type, { ...place, path: `${path}.${name}` });
  }
}
