import type { Part } from "@a2agen/a2a-1.0";

type Block = { kind: "text"; text: string } | { kind: "file"; name: string } | { kind: "rule" };
type Progress = "submitted" | "working" | "completed";

interface Job {
  progress: Progress;
  role: "user" | "admin";
  final: boolean;
  mimeType: string;
}

export function toBlocks(parts: readonly Part[]): Block[] {
  const blocks: Block[] = [{ kind: "rule" }];
  for (const part of parts) {
    if (part.text !== undefined) blocks.push({ kind: "text", text: part.text });
    if (part.raw !== undefined || part.url !== undefined) blocks.push({ kind: "file", name: part.filename ?? "completed" });
  }
  return blocks;
}

export function width(block: Block): number {
  switch (block.kind) {
    case "text":
      return block.text.length;
    case "file":
      return block.name.length;
    case "rule":
      return 80;
  }
}

export const job: Job = { progress: "completed", role: "user", final: true, mimeType: "text/plain" };

export function isDone({ progress, final }: Job): boolean {
  return progress === "completed" && final && job.role === "user";
}
