/** What a template may call; everything else that it names is a member of the data. */
export interface HelperNames {
  /** Called with values: `{{name value}}`, `(name value)`. */
  readonly inline: ReadonlySet<string>;
  /** Called with a block: `{{#name value}}...{{/name}}`. */
  readonly block: ReadonlySet<string>;
}

export interface StrictPathsInit {
  readonly helpers: HelperNames;
  /** The helper through which every `{{x}}` goes, and the one for `{{{x}}}`. */
  readonly write: { readonly escaped: string; readonly raw: string };
  /** The helper that reads a member of a value, or fails: first parameter the value, then the names. */
  readonly member: string;
  readonly hasPartial: (name: string) => boolean;
}

export interface TemplateProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Rewrites a parsed template, so that `a.b` is looked up by a helper that knows the place and fails
 * for what is not there, anywhere in the template; Handlebars' own strict mode overlooks conditions
 * and the members of members. Returns what is wrong with the calls in it.
 */
export function makePathsStrict(
  program: hbs.AST.Program,
  { helpers, write, member, hasPartial }: StrictPathsInit,
): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const inlinePartials = new Set<string>();

  function report({ loc }: hbs.AST.Node, message: string): void {
    problems.push({ line: loc.start.line, column: loc.start.column + 1, message });
  }

  function visitProgram(block: hbs.AST.Program | undefined, outer: Scope): void {
    if (block === undefined || block === null) return;
    const scope = new Set([...outer, ...(block.blockParams ?? [])]);
    for (const statement of block.body) visitStatement(statement, scope);
  }

  function visitStatement(node: hbs.AST.Statement, scope: Scope): void {
    if (isKind<hbs.AST.MustacheStatement>(node, "MustacheStatement")) visitMustache(node, scope);
    else if (isKind<hbs.AST.BlockStatement>(node, "BlockStatement")) visitBlock(node, scope);
    else if (isKind<hbs.AST.PartialStatement>(node, "PartialStatement")) visitPartial(node, scope);
    else if (isKind<hbs.AST.PartialBlockStatement>(node, "PartialBlockStatement")) {
      visitProgram(node.program, scope);
      visitPartial(node, scope);
    } else if (isKind<hbs.AST.DecoratorBlock>(node, "DecoratorBlock")) {
      const [name] = node.params;
      if (name !== undefined && isKind<hbs.AST.StringLiteral>(name, "StringLiteral")) {
        inlinePartials.add(name.value);
      }
      visitProgram(node.program, scope);
    }
  }

  /** `{{a b}}` becomes `{{{write (a b)}}}`, and `{{a.b}}` becomes `{{{write (member a "b")}}}`. */
  function visitMustache(node: hbs.AST.MustacheStatement, scope: Scope): void {
    const { path, params, hash, loc, escaped } = node;
    const isCall = params.length > 0 || (hash ?? undefined) !== undefined;
    const value =
      isCall && isKind<hbs.AST.PathExpression>(path, "PathExpression")
        ? visitCall({ type: "SubExpression", path, params, hash, loc }, scope)
        : visitValue(path, scope);
    Object.assign(node, {
      path: toPath(escaped ? write.escaped : write.raw, loc),
      params: [value],
      hash: undefined,
      escaped: false,
    });
  }

  function visitBlock(node: hbs.AST.BlockStatement, scope: Scope): void {
    const name = node.path.original;
    if (!helpers.block.has(name)) {
      report(node, `there is no block {{#${name}}}; the blocks are ${list(helpers.block)}`);
    } else if (node.params.length !== 1) {
      report(node, `{{#${name}}}: expected one value; found ${node.params.length}`);
    }
    visitParams(node, scope);
    visitProgram(node.program, scope);
    visitProgram(node.inverse, scope);
  }

  function visitPartial(node: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement, scope: Scope): void {
    const { name } = node;
    if (isKind<hbs.AST.SubExpression>(name, "SubExpression")) visitCall(name, scope);
    else if (!name.data && !inlinePartials.has(name.original) && !hasPartial(name.original)) {
      report(node, `there is no partial "${name.original}"`);
    }
    visitParams(node, scope);
  }

  function visitParams(node: { params: hbs.AST.Expression[]; hash: hbs.AST.Hash }, scope: Scope): void {
    node.params = node.params.map((param) => visitValue(param, scope));
    for (const pair of node.hash?.pairs ?? []) pair.value = visitValue(pair.value, scope);
  }

  function visitCall(node: hbs.AST.SubExpression, scope: Scope): hbs.AST.SubExpression {
    const name = node.path.original;
    if (!helpers.inline.has(name)) {
      report(node, `there is no helper ${name}; the helpers are ${list(helpers.inline)}`);
    }
    visitParams(node, scope);
    return node;
  }

  function visitValue(node: hbs.AST.Expression, scope: Scope): hbs.AST.Expression {
    if (isKind<hbs.AST.SubExpression>(node, "SubExpression")) return visitCall(node, scope);
    if (!isKind<hbs.AST.PathExpression>(node, "PathExpression")) return node;
    const [first] = node.parts;
    if (first === undefined) return node;
    const { data, depth, loc } = node;
    // "./x" is a member even where a block parameter is called x.
    const isVariable = data || (depth === 0 && scope.has(first) && !/^\.|^this\b/.test(node.original));
    const head = {
      type: "PathExpression",
      data,
      depth,
      parts: isVariable ? [first] : [],
      original: isVariable ? `${data ? "@" : ""}${first}` : "this",
      loc,
    };
    const names = isVariable ? node.parts.slice(1) : node.parts;
    if (names.length === 0) return head;
    const params = [
      head,
      ...names.map((name) => ({ type: "StringLiteral", value: name, original: name, loc })),
    ];
    return {
      type: "SubExpression",
      path: toPath(member, loc),
      params,
      hash: undefined,
      loc,
    } as hbs.AST.Expression;
  }

  visitProgram(program, new Set());
  return problems;
}

/** The block parameters that are in sight. */
type Scope = ReadonlySet<string>;

function toPath(name: string, loc: hbs.AST.SourceLocation): hbs.AST.PathExpression {
  return { type: "PathExpression", data: false, depth: 0, parts: [name], original: name, loc };
}

function isKind<Node extends hbs.AST.Node>(node: hbs.AST.Node, type: string): node is Node {
  return node.type === type;
}

function list(names: Iterable<string>): string {
  return [...names].join(", ");
}
