import type { ClientModel, DataModel, SkillModel } from "@a2agen/generators/emit/client/client-model.ts";
import { compareSchema } from "../pack/compare-schemas.ts";
import { type Finding, findingsAt, type Takes } from "../pack/finding.ts";

/** What is different in the card of an agent, and whether it breaks code that was generated before. */
export function compareClients(before: ClientModel, after: ClientModel): readonly Finding[] {
  const list: Finding[] = [];
  compareSkills([before.skills, after.skills], list);
  const interfaces = findingsAt("interfaces", list);
  if (!before.bindings.some((binding) => after.bindings.includes(binding))) {
    interfaces.major(
      `none is left over ${before.bindings.join(" or ")}: the client installs no other binding`,
    );
  }
  // A client of the current version alone does not speak older ones; one of older versions speaks both.
  const isOlder = after.older.length > 0 && !after.older.some((version) => before.older.includes(version));
  if (before.module !== after.module || isOlder) {
    interfaces.major(`speak ${versionsOf(after)} only: the client speaks ${versionsOf(before)}`);
  }
  compareSecurity([before.security, after.security], list);
  for (const { uri, required, definition } of before.extensions) {
    const at = findingsAt(`extension ${uri}`, list);
    const now = after.extensions.find((each) => each.uri === uri);
    if (now === undefined) at.major("is gone: what calls ask of it is ignored");
    else if (now.required && !required && definition === undefined)
      at.major("is required now: calls that do not request it are refused");
  }
  for (const { uri, required } of after.extensions) {
    if (before.extensions.some((each) => each.uri === uri)) continue;
    const at = findingsAt(`extension ${uri}`, list);
    if (required) at.major("is new and required: calls that do not request it are refused");
    else at.minor("is new");
  }
  if (before.name !== after.name) {
    findingsAt("name", list).minor(
      `is another: generated anew, connect${before.name} is connect${after.name}`,
    );
  }
  return list;
}

function versionsOf({ module, older }: ClientModel): string {
  return older.length > 0 ? older.map((name) => name.replace(/To[A-Z].*/, "")).join(" and ") : module;
}

function compareSkills(
  [before, after]: readonly [readonly SkillModel[], readonly SkillModel[]],
  list: Finding[],
): void {
  const [old, left] = [before, after].map((skills) => new Map(skills.map((skill) => [skill.id, skill])));
  for (const skill of before) {
    const place = `skill ${skill.id}`;
    const at = findingsAt(place, list);
    const now = left?.get(skill.id);
    if (now === undefined) {
      at.major(`is gone: ${skill.key}() asks for what the agent does not offer`);
      continue;
    }
    at.same("its function", [skill.key, now.key], "code that calls it does not compile once generated anew");
    compareData([skill.input, now.input], { place: `${place}: input`, breaks: "fewer", list });
    if (skill.output !== undefined) {
      compareData([skill.output, now.output], { place: `${place}: output`, breaks: "more", list });
    } else if (now.output !== undefined) findingsAt(`${place}: output`, list).minor("has a schema now");
  }
  for (const { id } of after) {
    if (!old?.has(id)) findingsAt(`skill ${id}`, list).minor("is new");
  }
}

/** An input breaks when the agent takes fewer values, an output when it gives more. */
function compareData(
  [before, after]: readonly [DataModel, DataModel | undefined],
  { place, breaks, list }: { readonly place: string; readonly breaks: Takes; readonly list: Finding[] },
): void {
  const at = findingsAt(place, list);
  at.same(
    "its media type",
    [before.mediaType, after?.mediaType],
    "parts of the other are refused or not read",
  );
  if (before.schema === undefined) {
    if (after?.schema !== undefined) at.major("has a schema now, by which what calls send may be refused");
    return;
  }
  if (after?.schema === undefined) {
    at.major("has no schema any more: nothing says that its type still holds");
    return;
  }
  const found: Finding[] = [];
  compareSchema([before.schema, after.schema], place, found);
  for (const { takes, step, ...rest } of found) {
    list.push({
      ...rest,
      step: takes === breaks || (takes === undefined && step === "major") ? "major" : "minor",
    });
  }
}

/** Whoever has credentials for one of the sets of before needs no others. */
function compareSecurity(
  [before, after]: readonly [ClientModel["security"], ClientModel["security"]],
  list: Finding[],
): void {
  const at = findingsAt("security", list);
  if (after.length === 0) {
    if (before.length > 0) at.minor("no credentials are needed any more");
    return;
  }
  const texts = (set: ClientModel["security"][number]): readonly string[] =>
    set.map(({ name, about }) => `${name} (${about})`);
  const own = before.map(texts);
  const sufficient = after
    .map(texts)
    .filter((set) => own.some((had) => set.every((each) => had.includes(each))));
  if (sufficient.length === 0) {
    const needed = after.map((set) => texts(set).join(" and ")).join(", or ");
    at.major(`needs ${needed}: ${own.length === 0 ? "clients send no credentials" : "clients have others"}`);
  }
  for (const set of own) {
    if (sufficient.some((each) => each.every((text) => set.includes(text)))) continue;
    if (sufficient.length > 0) at.major(`no longer takes ${set.join(" and ")}: clients with it are refused`);
  }
}
