import { findCycles, findReaching } from "./graph.ts";
import { innermost } from "./innermost.ts";
import type { FileModel, MessageModel, UnionModel, ValueType } from "./model.ts";

/** A file before it is known which types can contain what. */
export interface FileDraft extends Omit<FileModel, "messages" | "unions"> {
  readonly messages: readonly MessageDraft[];
  readonly unions: readonly UnionDraft[];
}

export type MessageDraft = Omit<MessageModel, "recursive" | "containsAny">;

export type UnionDraft = Omit<UnionModel, "recursive">;

/**
 * Finds for every type whether it can contain itself, and for every message whether it can contain an Any.
 */
export function completeFiles(files: readonly FileDraft[]): readonly FileModel[] {
  const edges = new Map<string, Set<string>>();
  const holdsAny = new Set<string>();
  const visit = (typeName: string, types: readonly ValueType[]): void => {
    const reached = new Set<string>();
    for (const type of types) {
      const held = innermost(type);
      if (held.kind === "message" || held.kind === "union") reached.add(held.typeName);
      if (held.kind === "wellKnown" && held.wellKnown === "Any") holdsAny.add(typeName);
    }
    edges.set(typeName, reached);
  };
  for (const { messages, unions } of files) {
    for (const { typeName, fields } of messages)
      visit(
        typeName,
        fields.map(({ shape }) => shape.type),
      );
    for (const { typeName, arms } of unions) visit(typeName, arms);
  }
  const cyclic = findCycles(edges);
  const withAny = findReaching(edges, holdsAny);
  return files.map((file) => ({
    ...file,
    messages: file.messages.map((message) => ({
      ...message,
      recursive: cyclic.has(message.typeName),
      containsAny: withAny.has(message.typeName),
    })),
    unions: file.unions.map((union) => ({ ...union, recursive: cyclic.has(union.typeName) })),
  }));
}
