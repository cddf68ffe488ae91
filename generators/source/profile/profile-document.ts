import type { Document, LineCounter, Node, Pair, ParsedNode, YAMLError, YAMLMap } from "yaml";
import { uncapitalize } from "../../naming/casing.ts";
import { describeValue } from "./describe-value.ts";
import { type KeyPath, printKeyPath } from "./key-path.ts";
import type { ProfileProblem, ProfileProblemCode } from "./profile-error.ts";
import type { ProfileFinding } from "./profile-finding.ts";

type Yaml = typeof import("yaml");

/** A YAML text that was read, with its value and the places of its keys. */
export interface ProfileDocument {
  readonly problems: readonly ProfileProblem[];
  /** Absent when the text is not YAML, or its aliases cannot be followed. */
  readonly content?: { readonly value: unknown };
  locate(finding: ProfileFinding): ProfileProblem;
}

const manyAliases = 100;

/** Reads YAML, or JSON, which is YAML. */
export function readProfileDocument(yaml: Yaml, text: string, source: string): ProfileDocument {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    logLevel: "error",
  });
  const reader = { yaml, document, lines, source };
  const problems = [...document.errors, ...document.warnings].map((error) => toProblem(reader, error));
  const locate = (finding: ProfileFinding): ProfileProblem => locateFinding(reader, finding);
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return { problems, locate };
  const dangling = findDanglingAliases(reader);
  if (dangling.length > 0) return { problems: [...problems, ...dangling], locate };
  try {
    return { problems, content: { value: document.toJS({ maxAliasCount: manyAliases }) }, locate };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { problems: [...problems, tooManyAliases(reader)], locate };
  }
}

interface Reader {
  readonly yaml: Yaml;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly source: string;
}

function toProblem(reader: Reader, { code, message, pos }: YAMLError): ProfileProblem {
  const [offset] = pos;
  const key = code === "DUPLICATE_KEY" ? findKey(reader, offset) : undefined;
  if (key !== undefined) {
    const again = `expected each key once, found ${JSON.stringify(key.at(-1))} again`;
    return problemAt(reader, { code: "duplicate-key", path: printKeyPath(key), message: again, offset });
  }
  if (code === "MULTIPLE_DOCS") {
    return problemAt(reader, {
      code: "syntax",
      path: "",
      message: "expected one document, found another",
      offset,
    });
  }
  const sentence = uncapitalize(message);
  return problemAt(reader, { code: "syntax", path: "", message: `expected YAML, but ${sentence}`, offset });
}

function problemAt(
  { lines, source }: Reader,
  { offset, ...rest }: { code: ProfileProblemCode; path: string; message: string; offset: number },
): ProfileProblem {
  const { line, col } = lines.linePos(offset);
  return { ...rest, source, position: { line: Math.max(line, 1), column: Math.max(col, 1) } };
}

/** The path of the key that begins at an offset. */
function findKey({ yaml, document }: Reader, offset: number): KeyPath | undefined {
  let found: KeyPath | undefined;
  yaml.visit(document, {
    Pair(_, pair, ancestors) {
      if (startOf(pair.key) !== offset) return undefined;
      const steps = [...ancestors, pair];
      found = steps.flatMap((step, index) => {
        if (yaml.isPair(step)) return String(yaml.isScalar(step.key) ? step.key.value : step.key);
        return yaml.isSeq(step) ? step.items.indexOf(steps[index + 1]) : [];
      });
      return yaml.visit.BREAK;
    },
  });
  return found;
}

function findDanglingAliases(reader: Reader): readonly ProfileProblem[] {
  const { yaml, document } = reader;
  const problems: ProfileProblem[] = [];
  yaml.visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      const message = `expected an anchor &${alias.source} before it, found *${alias.source} alone`;
      problems.push(problemAt(reader, { code: "alias", path: "", message, offset: startOf(alias) ?? 0 }));
    },
  });
  return problems;
}

function tooManyAliases(reader: Reader): ProfileProblem {
  let first: number | undefined;
  reader.yaml.visit(reader.document, {
    Alias(_, alias) {
      first = startOf(alias);
      return reader.yaml.visit.BREAK;
    },
  });
  const message = `expected at most ${manyAliases} values through aliases, found more`;
  return problemAt(reader, { code: "alias", path: "", message, offset: first ?? 0 });
}

function locateFinding(reader: Reader, { code, path, at, expected, found }: ProfileFinding): ProfileProblem {
  const { yaml } = reader;
  const node = findNode(reader, at === "parent" ? path.slice(0, -1) : path);
  const key = at === "key" ? findPair(reader, path)?.key : undefined;
  const offset = startOf(key) ?? startOf(node) ?? startOf(findPair(reader, path)?.key) ?? 0;
  const plain = yaml.isScalar(node) && node.type === "PLAIN" && typeof node.value !== "string";
  const quote = plain && node.value !== null && expected === "a string" ? "; put it in quotes" : "";
  const came =
    found ?? (plain && node.value !== null ? node.source : undefined) ?? describeValue(toValue(reader, node));
  return problemAt(reader, {
    code,
    path: printKeyPath(path),
    message: `expected ${expected}, found ${came}${quote}`,
    offset,
  });
}

function toValue({ document }: Reader, node: Node | null): unknown {
  return node?.toJS(document, { maxAliasCount: manyAliases });
}

/** The node of a value, with aliases followed. */
function findNode(reader: Reader, path: KeyPath): Node | null {
  const { yaml, document } = reader;
  return path.reduce<Node | null>(
    (parent, key) => {
      if (yaml.isMap(parent)) return follow(reader, pairOf(reader, parent, key)?.value);
      if (yaml.isSeq(parent)) return follow(reader, parent.items[Number(key)]);
      return null;
    },
    follow(reader, document.contents),
  );
}

function findPair(reader: Reader, path: KeyPath): Pair | undefined {
  const parent = findNode(reader, path.slice(0, -1));
  const key = path.at(-1);
  return reader.yaml.isMap(parent) && key !== undefined ? pairOf(reader, parent, key) : undefined;
}

function pairOf({ yaml }: Reader, map: YAMLMap, key: string | number): Pair | undefined {
  // As in the value that was read, the last of two equal keys counts.
  return map.items.findLast((pair) => yaml.isScalar(pair.key) && String(pair.key.value) === String(key));
}

function follow({ yaml, document }: Reader, node: unknown): Node | null {
  if (yaml.isAlias(node)) return node.resolve(document) ?? null;
  return yaml.isNode(node) ? node : null;
}

function startOf(node: unknown): number | undefined {
  return (node as ParsedNode | null | undefined)?.range?.[0];
}
