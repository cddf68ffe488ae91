import { describe, jsonTypeOf } from "./kind.ts";
import { own } from "./object.ts";
import { addProblem, type Check, type Problem, type Problems, removeNull } from "./problems.ts";
import { type Literal, oneOf } from "./schema-kinds.ts";

/** One arm of a union whose arms have a constant property: the constant, and what belongs to it. */
export interface TaggedArm {
  readonly tag: Literal;
  /** The tag in earlier versions, which the check reads as the tag. */
  readonly was?: string;
  readonly check: Check;
  /** The other required properties of the arm; undefined if they do not identify it. */
  readonly required?: readonly string[];
}

/**
 * Reports an object whose tag is absent or names no arm. Where the tag is absent and the object has
 * what exactly one arm must have, that arm is checked too, and the lenient mode sets the tag.
 */
export function untagged(
  message: Record<string, unknown>,
  name: string,
  arms: readonly TaggedArm[],
  depth: number,
): Problems | undefined {
  const tags = arms.map(({ tag }) => tag);
  const given = own(message, name);
  if (given !== undefined && given !== null) {
    const former = arms.find(({ was }) => was !== undefined && was === given);
    if (former !== undefined) return former.check(message, depth);
    const isOfType = tags.some((tag) => jsonTypeOf(tag) === jsonTypeOf(given));
    return addProblem(undefined, name, {
      code: isOfType ? "enum" : "type",
      message: `expected ${oneOf(tags)}, got ${describe(given)}`,
    });
  }
  const fitting = arms.filter(({ required }) => required?.every((field) => isSet(message, field)));
  const [arm] = fitting;
  const isSure = fitting.length === 1 && arm?.required !== undefined && arm.required.length > 0;
  const members = isSure ? `; with ${arm.required.join(", ")} it is ${JSON.stringify(arm.tag)}` : "";
  const sentence = `required: ${oneOf(tags)}${members}`;
  const found = fitting.length === 1 ? arm?.check(message, depth) : undefined;
  if (found === undefined) return addProblem(undefined, name, { code: "required", message: sentence });
  // The arm misses its tag itself, and knows how to mend that, but not what else it could have been.
  const isTag = ({ segments }: Problem): boolean => segments.length === 1 && segments[0] === name;
  const problems = found.problems.map((problem) =>
    isTag(problem) ? { ...problem, message: sentence } : problem,
  );
  // An arm that fills in its tag where it stands alone has no problem; here it is one of several.
  if (!problems.some(isTag)) {
    problems.push({
      code: "required",
      message: sentence,
      segments: [name],
      mend: () => {
        message[name] = arm?.tag;
      },
    });
  }
  return { ...found, problems };
}

/**
 * Which one of the properties an object has that tell the arms of a union apart; undefined when it
 * has none or several. null is no value, except that of a nullable one that stands alone.
 */
export function onlyMember<Name extends string>(
  message: object,
  members: readonly Name[],
  nullable: readonly Name[] = [],
): Name | undefined {
  const set = members.filter((name) => isSet(message, name));
  const [only] = set.length === 0 ? nullable.filter((name) => Object.hasOwn(message, name)) : set;
  return set.length > 1 ? undefined : only;
}

/** Removes null properties that identify other arms, so that `in` identifies the arm. */
export function withoutNulls(
  found: Problems | undefined,
  message: Record<string, unknown>,
  others: readonly string[],
): Problems | undefined {
  let all = found;
  for (const name of others) {
    if (Object.hasOwn(message, name) && message[name] === null) all = removeNull(all, message, name);
  }
  return all;
}

function isSet(message: object, name: string): boolean {
  const value = own(message, name);
  return value !== undefined && value !== null;
}
