import type { Diagnostics } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import { compareCodeUnits } from "../naming/order.ts";
import { uniqueName } from "../naming/unique-name.ts";
import { code, importInternal, importType, type Piece } from "../print/piece.ts";
import { codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import { ts } from "../print/types.ts";
import type { CheckContext, ConstantKind } from "./check-context.ts";
import { follow } from "./check-value.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { checkDoc, printCheck } from "./emit-check.ts";
import { emitType } from "./emit-types.ts";
import { listApplied, reach, toEdges } from "./graph.ts";
import { printLines } from "./lines.ts";
import { checksModule, type SchemaContext, type Surroundings, typesModule } from "./schema-context.ts";
import { isDefinition, nameSchemas, type SchemaNames, type SchemaRoot, stemOf } from "./schema-names.ts";
import type { SchemaDocument, SchemaNode, SchemaSet } from "./schema-node.ts";

/** What all files are made of. */
interface Emission {
  readonly nodes: readonly SchemaNode[];
  readonly roots: ReadonlyMap<SchemaNode, string>;
  readonly names: SchemaNames;
  readonly recursive: ReadonlySet<string>;
  readonly diagnostics: Diagnostics;
}

/**
 * Emits types and checks of the roots, of what they refer to, and of all definitions of these files, with a
 * codec for each root. A set with errors gives no files.
 */
export function emitSchemas(
  set: SchemaSet,
  roots: readonly SchemaRoot[],
  diagnostics: Diagnostics,
): readonly SourceFile[] {
  if (diagnostics.list.some(({ severity }) => severity === "error")) return [];
  const found = new Map<SchemaNode, string>();
  for (const { ref, name } of roots) {
    const node = set.find(ref);
    if (node !== undefined) found.set(node, name);
    else {
      const [file = "", pointer = ""] = ref.split("#");
      const parameters = { reference: ref, found: "is a place that they do not have; correct it" };
      const position = { file, line: 1, column: 1, pointer: `#${pointer}` };
      diagnostics.report(schemaDiagnostics["schema-reference"], position, parameters);
    }
  }
  const reached = reachDefinitions(set, found.keys());
  const names = nameSchemas(set, { nodes: reached, roots: found, diagnostics });
  if (diagnostics.list.some(({ severity }) => severity === "error")) return [];
  const recursive = findCycles(toEdges(reached, listApplied));
  const emission = { nodes: [...reached], roots: found, names, recursive, diagnostics };
  const documents = [...new Set([...reached].map(({ document }) => document))];
  return documents
    .sort((one, other) => compareCodeUnits(one.path, other.path))
    .flatMap((document) => [emitTypes(document, emission), emitChecks(document, emission)]);
}

/** All that is applied from the roots, and all definitions of the files that are reached so. */
function reachDefinitions(set: SchemaSet, roots: Iterable<SchemaNode>): ReadonlySet<SchemaNode> {
  const all = [...set.nodes.values()];
  let reached = reach(roots);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    const documents = new Set([...reached].map(({ document }) => document));
    const definitions = all.filter((node) => documents.has(node.document) && isDefinition(node));
    reached = reach([...reached, ...definitions]);
  }
  // In the order of the files.
  return new Set(all.filter((node) => reached.has(node)));
}

function namedIn(document: SchemaDocument, { nodes, names }: Emission): readonly SchemaNode[] {
  return nodes.filter((node) => node.document === document && names.isNamed(node));
}

function emitTypes(document: SchemaDocument, emission: Emission): SourceFile {
  const init = { path: `${stemOf(document.path)}_types`, source: document.path };
  // What is declared has to be known before anything is imported, and which types are is seen by printing.
  const declared = printTypes(createSourceFile(init), document, emission);
  const out = createSourceFile(init);
  for (const node of declared) out.declare(emission.names.nameOf(node), "type");
  printTypes(out, document, emission);
  return out;
}

