import type { Level } from "../../core/requirement.ts";
import type { Behaviour } from "../behaviour.ts";

type Rest = Omit<Behaviour, "id" | "level" | "section" | "title" | "does" | "expected">;

/** A row of a table of behaviours. */
export function row(level: Level, expected: Behaviour["expected"]) {
  return (id: string, section: string, title: string, does: string, rest: Rest): Behaviour => ({
    id,
    level,
    section,
    title,
    does,
    expected,
    ...rest,
  });
}
