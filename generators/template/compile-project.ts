import { errorMessage } from "@a2agen/runtime/internal";
import type Handlebars from "handlebars";
import { toMarkdownCell } from "./markdown-cell.ts";
import type { ProjectTemplate, RenderResult, TemplateHelper } from "./project-templates.ts";
import type { TemplateFile } from "./read-directory.ts";
import { makePathsStrict } from "./strict-paths.ts";
import { TemplateError } from "./template-error.ts";

type Environment = typeof Handlebars;
type Compiled = (data: unknown, runtime?: object) => string;

const suffix = ".hbs";
const blocks: ReadonlySet<string> = new Set(["each", "if", "unless", "with"]);

/**
 * Compiles the files of a directory: those that end in .hbs are templates, those among them that lie
 * in `_partials/` or whose names begin with one "_" are included by others, and the rest is copied.
 * `{{x}}` is escaped for HTML where the file is markup, or for cells of Markdown tables in every file.
 * Throws a TemplateError with all problems.
 */
export function compileProject(
  handlebars: Environment,
  files: readonly TemplateFile[],
  helpers: Readonly<Record<string, TemplateHelper>>,
  { escaping }: { readonly escaping?: "cell" } = {},
): readonly ProjectTemplate[] {
  const environment = handlebars.create();
  registerHelpers(environment, helpers);
  const problems: string[] = [];
  const partials = findPartials(files, problems);
  const compile = (file: TemplateFile): Compiled | undefined => {
    try {
      const program = environment.parse(file.text);
      const escaped = escaping === "cell" ? "$cell" : isMarkup(file.path) ? "$escape" : "$write";
      const found = makePathsStrict(program, {
        helpers: { inline: new Set([...Object.keys(helpers), "lookup"]), block: blocks },
        write: { escaped, raw: "$write" },
        member: "$member",
        hasPartial: (name) => partials.has(name),
      });
      for (const { line, column, message } of found) {
        const known =
          partials.size === 0 ? "there are none" : `the partials are ${[...partials.keys()].join(", ")}`;
        const rest = message.startsWith("there is no partial") ? `; ${known}` : "";
        problems.push(`${file.place}:${line}:${column}: ${message}${rest}`);
      }
      return found.length > 0 ? undefined : environment.compile<unknown>(program, { noEscape: true });
    } catch (error) {
      const { place, message } = locateError(error);
      problems.push(`${[file.place, ...place].join(":")}: ${message}`);
      return undefined;
    }
  };
  for (const [name, file] of partials) {
    const compiled = compile(file);
    if (compiled === undefined) continue;
    environment.registerPartial(name, (data: unknown, runtime?: object) =>
      inside(file, () => compiled(data, runtime)),
    );
  }
  const result = files.filter(isWritten).map((file): ProjectTemplate => {
    const { path, place, text } = file;
    if (!path.endsWith(suffix)) return { kind: "copy", path, place, text };
    const compiled = compile(file);
    return {
      kind: "template",
      path: path.slice(0, -suffix.length),
      place,
      render: (data) => render(file, () => compiled?.(data, closed) ?? ""),
    };
  });
  if (problems.length > 0) throw new TemplateError(problems.join("\n"));
  return result;
}

/** Nothing that objects inherit can be reached. */
const closed = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false };

const partialsFolder = "_partials/";

function isWritten({ path }: TemplateFile): boolean {
  return !path.split("/").some((name) => /^_(?!_)/.test(name));
}

/** The templates that others include, by name: "_partials/a/b.hbs" is "a/b", "a/_b.hbs" is "a/b". */
function findPartials(files: readonly TemplateFile[], problems: string[]): ReadonlyMap<string, TemplateFile> {
  const partials = new Map<string, TemplateFile>();
  for (const file of files) {
    if (isWritten(file) || !file.path.endsWith(suffix)) continue;
    const inFolder = file.path.startsWith(partialsFolder)
      ? file.path.slice(partialsFolder.length)
      : file.path;
    const name = inFolder.slice(0, -suffix.length).replace(/(^|\/)_(?!_)/g, "$1");
    const other = partials.get(name);
    if (other === undefined) partials.set(name, file);
    else problems.push(`${file.place}: the partial "${name}" is ${other.place} already; rename one of them`);
  }
  return partials;
}

