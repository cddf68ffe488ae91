import type { TemplateSource } from "./compile-templates.ts";

/** What a user is told of an error of Handlebars: "dir/page.hbs:3:5: ...". */
export function describeError(
  error: unknown,
  source: Pick<TemplateSource, "path">,
  helperNames: string,
): string {
  const { place, message } = locateError(error, helperNames);
  return `${[source.path, ...place].join(":")}: ${message}`;
}

export interface LocatedError {
  /** Line and column, as far as they are known. */
  readonly place: readonly number[];
  readonly message: string;
}

/** Takes the place out of an error's text. */
export function locateError(error: unknown, helperNames: string): LocatedError {
  const text = error instanceof Error ? error.message : String(error);
  const parse = /^Parse error on line (\d+):[\s\S]*?(Expecting[\s\S]*)$/.exec(text);
  if (parse !== null) {
    return { place: [Number(parse[1])], message: `does not parse: ${shorten(parse[2] ?? "", helperNames)}` };
  }
  const located = /^([\s\S]*) - (\d+):(\d+)$/.exec(text);
  if (located === null) return { place: [], message: text };
  const [, message = "", line, column] = located;
  return { place: [Number(line), Number(column) + 1], message: shorten(message, helperNames) };
}

function shorten(message: string, helperNames: string): string {
  const unknownHelper = /^You specified knownHelpersOnly, but used the unknown helper (.*)$/.exec(
    message,
  )?.[1];
  if (unknownHelper !== undefined)
    return `there is no helper ${unknownHelper}; the helpers are ${helperNames}`;
  const unknownName = /^"(.*)" not defined in /.exec(message)?.[1];
  if (unknownName !== undefined) return `there is no "${unknownName}" here`;
  return message.replace(/^Expecting/, "expected").replace(/\s+/g, " ");
}
