import type { Level } from "./requirement.ts";
import type { RequirementId } from "./requirements.ts";

/** A requirement of a2a-tck, the conformance kit of the A2A project, and those of the probe that test it. */
export interface KitRequirement {
  readonly level: Level;
  /** All of them have to be met. */
  readonly ours: readonly RequirementId[];
}

function row(level: Level) {
  return (...ours: readonly RequirementId[]): KitRequirement => ({ level, ours });
}

const must = row("MUST");
const should = row("SHOULD");
const may = row("MAY");

/** The requirements of the kit for 1.0, in its order. */
export const kitRequirements = {
  "CARD-DISC-001": must("discovery.card"),
  "CARD-PROTO-001": must("discovery.interfaces"),
  "CARD-PROTO-002": must("discovery.url", "discovery.version"),
  "CARD-STRUCT-001": must("discovery.valid"),
  "CARD-EXT-001": must("extended.authenticated"),
  "CARD-EXT-002": must("extended.answered"),
  "CARD-SIGN-001": must("discovery.signature"),
  "CARD-SIGN-002": must("discovery.signature"),
  "CARD-SIGN-003": must("discovery.signed"),
  "CARD-SIGN-004": must(),
  "CARD-CACHE-001": should("discovery.cache-control"),
  "CARD-CACHE-002": should("discovery.etag"),
  "CARD-CACHE-003": may(),
  "AUTH-TLS-001": must("discovery.encrypted"),
  "AUTH-TLS-002": should(),
  "AUTH-SERVER-001": should(),
  "AUTH-SERVER-002": must("security.missing", "security.invalid"),
  "AUTH-INTASK-001": must(),
  "AUTH-INTASK-002": must(),
  "AUTH-INTASK-003": must(),
  "AUTH-INTASK-004": must(),
  "AUTH-INTASK-005": should(),
  "AUTH-INTASK-006": should(),
  "AUTH-SCOPE-001": must("security.other-task"),
  "AUTH-SCOPE-002": must("security.other-task"),
  "AUTH-SCOPE-003": must("security.existence"),
  "GRPC-SVC-001": must("answers.answered"),
  "GRPC-SVC-002": must("answers.valid"),
  "GRPC-SVC-003": must(),
  "GRPC-META-001": must("versions.unsupported"),
  "GRPC-ERR-001": must("errors.info"),
  "GRPC-ERR-002": must("errors.code"),
  "GRPC-ERR-003": must("streams.first"),
  "HTTP_JSON-URL-001": must("answers.answered", "http.unknown-path"),
  "HTTP_JSON-URL-002": must("http.verb"),
  "HTTP_JSON-SVC-001": must("http.content-type"),
  "HTTP_JSON-SVC-002": must("versions.case"),
  "HTTP_JSON-QP-001": must("http.query"),
  "HTTP_JSON-ERR-001": must("errors.form", "errors.message"),
  "HTTP_JSON-ERR-002": must("errors.info"),
  "HTTP_JSON-STATUS-001": must("errors.code"),
  "HTTP_JSON-SSE-001": must("streams.event-stream"),
  "JSONRPC-FMT-001": must("jsonrpc.envelope", "jsonrpc.id"),
  "JSONRPC-FMT-002": must("jsonrpc.content-type"),
  "JSONRPC-SVC-001": must("jsonrpc.unknown-method"),
  "JSONRPC-SVC-002": must("versions.case"),
  "JSONRPC-ERR-001": must("errors.form", "errors.message"),
  "JSONRPC-ERR-002": must("errors.code"),
  "JSONRPC-ERR-003": must("errors.info-jsonrpc"),
  "JSONRPC-SSE-001": must("streams.event-stream"),
  "JSONRPC-SSE-002": must("errors.code"),
  "CORE-SEND-001": must("send.answered"),
  "CORE-SEND-002": must("send.ended-task"),
  "CORE-SEND-003": must("send.media-type"),
  "CORE-STREAM-001": must("streams.first"),
  "CORE-STREAM-002": must("streams.message"),
  "CORE-STREAM-003": must("streams.first", "streams.ends", "streams.no-more"),
  "CORE-GET-001": must("get.found", "get.same"),
  "CORE-GET-002": must("get.unknown"),
  "CORE-LIST-001": must("list.found", "security.other-task"),
  "CORE-LIST-002": must("list.pages", "list.page-size", "list.cursor"),
  "CORE-LIST-003": must("list.order"),
  "CORE-LIST-004": must("list.last-page"),
  "CORE-LIST-005": must("list.no-artifacts"),
  "CORE-CANCEL-001": must("cancel.canceled"),
  "CORE-CANCEL-002": must("cancel.ended"),
  "CORE-CANCEL-003": must("cancel.unknown"),
  "CORE-EXECUTION-MODE-001": must("send.blocking"),
  "CORE-EXECUTION-MODE-002": must("send.immediate"),
  "CORE-ERR-001": must("errors.form", "errors.message"),
  "CORE-ERR-002": must("requests.validated"),
  "CORE-CAP-001": must("push.unsupported"),
  "CORE-CAP-002": must("streams.unsupported"),
  "CORE-CAP-003": must("extended.unsupported"),
  "CORE-CAP-004": must("extensions.required"),
  "CORE-MULTI-001": may(),
  "CORE-MULTI-001a": must("turns.infers-context"),
  "CORE-MULTI-002": may(),
  "CORE-MULTI-002a": must("send.keeps-context-id"),
  "CORE-MULTI-003": must("send.task-id", "send.unique"),
  "CORE-MULTI-004": must("send.unknown-task"),
  "CORE-MULTI-005": must("turns.infers-context"),
  "CORE-MULTI-006": must("turns.mismatch"),
  "CORE-HIST-001": should("get.history-zero"),
  "CORE-HIST-002": must("get.history-limit", "list.history-limit", "send.history-limit"),
  "CORE-HIST-003": should("send.history"),
  "CORE-HIST-004": may(),
  "CORE-HIST-005": should("get.history-order"),
  "CORE-HIST-006": should("get.history-same"),
  "DM-TASK-001": must("answers.valid"),
  "DM-TASK-002": must("answers.valid"),
  "DM-MSG-001": must("answers.valid"),
  "DM-MSG-002": must("answers.valid", "send.role"),
  "DM-PART-001": must("answers.valid"),
  "DM-ART-001": must("answers.valid"),
  "DM-STATUS-001": must("answers.valid"),
  "DM-SERIAL-001": must("answers.valid"),
  "DM-SERIAL-002": must("answers.valid"),
  "DM-SERIAL-003": must("answers.valid"),
  "DM-SERIAL-004": must("answers.valid"),
  "DM-SERIAL-005": should("requests.accepts"),
  "BIND-EQUIV-001": must("equivalence.task", "equivalence.list"),
  "BIND-EQUIV-002": must("equivalence.task", "equivalence.list"),
  "BIND-EQUIV-003": must("equivalence.errors"),
  "BIND-EQUIV-004": must("security.missing"),
  "BIND-FIELD-001": must("discovery.interfaces"),
  "PUSH-CREATE-001": must("push.created"),
  "PUSH-CREATE-002": must("push.persists"),
  "PUSH-GET-001": must("push.get"),
  "PUSH-GET-002": must("push.get-unknown"),
  "PUSH-LIST-001": must("push.list", "push.all-listed"),
  "PUSH-DEL-001": must("push.deleted", "push.deleted-silent"),
  "PUSH-DEL-002": must("push.delete-twice"),
  "PUSH-DELIVER-001": must("push.authentication"),
  "PUSH-DELIVER-002": must("push.delivered"),
  "PUSH-DELIVER-003": must("push.payload"),
  "STREAM-ORDER-001": must("streams.artifacts", "streams.agrees"),
  "STREAM-ORDER-002": must("streams.same-events"),
  "STREAM-ORDER-003": must("streams.same-events"),
  "STREAM-ORDER-004": must("streams.independent"),
  "STREAM-SUB-001": must("streams.subscribe-first"),
  "STREAM-SUB-002": must("streams.subscribe-ends"),
  "STREAM-SUB-003": must("streams.subscribe-ended"),
  "STREAM-SUB-004": must("streams.subscribe-unknown"),
  "VER-CLIENT-001": must(),
  "VER-SERVER-001": must(),
  "VER-SERVER-002": must("versions.unsupported"),
  "VER-SERVER-003": must("versions.empty"),
  "VER-CLIENT-002": must("versions.patch"),
} as const satisfies Readonly<Record<string, KitRequirement>>;

export type KitId = keyof typeof kitRequirements;

/** Those of the kit that a requirement of the probe tests, alone or with others. */
export function kitIdsOf(id: string): readonly KitId[] {
  return kitRows.flatMap(([kitId, { ours }]) => (ours.some((own) => own === id) ? kitId : []));
}

/** Each requirement of the kit, with its name. */
export const kitRows = Object.entries(kitRequirements) as unknown as readonly (readonly [
  KitId,
  KitRequirement,
])[];