/** Formats in which "<" and "&" mean something. */
function isMarkup(path: string): boolean {
  return /\.(?:html?|xhtml|svg|xml)\.hbs$/i.test(path);
}

/**
 * A problem in a template that knows its file: in a partial, it is not that of the template that is rendered.
 */
class LocatedProblem extends Error {
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(errorMessage(cause), { cause });
    this.file = file;
  }
}

function inside(file: TemplateFile, run: () => string): string {
  try {
    return run();
  } catch (error) {
    throw error instanceof LocatedProblem ? error : new LocatedProblem(file.place, error);
  }
}

function render(file: TemplateFile, run: () => string): RenderResult {
  try {
    return { ok: true, text: run() };
  } catch (error) {
    const located = error instanceof LocatedProblem ? error : new LocatedProblem(file.place, error);
    const { place, message } = locateError(located);
    const [line = 1, column = 1] = place;
    return { ok: false, file: located.file, line, column, message };
  }
}

/** What Handlebars hands to helpers beyond what its types say. */
type Options = Handlebars.HelperOptions & { readonly loc?: hbs.AST.SourceLocation };

function registerHelpers(environment: Environment, helpers: Readonly<Record<string, TemplateHelper>>): void {
  const register = (name: string, run: (args: readonly unknown[], options: Options) => unknown): void => {
    environment.registerHelper(name, (...all: unknown[]) => {
      const options = all.at(-1) as Options;
      try {
        return run(all.slice(0, -1), options);
      } catch (error) {
        // An error with a place came from below.
        if (error instanceof LocatedProblem || error instanceof LocatedError) throw error;
        throw new LocatedError(errorMessage(error), options.loc);
      }
    });
  };
  register("$member", ([value, ...names]) =>
    names.reduce((owner, name) => memberOf(owner, String(name)), value),
  );
  register("lookup", ([value, name]) => memberOf(value, String(name)));
  register("$write", ([value]) => toText(value));
  register("$cell", ([value]) => toMarkdownCell(toText(value)));
  register("$escape", ([value]) => environment.escapeExpression(toText(value)));
  for (const [name, helper] of Object.entries(helpers)) {
    register(name, (args, { data }) => helper(args, (data as { readonly root: object }).root));
  }
}

/** Reads the place, line and column from an error of Handlebars, where it has them. */
function locateError(error: unknown): { readonly place: readonly number[]; readonly message: string } {
  const text = errorMessage(error);
  const parse = /^Parse error on line (\d+):[\s\S]*?(Expecting[\s\S]*)$/.exec(text);
  if (parse !== null)
    return { place: [Number(parse[1])], message: `does not parse: ${oneLine(parse[2] ?? "")}` };
  const located = /^([\s\S]*) - (\d+):(\d+)$/.exec(text);
  if (located === null) return { place: [], message: text };
  const [, message = "", line, column] = located;
  return { place: [Number(line), Number(column) + 1], message: oneLine(message) };
}

function oneLine(message: string): string {
  return message.replace(/^Expecting/, "expected").replace(/\s+/g, " ");
}

/** An error with its place in the text, as those of Handlebars have it. */
class LocatedError extends Error {
  constructor(message: string, loc: hbs.AST.SourceLocation | undefined) {
    super(loc === undefined ? message : `${message} - ${loc.start.line}:${loc.start.column}`);
  }
}

function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner === "object" && owner !== null && Object.hasOwn(owner, name)) {
    return (owner as Readonly<Record<string, unknown>>)[name];
  }
  throw new TypeError(`there is no "${name}" in ${describe(owner)}`);
}

function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      throw new TypeError(`expected a text, a number or a boolean; found ${describe(value)}`);
  }
}

/** A value in messages: what can be taken from it. */
function describe(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return `an object with ${Object.keys(value).join(", ")}`;
  return `the ${typeof value === "string" ? "text" : typeof value} ${JSON.stringify(value)}`;
}
