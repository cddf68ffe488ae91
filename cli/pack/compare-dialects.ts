import { type Finding, findingsAt } from "./finding.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** What two releases say of their dialect of JSON and of the protocol, in `a2a` of package.json. */
export function compareDialects(
  [before, after]: readonly [before: JsonObject, after: JsonObject],
  list: Finding[],
): void {
  const [old, now] = [before["a2a"], after["a2a"]];
  if (!isJsonObject(old) || !isJsonObject(now)) return;
  const at = findingsAt("package.json: a2a", list);
  at.same(
    "protocolVersion",
    [old["protocolVersion"], now["protocolVersion"]],
    "clients and servers of one refuse the other",
  );
  at.same("profile", [old["profile"], now["profile"]], "JSON, limits and errors are by other rules");
  const [was, is] = [old["dialect"], now["dialect"]];
  // Packages of earlier generators do not say it.
  if (!isJsonObject(was) || !isJsonObject(is)) return;
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
