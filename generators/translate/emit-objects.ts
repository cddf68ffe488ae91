import { toPropertyName } from "../naming/identifiers.ts";
import { code, join, type Piece } from "../print/piece.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import type { SideCase, SideObject } from "./leaves.ts";

/** A property of an object in the making. */
export interface Entry {
  readonly path: readonly string[];
  /** In the literal, or set afterwards by statements that get the name of the object. */
  readonly print:
    | { readonly kind: "literal"; readonly text: Piece }
    | { readonly kind: "later"; readonly lines: (target: string) => readonly Piece[] };
}

export interface ObjectsEmission {
  readonly direction: Direction;
  /** The type of the result. */
  readonly type: Piece;
  readonly context: EmitContext;
}

/** Emits the objects of the result, inner ones first; returns the outermost. */
export function emitObjects(target: SideCase, entries: readonly Entry[], emission: ObjectsEmission): Piece {
  const { context, direction, type } = emission;
  const { out } = context;
  const inner = target.objects.filter(({ path }) => path.length > 0).toReversed();
  const made = new Map<string, string>();
  for (const object of inner) {
    const variable = object.path.at(-1) ?? "";
    emitObject(object, variable, `${direction.to}.${object.type}`);
    made.set(object.path.join("."), variable);
  }
  const root: SideObject = target.objects[0] ?? { path: [], type: "", fields: [] };
  return emitRoot(root);

  function entriesOf(object: SideObject): readonly { readonly name: string; readonly entry: Entry }[] {
    return entries
      .filter(({ path }) => path.length === object.path.length + 1 && isBelow(path, object.path))
      .map((entry) => ({ name: entry.path.at(-1) ?? "", entry }));
  }

  function literals(object: SideObject): readonly Piece[] {
    const children = inner.filter(
      ({ path }) => path.length === object.path.length + 1 && isBelow(path, object.path),
    );
    const own = entriesOf(object).flatMap(({ name, entry }): readonly (readonly [string, Piece])[] =>
      entry.print.kind === "literal" ? [[name, entry.print.text]] : [],
    );
    const nested = children.map(({ path }) => [path.at(-1) ?? "", made.get(path.join(".")) ?? ""] as const);
    const order = object.fields.map(({ name }) => name);
    return [...own, ...nested]
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([name, text]) => (text === name ? name : code`${toPropertyName(name)}: ${text}`));
  }

  function emitObject(object: SideObject, variable: string, declared: Piece): void {
    printLiteral(code`const ${variable}: ${declared} = `, literals(object));
    for (const { entry } of entriesOf(object)) {
      if (entry.print.kind === "later") for (const line of entry.print.lines(variable)) out.line(line);
    }
  }

  function emitRoot(object: SideObject): Piece {
    const hasLater = entriesOf(object).some(({ entry }) => entry.print.kind === "later");
    const pieces = literals(object);
    if (!hasLater && pieces.length < 3) return pieces.length === 0 ? "{}" : code`{ ${join(pieces, ", ")} }`;
    emitObject(object, "result", type);
    return "result";
  }

  function printLiteral(open: Piece, pieces: readonly Piece[]): void {
    if (pieces.length < 2) {
      out.line(code`${open}${pieces.length === 0 ? "{}" : code`{ ${join(pieces, ", ")} }`};`);
      return;
    }
    const printPieces = (): void => {
      for (const piece of pieces) out.line(code`${piece},`);
    };
    out.block(code`${open}{`, printPieces, "};");
  }
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return above.every((name, index) => path[index] === name);
}
