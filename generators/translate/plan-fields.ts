import { defined } from "@a2agen/runtime/internal";
import type { Leaf, SideCase } from "./leaves.ts";
import type { FieldRule, InterfacesRule, TypeRule } from "./manifest.ts";
import type { FieldsPlan, InterfacesPlan, LostLeaf, Mapping, Place, Relation, Side } from "./plan.ts";
import type { PlanContext } from "./plan-context.ts";
import type { Shape } from "./version.ts";

export interface FieldsInit {
  readonly older: SideCase;
  readonly newer: SideCase;
  readonly rule: TypeRule | undefined;
  /** Keys of the rule in the manifest. */
  readonly at: readonly (string | number)[];
  /** Names the pair in problems. */
  readonly title: string;
  /** The members that make the alternative: they belong to each other. */
  readonly members?: readonly [older: string, newer: string];
  readonly context: PlanContext;
  /** Collects the paths that rules name and a case has. */
  readonly used: Set<string>;
}

/** Finds for every field its counterpart, or the reason why it has none. */
export function planFields(init: FieldsInit): FieldsPlan {
  const { older, newer, rule, at, title, members, context, used } = init;
  const sides = { older, newer };
  const free: { [side in Side]: Set<Leaf> } = {
    older: new Set(older.leaves.filter(({ field }) => field.constant === undefined)),
    newer: new Set(newer.leaves.filter(({ field }) => field.constant === undefined)),
  };
  const mappings: Mapping[] = [];
  const lost: { [side in Side]: LostLeaf[] } = { older: [], newer: [] };
  const interfaces = rule?.interfaces === undefined ? undefined : planInterfaces(rule.interfaces);

  for (const [index, field] of (rule?.fields ?? []).entries()) takeRule(field, index);
  if (members !== undefined) pair(leafAt("older", members[0]), leafAt("newer", members[1]));
  for (const leaf of free.older)
    pair(
      leaf,
      [...free.newer].find((other) => isRenamed(leaf, other)),
    );
  for (const side of ["older", "newer"] as const) {
    for (const [path, reason] of Object.entries(rule?.lost?.[side] ?? {})) takeLost(side, path, reason);
    for (const leaf of free[side]) {
      const reason = context.manifest.lost?.[side]?.[lastOf(leaf)];
      if (reason !== undefined && free[side].delete(leaf)) lost[side].push({ leaf, reason });
    }
  }
  for (const leaf of free.older) {
    const same = [...free.newer].filter((other) => lastOf(other) === lastOf(leaf));
    pair(leaf, same.find((other) => other.path.join() === leaf.path.join()) ?? same[0]);
  }
  for (const side of ["older", "newer"] as const) {
    for (const leaf of free[side]) {
      report(
        [],
        `a counterpart, a rule under fields or a reason under lost for ${nameOf(side, leaf)}`,
        "none",
      );
    }
  }
  checkRequired();
  return defined({ mappings, lost, interfaces });

  function report(path: readonly (string | number)[], expected: string, found: string): void {
    const keys = [...at, ...path];
    context.problems.push({
      path: keys.length === 0 ? ["types"] : keys,
      expected: `${expected} (${title})`,
      found,
    });
  }

  function nameOf(side: Side, leaf: Leaf): string {
    return `field ${leaf.path.join(".")} of ${context[side].title}`;
  }

  function leafAt(side: Side, path: string): Leaf | undefined {
    return sides[side].leaves.find((leaf) => leaf.path.join(".") === path);
  }

  function pair(leaf: Leaf | undefined, other: Leaf | undefined): void {
    if (leaf === undefined || other === undefined || !free.older.has(leaf) || !free.newer.has(other)) return;
    add([{ leaf }], [{ leaf: other }], undefined);
  }

  function add(olders: readonly Place[], newers: readonly Place[], field: FieldRule | undefined): void {
    const [one] = olders;
    const [two] = newers;
    if (one === undefined || two === undefined) return;
    for (const { leaf } of olders) free.older.delete(leaf);
    for (const { leaf } of newers) free.newer.delete(leaf);
    const relation = relationOf(one, two, field);
    if (relation !== undefined) mappings.push({ older: olders, newer: newers, relation, rule: field });
  }

  function relationOf(one: Place, two: Place, field: FieldRule | undefined): Relation | undefined {
    if (field?.inverted === true) return { kind: "inverted" };
    const relation = context.relate(shapeOf(one), shapeOf(two), `${title}: ${one.leaf.path.join(".")}`);
    if ((relation?.kind === "milliseconds") !== (field?.unit !== undefined)) {
      report(
        [],
        `"unit" for field ${one.leaf.path.join(".")} exactly where an integer becomes a time`,
        "otherwise",
      );
    }
    return relation;
  }

  function takeRule(field: FieldRule, index: number): void {
    const older = placesOf("older", field.older, index);
    if (field.newer === undefined) {
      // The value comes from another field: only the older version writes it down.
      for (const { leaf } of older) free.older.delete(leaf);
      if (field.restsAt !== undefined && older.length > 0) {
        mappings.push({ older, newer: [], relation: { kind: "same" }, rule: field });
      }
      return;
    }
    add(older, placesOf("newer", field.newer, index), field);
  }

  function placesOf(side: Side, paths: string | readonly string[], index: number): readonly Place[] {
    return [paths].flat().flatMap((text): readonly Place[] => {
      const [path = "", partName] = text.split("#");
      const leaf = leafAt(side, path);
      if (leaf === undefined) return [];
      used.add(`${side} ${path}`);
      if (partName === undefined) return [{ leaf }];
      const owner = leaf.owners.at(-1) ?? "";
      const resource = context[side].resourceNames.find(({ fields }) =>
        fields.includes(`${owner}.${lastOf(leaf)}`),
      );
      const part = resource?.parts.indexOf(partName) ?? -1;
      if (resource === undefined || part < 0) {
        report(
          ["fields", index, side],
          `a part of the name that ${path} holds: ${resource?.parts.join(", ") ?? "there is none"}`,
          partName,
        );
        return [];
      }
      return [{ leaf, part: { resource, index: part } }];
    });
  }

  function takeLost(side: Side, path: string, reason: string): void {
    const leaf = leafAt(side, path);
    if (leaf === undefined) return;
    used.add(`${side} ${path}`);
    if (free[side].delete(leaf)) lost[side].push({ leaf, reason });
  }

  function planInterfaces(given: InterfacesRule): InterfacesPlan {
    const types = { older: "", newer: "" };
    const reasons: { readonly [side in Side]: Record<string, string> } = { older: {}, newer: {} };
    for (const side of ["older", "newer"] as const) {
      const { all, url, preferred, others, version, element } = given[side];
      for (const path of [all, url, preferred, others, version]) {
        const leaf = path === undefined ? undefined : leafAt(side, path);
        if (leaf !== undefined) free[side].delete(leaf);
        else if (path !== undefined) report(["interfaces", side], `a field of ${context[side].title}`, path);
      }
      const shape = leafAt(side, all ?? others ?? "")?.field.shape;
      const name = shape?.kind === "list" && shape.element.kind === "type" ? shape.element.name : "";
      types[side] = name;
      const type = context[side].types.get(name);
      const known: readonly (string | undefined)[] = [element.url, element.binding, element.version];
      for (const field of type?.kind === "object" ? type.fields : []) {
        if (known.includes(field.name)) continue;
        const reason = context.manifest.lost?.[side]?.[field.name];
        if (reason !== undefined) reasons[side][field.name] = reason;
        else
          report(
            ["interfaces", side, "element"],
            `a reason under lost for field ${name}.${field.name} of ${context[side].title}`,
            "none",
          );
      }
    }
    return { ...given, types, lost: reasons };
  }

  function isRenamed(leaf: Leaf, other: Leaf): boolean {
    // A type may have got its new name before its field did.
    return [...leaf.owners, ...other.owners].some((owner) =>
      other.owners.some((current) =>
        context.isRenamed("field", `${owner}.${lastOf(leaf)}`, `${current}.${lastOf(other)}`),
      ),
    );
  }

  /** What the target cannot do without must come from somewhere. */
  function checkRequired(): void {
    for (const { older: olders, newer: newers, rule: field } of mappings) {
      for (const [from, to, side] of [
        [olders, newers, "older"],
        [newers, olders, "newer"],
      ] as const) {
        const source = from[0]?.leaf.field;
        if (source === undefined || source.required || source.hasDefault) continue;
        if (field?.absent?.[side] !== undefined) continue;
        for (const { leaf, part } of to) {
          if (!leaf.field.required || part !== undefined) continue;
          report(
            [],
            `a rule with absent.${side}, since ${nameOf(side === "older" ? "newer" : "older", leaf)} is required and may be absent here`,
            "none",
          );
        }
      }
    }
    checkParts();
    for (const side of ["older", "newer"] as const) {
      for (const { leaf } of lost[side]) {
        if (leaf.field.required)
          report(["lost", side], "a field that may be absent", `${nameOf(side, leaf)}, which is required`);
      }
    }
  }

  /** A name is made of all of its parts. */
  function checkParts(): void {
    for (const side of ["older", "newer"] as const) {
      const places = mappings.flatMap((mapping) => mapping[side]);
      for (const { leaf, part } of places) {
        const has = places.filter((place) => place.leaf === leaf).map((place) => place.part?.index);
        const missing = part?.resource.parts.filter((_, index) => !has.includes(index)) ?? [];
        const path = leaf.path.join(".");
        if (missing.length > 0)
          report([], `rules for ${missing.map((name) => `${path}#${name}`).join(", ")}`, "none");
      }
    }
  }
}

function lastOf({ path }: Leaf): string {
  return path.at(-1) ?? "";
}

function shapeOf({ leaf, part }: Place): Shape {
  return part === undefined ? leaf.field.shape : { kind: "text", form: "plain" };
}
