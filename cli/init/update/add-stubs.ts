import type { ts as tsTypes } from "ts-morph";
import type { TextEdits } from "../../migrate/typescript/text-edits.ts";
import { beginsLine, indentAt } from "./file-style.ts";
import type { Handler } from "./find-handlers.ts";
import type { GeneratedMethod } from "./generated-code.ts";
import { type StubContext, writeStub } from "./write-stub.ts";

/** Adds methods at the end of a class or an object. */
export function addStubs(
  { node, file }: Handler,
  methods: readonly GeneratedMethod[],
  { edits, ...context }: StubContext & { readonly edits: TextEdits },
): void {
  const { ts } = context.program;
  const { text } = file;
  const members: readonly tsTypes.Node[] = ts.isClassLike(node) ? node.members : node.properties;
  const brace = node.end - 1;
  const outer = indentAt(text, brace);
  const first = members.find((member) => beginsLine(text, member.getStart(file)));
  const isBraceAlone = beginsLine(text, brace);
  const base = isBraceAlone ? outer : indentAt(text, node.getStart(file));
  const indent = first === undefined ? base + context.style.indent : indentAt(text, first.getStart(file));
  const isObject = !ts.isClassLike(node);
  const hasComma = isObject && (members.length === 0 || node.properties.hasTrailingComma);
  const stubs = methods.map((method, index) => {
    const isLast = index === methods.length - 1;
    const end = isObject && (!isLast || hasComma || members.length === 0) ? "," : "";
    return writeStub(method, context, end)
      .map((line) => (line === "" ? "" : indent + line))
      .join("\n");
  });
  const last = members.at(-1);
  if (isObject && !hasComma && last !== undefined) edits.insert(last.end, ",");
  const written = stubs.join("\n\n");
  if (isBraceAlone) {
    const lineStart = text.lastIndexOf("\n", brace - 1) + 1;
    const isSpaced = members.length === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart));
    edits.insert(lineStart, `${isSpaced ? "" : "\n"}${written}\n`);
    return;
  }
  // "{}" or "{ a() {} }": the brace moves to a line of its own, without the space before it.
  const [space = ""] = /[ \t]*$/.exec(text.slice(0, brace)) ?? [];
  edits.replace(brace - space.length, brace, `\n${last === undefined ? "" : "\n"}${written}\n${base}`);
}
