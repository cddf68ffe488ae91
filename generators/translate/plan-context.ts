import type { LegacyManifest, RenamingKind } from "../model/legacy-manifest.ts";
import type { Manifest } from "./manifest.ts";
import type { ChoicePlan, PairPlan, Relation } from "./plan.ts";
import type { TranslationProblem } from "./problem.ts";
import type { NamedShape, Shape, Version } from "./version.ts";

/** What planning one pair of versions shares. */
export interface PlanContext {
  readonly older: Version;
  readonly newer: Version;
  readonly manifest: Manifest;
  /** Whether a name of the older version is known to be another one now. */
  isRenamed(kind: RenamingKind, legacy: string, current: string): boolean;
  readonly problems: TranslationProblem[];
  readonly choices: Map<string, ChoicePlan>;
  /** The plan of two shapes, made later if it is new. */
  pairOf(older: NamedShape, newer: NamedShape): PairPlan;
  relate(older: Shape, newer: Shape, place: string): Relation | undefined;
}

/** Finds renamed things in the list of earlier names, as the newer version has them. */
export function createRenamings(legacy: LegacyManifest, { namespace }: Version): PlanContext["isRenamed"] {
  const names = new Set(
    legacy.names
      .filter(({ packages }) => packages.includes(namespace))
      .map(({ kind, legacy: name, current }) => `${kind} ${name} ${current}`),
  );
  return (kind, name, current) => names.has(`${kind} ${name} ${current}`);
}