/** Prints the named types, and after each those without a name that it consists of. */
function printTypes(out: SourceFile, document: SchemaDocument, emission: Emission): ReadonlySet<SchemaNode> {
  const declared = new Set<SchemaNode>();
  let pending: { readonly node: SchemaNode; readonly surroundings: Surroundings }[] = [];
  const context: SchemaContext = {
    ...emission,
    out,
    need: (node, surroundings) => {
      if (!emission.names.isNamed(node)) pending.push({ node, surroundings });
    },
  };
  const emit = (node: SchemaNode, surroundings: Surroundings): void => {
    if (declared.has(node)) return;
    if (declared.size > 0) out.blank();
    declared.add(node);
    emitType(node, context, surroundings);
    const inner = pending;
    pending = [];
    for (const next of inner) emit(next.node, next.surroundings);
  };
  for (const node of namedIn(document, emission)) emit(node, {});
  return declared;
}

function emitChecks(document: SchemaDocument, emission: Emission): SourceFile {
  const { names, recursive, roots } = emission;
  const out = createSourceFile({ path: `${stemOf(document.path)}_json`, source: document.path });
  for (const node of emission.nodes.filter((each) => each.document === document)) {
    out.declare(`check${names.nameOf(node)}`, "internal");
    if (roots.has(node)) out.declare(`${names.nameOf(node)}Codec`);
  }
  const constants = new Map<string, string>();
  const printed = new Set<SchemaNode>();
  const emit = (self: SchemaNode): void => {
    if (printed.has(self)) return;
    if (printed.size > 0) out.blank();
    printed.add(self);
    const called: SchemaNode[] = [];
    const declarations: (() => void)[] = [];
    const checkOf = (node: SchemaNode): Piece => {
      const target = follow(node);
      if (target.document === document) called.push(target);
      return importInternal(`check${names.nameOf(target)}`, checksModule(target));
    };
    const depthOf = (node: SchemaNode, place: "same" | "inside"): string | undefined => {
      if (!recursive.has(follow(node).key)) return undefined;
      return !recursive.has(self.key) ? "0" : place === "inside" ? "depth + 1" : "depth";
    };
    const context: CheckContext = {
      ...emission,
      out,
      self,
      need: () => undefined,
      call(node, value, place) {
        const depth = depthOf(node, place);
        return code`${checkOf(node)}(${value}${depth === undefined ? "" : `, ${depth}`})`;
      },
      fits: (node, value, place) =>
        code`${codegenValue("fits", "schema")}(${checkOf(node)}, ${value}, ${depthOf(node, place) ?? "0"})`,
      constant(node, kind, text) {
        const known = constants.get(`${kind} ${text}`);
        if (known !== undefined) return known;
        const name = uniqueName(`${kind}${names.nameOf(node)}`, new Set(constants.values()));
        constants.set(`${kind} ${text}`, name);
        declarations.push(() => printConstant(out, { name, kind, text }));
        return name;
      },
    };
    const check = printCheck(self, context);
    for (const declare of declarations) declare();
    if (declarations.length > 0) out.blank();
    if (names.isNamed(self)) out.doc(checkDoc(names.nameOf(self)));
    printLines(out, [check]);
    if (roots.has(self)) emitCodec(self, context);
    for (const node of called) if (!names.isNamed(node)) emit(node);
  };
  for (const node of namedIn(document, emission)) emit(node);
  return out;
}

function printConstant(
  out: SourceFile,
  { name, kind, text }: { readonly name: string; readonly kind: ConstantKind; readonly text: string },
): void {
  const value =
    kind === "valuesOf" ? code`/* @__PURE__ */ ${codegenValue("setOf", "schema")}([${text}])` : text;
  const type = kind === "constantOf" ? ts`: unknown` : "";
  out.line(code`const ${name}${type} = ${value};`);
}

function emitCodec(node: SchemaNode, { out, names }: CheckContext): void {
  const name = names.nameOf(node);
  const type = importType(name, typesModule(node));
  out.blank();
  out.doc(`Checks, reads and writes ${name}; a Standard Schema too.`);
  out.block(
    code`export const ${name}Codec${ts`: ${runtimeType("Codec")}<${type}>`} = /* @__PURE__ */ ${codegenValue("defineCodec", "schema")}({`,
    () => {
      out.line(`typeName: ${JSON.stringify(name)},`);
      out.line(`check: check${name},`);
      out.line(code`encode: ${codegenValue("unchanged", "schema")},`);
    },
    "});",
  );
}
