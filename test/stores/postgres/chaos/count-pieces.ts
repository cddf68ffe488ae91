import type { Task } from "@a2agen/a2a-1.0";

/** How many pieces the text of a task has, which stand in its one part; each ends with a semicolon. */
export function countPieces(artifacts: Task["artifacts"] = []): number {
  const texts = artifacts.flatMap(({ parts }) => parts.map(({ text = "" }) => text));
  return texts.join("").split(";").length - 1;
}
