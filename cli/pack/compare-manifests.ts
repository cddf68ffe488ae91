import { type Finding, findingsAt, showValue } from "./finding.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { compareRanges } from "./version-range.ts";

/** What package.json of a release asks of users, and what they can import and run. */
export function compareManifests(
  [before, after]: readonly [before: JsonObject, after: JsonObject],
  list: Finding[],
): void {
  compareNames("exports", [before, after], "imports of it fail", list);
  const [oldBin, bin] = [programs(before), programs(after)];
  compareNames("bin", [{ bin: oldBin }, { bin }], "scripts that run it fail", list);
  compareDependencies([before, after], list);
  comparePeers([before, after], list);
  compareEngines([before, after], list);
}

function compareNames(
  key: string,
  [before, after]: readonly [JsonObject, JsonObject],
  reason: string,
  list: Finding[],
): void {
  const [old, now] = [objectAt(before, key), objectAt(after, key)];
  for (const name of Object.keys(old)) {
    const place = `package.json: ${key}: ${name}`;
    if (!Object.hasOwn(now, name)) findingsAt(place, list).major(`is gone: ${reason}`);
    else compareConditions(place, [old[name], now[name]], list);
  }
  for (const name of Object.keys(now)) {
    if (!Object.hasOwn(old, name)) findingsAt(`package.json: ${key}: ${name}`, list).minor("is new");
  }
}

/** Conditions under which a module is found, "types" and "default" say; which file it is concerns nobody. */
function compareConditions(
  place: string,
  [before, after]: readonly [unknown, unknown],
  list: Finding[],
): void {
  if (!isJsonObject(before)) return;
  const now = isJsonObject(after) ? after : { default: after };
  for (const condition of Object.keys(before)) {
    if (!Object.hasOwn(now, condition) && !Object.hasOwn(now, "default")) {
      findingsAt(place, list).major(
        `has nothing under "${condition}" any more: who asks for that finds nothing`,
      );
    } else if (condition === "types" && !Object.hasOwn(now, "types")) {
      findingsAt(place, list).major("has no declarations any more: TypeScript does not know its types");
    }
  }
}

function programs({ bin, name }: JsonObject): JsonObject {
  if (typeof bin !== "string") return isJsonObject(bin) ? bin : {};
  return { [String(name).replace(/^@[^/]*\//, "")]: bin };
}

function compareDependencies([before, after]: readonly [JsonObject, JsonObject], list: Finding[]): void {
  const old = objectAt(before, "dependencies");
  for (const [name, range] of Object.entries(objectAt(after, "dependencies"))) {
    const was = old[name];
    if (was === undefined || was === range) continue;
    const at = findingsAt(`package.json: dependencies: ${name}`, list);
    const change = `was ${showValue(was)} and is ${showValue(range)}`;
    switch (compareRanges(was, range)) {
      case "next-major":
        at.major(`${change}: its types and errors are those of another major version`);
        break;
      case "unknown":
        at.minor(`${change}: whether that concerns users cannot be told`);
        break;
      default:
    }
  }
}

function comparePeers([before, after]: readonly [JsonObject, JsonObject], list: Finding[]): void {
  const [old, now] = [objectAt(before, "peerDependencies"), objectAt(after, "peerDependencies")];
  for (const [name, range] of Object.entries(now)) {
    const at = findingsAt(`package.json: peerDependencies: ${name}`, list);
    const was = old[name];
    if (was === undefined) {
      if (isOptional(after, name)) at.minor("is new, and optional");
      else if (objectAt(before, "dependencies")[name] === undefined)
        at.major("is new: users have to install it");
      else at.major("was a dependency: users have to install it themselves");
      continue;
    }
    if (isOptional(before, name) && !isOptional(after, name)) {
      at.major("is not optional any more: users have to install it");
    }
    if (was === range) continue;
    const change = `was ${showValue(was)} and is ${showValue(range)}`;
    switch (compareRanges(was, range)) {
      case "next-major":
        at.major(`${change}: users who have the earlier one cannot install both`);
        break;
      case "same":
        break;
      default:
        at.minor(change);
    }
  }
}

function compareEngines([before, after]: readonly [JsonObject, JsonObject], list: Finding[]): void {
  const [was, is] = [objectAt(before, "engines")["node"], objectAt(after, "engines")["node"]];
  if (was === is) return;
  const at = findingsAt("package.json: engines.node", list);
  const change = `was ${showValue(was)} and is ${showValue(is)}`;
  const order = compareRanges(was ?? "*", is ?? "*");
  if (order === "same") return;
  if (order === "lower") at.minor(`${change}: more versions of Node are taken`);
  else if (order === "unknown") at.minor(`${change}: which versions of Node that leaves out cannot be told`);
  else at.major(`${change}: earlier versions of Node are not taken any more`);
}

function isOptional(manifest: JsonObject, name: string): boolean {
  const about = objectAt(manifest, "peerDependenciesMeta")[name];
  return isJsonObject(about) && about["optional"] === true;
}

function objectAt(manifest: JsonObject, key: string): JsonObject {
  const value = manifest[key];
  return isJsonObject(value) ? value : {};
}
