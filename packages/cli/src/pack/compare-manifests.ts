import { isObject } from "@a2agen/runtime/internal";
import { type JsonObject, objectAt } from "../package/package-file.ts";
import { type Finding, findingsAt, showValue } from "./finding.ts";
import { compareRanges } from "./version-range.ts";

/** Compares in package.json what users need, and what they can import and run. */
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

/** Conditions under which a module is found, such as "types" and "default"; its file may change. */
function compareConditions(
  place: string,
  [before, after]: readonly [unknown, unknown],
  list: Finding[],
): void {
  if (!isObject(before)) return;
  const now = isObject(after) ? after : { default: after };
  for (const condition of Object.keys(before)) {
    if (!Object.hasOwn(now, condition) && !Object.hasOwn(now, "default")) {
      findingsAt(place, list).major(
        `no longer has anything under "${condition}": imports under that condition fail`,
      );
    } else if (condition === "types" && !Object.hasOwn(now, "types")) {
      findingsAt(place, list).major("no longer has declarations: TypeScript does not know its types");
    }
  }
}

function programs({ bin, name }: JsonObject): JsonObject {
  if (typeof bin !== "string") return isObject(bin) ? bin : {};
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
        at.major(`${change}: its types and errors are of another major version`);
        break;
      case "unknown":
        at.minor(`${change}: the effect on users is unknown`);
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
        at.major("is new: users must install it");
      else at.major("was a dependency: users must install it themselves");
      continue;
    }
    if (isOptional(before, name) && !isOptional(after, name)) {
      at.major("is required now: users must install it");
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
  if (order === "lower") at.minor(`${change}: accepts more versions of Node`);
  else if (order === "unknown") at.minor(`${change}: the versions of Node that it excludes are unknown`);
  else at.major(`${change}: earlier versions of Node are refused`);
}

function isOptional(manifest: JsonObject, name: string): boolean {
  return objectAt(objectAt(manifest, "peerDependenciesMeta"), name)["optional"] === true;
}

/** Compares the dialect of JSON and the protocol, by `a2a` of package.json. */
export function compareDialects(
  [before, after]: readonly [before: JsonObject, after: JsonObject],
  list: Finding[],
): void {
  const [old, now] = [before["a2a"], after["a2a"]];
  if (!isObject(old) || !isObject(now)) return;
  const at = findingsAt("package.json: a2a", list);
  at.same(
    "protocolVersion",
    [old["protocolVersion"], now["protocolVersion"]],
    "clients and servers of one refuse the other",
  );
  at.same("profile", [old["profile"], now["profile"]], "JSON, limits and errors are by other rules");
  const [was, is] = [old["dialect"], now["dialect"]];
  // Earlier generators did not write it.
  if (!isObject(was) || !isObject(is)) return;
  at.same("dialect.enums", [was["enums"], is["enums"]], "values of enums in JSON are not read by the other");
  if (was["spellings"] !== is["spellings"]) {
    if (is["spellings"] === "protojson") at.minor("dialect.spellings: takes all spellings of ProtoJSON now");
    else at.major("dialect.spellings: takes only the canonical spellings of JSON now: others are refused");
  }
  if (was["timestamps"] !== is["timestamps"]) {
    if (is["timestamps"] === "offset") at.minor("dialect.timestamps: takes timestamps with offsets now");
    else at.major("dialect.timestamps: takes only timestamps in UTC now: others are refused");
  }
}
