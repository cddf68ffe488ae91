import type { HttpPart, HttpSegment } from "../../model/model.ts";

/** A path template of google.api.http taken apart, or what is wrong with it. */
export type ParsedTemplate =
  | { readonly ok: true; readonly segments: readonly HttpSegment[]; readonly action?: string }
  | { readonly ok: false; readonly problem: string };

class TemplateProblem extends Error {}

/** Parses `"/" Segments [":" verb]`; a segment is a literal, "*", "**", or "{field.path=segments}". */
export function parseHttpTemplate(template: string): ParsedTemplate {
  try {
    return { ok: true, ...parse(template) };
  } catch (error) {
    if (error instanceof TemplateProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

function parse(template: string): { segments: readonly HttpSegment[]; action?: string } {
  if (!template.startsWith("/")) throw new TemplateProblem(`it must begin with "/"`);
  let at = 1;
  const segments: HttpSegment[] = [];
  for (;;) {
    segments.push(template[at] === "{" ? variable() : part());
    if (template[at] !== "/") break;
    at++;
  }
  checkDeepWildcard(segments);
  if (at === template.length) return { segments };
  if (template[at] !== ":") throw unexpected();
  at++;
  const action = literal();
  if (at !== template.length) throw unexpected();
  return { segments, action };

  function variable(): HttpSegment {
    at++;
    const field = take(/[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*/y);
    if (field === "") throw new TemplateProblem(`a field name is missing at column ${at + 1}`);
    const parts: HttpPart[] = [];
    if (template[at] === "=") {
      do {
        at++;
        parts.push(part());
      } while (template[at] === "/");
    } else {
      parts.push({ kind: "wildcard", deep: false });
    }
    if (template[at] !== "}") throw new TemplateProblem(`"}" is missing at column ${at + 1}`);
    at++;
    return { kind: "variable", field, segments: parts };
  }

  function part(): HttpPart {
    if (template.startsWith("**", at)) {
      at += 2;
      return { kind: "wildcard", deep: true };
    }
    if (template[at] === "*") {
      at++;
      return { kind: "wildcard", deep: false };
    }
    return { kind: "literal", text: literal() };
  }

  function literal(): string {
    const text = take(/(?:[A-Za-z0-9\-._~!$&'()+,;=@]|%[0-9A-Fa-f]{2})+/y);
    if (text === "") throw unexpected();
    return text;
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const text = pattern.exec(template)?.[0] ?? "";
    at += text.length;
    return text;
  }

  function unexpected(): TemplateProblem {
    const found = at < template.length ? JSON.stringify(template[at]) : "the end";
    return new TemplateProblem(`a path segment was expected at column ${at + 1}, found ${found}`);
  }
}

/** With two of them a path could be read in several ways. */
function checkDeepWildcard(segments: readonly HttpSegment[]): void {
  const parts = segments.flatMap((segment) => (segment.kind === "variable" ? segment.segments : [segment]));
  const deep = parts.filter((part) => part.kind === "wildcard" && part.deep);
  if (deep.length > 1) throw new TemplateProblem(`it has "**" ${deep.length} times; write it once`);
}
