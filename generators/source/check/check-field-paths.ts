import type { FieldModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";

/** A path of a profile, with the key it stands under. */
interface ProfilePath {
  readonly key: string;
  readonly path: readonly string[];
  /** The message at which it begins, where the profile says so. */
  readonly root?: string;
}

/** What is wrong with a step of a path. */
export interface PathProblem {
  readonly key: string;
  readonly name: string;
  /** What stands there in a good path: "a field of a2a.v1.AgentCard". */
  readonly expected: string;
}

/** Every path of fields in a profile. */
export function listFieldPaths({ card, tasks, methods = {} }: Profile): readonly ProfilePath[] {
  const paths: ProfilePath[] = [];
  if (card !== undefined) {
    const add = (key: string, path: readonly string[] | undefined): void => {
      if (path !== undefined) paths.push({ key: `card.${key}`, path, root: card.message });
    };
    add("interfaces", card.interfaces);
    add("olderInterfaces.url", card.olderInterfaces?.url);
    add("olderInterfaces.binding", card.olderInterfaces?.binding);
    add("olderInterfaces.additional", card.olderInterfaces?.additional);
    add("version", card.version);
    add("securitySchemes", card.securitySchemes);
    add("securityRequirements", card.securityRequirements);
    add("extensions", card.extensions);
    add("signatures", card.signatures);
    for (const { declaredIn, fields = [] } of card.capabilities) {
      add("capabilities.declaredIn", declaredIn);
      for (const { field } of fields) paths.push({ key: "card.capabilities.fields.field", path: field });
    }
  }
  if (tasks !== undefined) {
    const { eventTag, eventTaskIds, eventStates, eventEnds = [], eventMessages } = tasks;
    const { eventGenerations = [] } = tasks;
    const all = [...eventTaskIds, ...eventStates, ...eventGenerations, ...eventEnds, ...eventMessages];
    const tagged = eventTag === undefined ? [] : all;
    for (const [first = ""] of tagged) {
      paths.push({ key: "tasks.eventTag", path: [`${first.slice(0, first.lastIndexOf("."))}.${eventTag}`] });
    }
    for (const path of eventTaskIds) paths.push({ key: "tasks.eventTaskIds", path });
    for (const path of eventStates) paths.push({ key: "tasks.eventStates", path });
    for (const path of eventGenerations) paths.push({ key: "tasks.eventGenerations", path });
    for (const path of eventEnds) paths.push({ key: "tasks.eventEnds", path });
    for (const path of eventMessages) paths.push({ key: "tasks.eventMessages", path });
  }
  for (const { uplink = [] } of Object.values(methods)) {
    for (const path of uplink) paths.push({ key: "methods.uplink", path });
  }
  return paths;
}

/** Finds steps of paths that do not follow from the one before; fields that are not known are passed over. */
export function findPathProblems(
  paths: readonly ProfilePath[],
  fields: ReadonlyMap<string, FieldModel>,
): readonly PathProblem[] {
  return paths.flatMap(({ key, path, root }) => {
    let wanted: string | undefined = root;
    return path.flatMap((name, i): readonly PathProblem[] => {
      const before = i === 0 ? undefined : fields.get(path[i - 1] ?? "");
      if (before !== undefined) wanted = messageOf(before);
      else if (i > 0) return [];
      if (before !== undefined && wanted === undefined) {
        return [{ key, name, expected: `nothing, as ${path[i - 1]} is no singular message` }];
      }
      const owner = name.slice(0, name.lastIndexOf("."));
      if (wanted === undefined || owner === wanted) return [];
      return [{ key, name, expected: `a field of ${wanted}` }];
    });
  });
}

function messageOf({ shape }: FieldModel): string | undefined {
  return shape.kind === "singular" && shape.type.kind === "message" ? shape.type.typeName : undefined;
}
