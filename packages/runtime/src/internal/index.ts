/**
 * For the packages of a2agen itself, of the same release: no semantic versioning.
 *
 * @packageDocumentation
 * @internal
 */
export { checkLead } from "../catalog/check-lead.ts";
export { findObjection } from "../client/card/private-network.ts";
export { type CatalogEntry, checkEntry } from "../client/contract/catalog-entry.ts";
export { placeCredential } from "../client/credentials/place-credential.ts";
export { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
export { usualBinding } from "../core/binding.ts";
export { setEntry } from "../core/copy-json.ts";
export { mediaTypeOfMode, objectToMode } from "../core/mode.ts";
export { defined, errorCode, errorMessage, isObject, own } from "../core/object.ts";
export { type CountRules, compileRules, describeRules, type ValueRules } from "../core/rules.ts";
export { sleep } from "../core/time.ts";
export { trimEndOf } from "../core/trim-end.ts";
export { parseUrl } from "../core/url.ts";
export { withoutScheme } from "../extensions/metadata-keys.ts";
export { listMistakes, type Mistake, withMistake } from "../fakes/mistakes.ts";
export { otherTypes, type WrongLeaf, wrongLeaves } from "../fakes/wrong-leaves.ts";
export { requestBelow } from "../http/mounted-request.ts";
export { readYesOrNo } from "../parts/approvals.ts";
export { escapeHtml } from "../server/escape-html.ts";
export { isLoopback } from "../service/loopback.ts";
export { nameVersion } from "../service/name-version.ts";
export { show } from "../service/service-parameters.ts";
export { statusTable } from "../service/status.ts";
export { takenNames } from "../skills/bind-skills.ts";
export { completeNames } from "../versions/translate/complete-names.ts";
export { count, plural } from "./count.ts";
