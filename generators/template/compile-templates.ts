import type Handlebars from "handlebars";
import { describeError } from "./describe-error.ts";
import { toMarkdownCell } from "./markdown-cell.ts";
import { TemplateError } from "./template-error.ts";

export interface TemplateSource {
  /** Name under which other templates include it. */
  readonly name: string;
  /** Path for error messages. */
  readonly path: string;
  readonly text: string;
}

/** Renders a template by name; throws a TemplateError. */
export type RenderTemplate = (name: string, data: object) => string;

type Environment = typeof Handlebars;

/**
 * Compiles templates for Markdown, each of which can include the others. `{{x}}` is escaped to stand
 * in a cell of a table, `{{{x}}}` is Markdown as it is; a name that the data does not have is an error.
 * Throws a TemplateError with all problems.
 */
export function compileTemplates(
  handlebars: Environment,
  sources: readonly TemplateSource[],
): RenderTemplate {
  const environment = handlebars.create();
  environment.registerHelper("cell", (value: string | number | boolean | null | undefined) =>
    toMarkdownCell(String(value ?? "")),
  );
  const names = new Set(sources.map(({ name }) => name));
  const problems: string[] = [];
  for (const source of sources) {
    try {
      const program = environment.parse(source.text);
      problems.push(...rewrite(program, { handlebars, names, source }));
      const options = { knownHelpersOnly: true, knownHelpers: { cell: true }, strict: true, noEscape: true };
      // Compiling is put off until a template is rendered; unknown helpers are to be found now.
      environment.precompile(program, options);
      const compiled: Compiled = environment.compile<unknown>(program, options);
      environment.registerPartial(source.name, (context: unknown, runtime?: object) =>
        locate(source, () => compiled(context, runtime)),
      );
    } catch (error) {
      problems.push(messageOf(error, source));
    }
  }
  if (problems.length > 0) throw new TemplateError(problems.join("\n"));
  const render = environment.compile<object>("{{> (lookup this 'name') data}}", { noEscape: true });
  return (name, data) => {
    if (!names.has(name)) throw new TemplateError(`expected a template ${name}.hbs; ${listNames(names)}`);
    return render({ name, data });
  };
}

type Compiled = (context: unknown, runtime?: object) => string;

interface RewriteContext {
  readonly handlebars: Environment;
  readonly names: ReadonlySet<string>;
  readonly source: TemplateSource;
}

/** Lets every `{{x}}` go through the helper that escapes, and returns the problems that it finds. */
function rewrite(program: hbs.AST.Program, { handlebars, names, source }: RewriteContext): readonly string[] {
  const problems: string[] = [];
  const inline = new Set<string>();
  class Rewriter extends handlebars.Visitor {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      super.MustacheStatement(mustache);
      if (mustache.escaped && isPath(mustache.path)) escapeStatement(mustache, mustache.path);
    }
    override PathExpression(path: hbs.AST.PathExpression): void {
      // Handlebars does so itself for `{{x}}` alone; here `{{#if x}}` must not overlook a misspelt name either.
      if (!path.data) Object.assign(path, { strict: true });
    }
    override DecoratorBlock(block: hbs.AST.DecoratorBlock): void {
      const [name] = block.params;
      if (name !== undefined && isString(name)) inline.add(name.value);
      super.DecoratorBlock(block);
    }
    override PartialStatement({ name, params, hash, loc }: hbs.AST.PartialStatement): void {
      params.forEach((param) => {
        this.accept(param);
      });
      this.accept(hash);
      if (!isPath(name) || name.data || names.has(name.original) || inline.has(name.original)) return;
      problems.push(
        `${position(source, loc)}: there is no template ${name.original}.hbs; ${listNames(names)}`,
      );
    }
  }
  new Rewriter().accept(program);
  return problems;
}

/** Turns `{{a b}}` into `{{{cell (a b)}}}` and `{{a}}` into `{{{cell a}}}`. */
function escapeStatement(mustache: hbs.AST.MustacheStatement, path: hbs.AST.PathExpression): void {
  const { loc, params, hash } = mustache;
  const isCall = params.length > 0;
  const call = { type: "SubExpression", path, params, hash, loc };
  mustache.path = { type: "PathExpression", data: false, depth: 0, parts: ["cell"], original: "cell", loc };
  mustache.params = [isCall ? call : path];
  mustache.escaped = false;
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === "PathExpression";
}

function isString(node: hbs.AST.Node): node is hbs.AST.StringLiteral {
  return node.type === "StringLiteral";
}

/** Adds the file to what goes wrong in a template; what comes out of an included one has its file already. */
function locate(source: TemplateSource, run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(messageOf(error, source), { cause: error });
  }
}

function messageOf(error: unknown, source: TemplateSource): string {
  return describeError(error, source, helperNames);
}

const helperNames = "cell, each, if, lookup, unless, with";

function position({ path }: TemplateSource, { start }: hbs.AST.SourceLocation): string {
  return `${path}:${start.line}:${start.column + 1}`;
}

function listNames(names: ReadonlySet<string>): string {
  return `the templates are ${[...names].join(", ")}`;
}
