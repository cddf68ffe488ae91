// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of code have placeholders of their own.
/** A fault of our own code: one expression of a module becomes another. */
export interface SeededFault {
  readonly module: string;
  /** The expression between « and », with as much around it as tells it from others. */
  readonly find: string;
  readonly put: string;
  /** The requirement that finds it, or "hidden: " and why none can. */
  readonly by: string;
  /** The agent that has it. */
  readonly agent: AgentKind;
}

/** Plain over each binding; one that asks back; one with credentials and an extended card; one that declares nothing. */
export type AgentKind = "JSONRPC" | "HTTP+JSON" | "GRPC" | "asks" | "secured" | "secured HTTP+JSON" | "bare";

type Row = readonly [find: string, put: string, by: string, agent?: AgentKind];

function inModule(module: string, agent: AgentKind, rows: readonly Row[]): readonly SeededFault[] {
  return rows.map(([find, put, by, other = agent]) => ({ module, find, put, by, agent: other }));
}

const noCall = 'Object.assign(new Error("no"), { code: "no" })';

const bindingFaults: readonly SeededFault[] = [
  ...inModule("packages/runtime/src/jsonrpc/server.ts", "JSONRPC", [
    [
      "if («this.#accepted.has(mediaTypeOf(type)) && !hasOtherCharset(type)») return;",
      "true",
      "jsonrpc.media-type",
    ],
    [
      'this.#headers = «{ "content-type": jsonRpc.send }»;',
      '{ "content-type": "text/plain" }',
      "jsonrpc.content-type",
    ],
    ["«streamHeaders(stream)»;", 'streamHeaders("application/json")', "answers.answered"],
    [
      "const hosted = «server.methods.get(method)»;",
      'server.methods.get(method) ?? server.methods.get("GetTask")',
      "jsonrpc.unknown-method",
    ],
    ["body: formatError(«id», JSON", "null", "jsonrpc.id"],
    ["body: formatError(id, «JSON.stringify(toErrorObject(error, protocol))»)", '"null"', "jsonrpc.envelope"],
  ]),
  ...inModule("packages/runtime/src/jsonrpc/envelope.ts", "JSONRPC", [
    [
      'return «`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`»;',
      '`{"jsonrpc":"2.0","id":1,"result":`',
      "jsonrpc.envelope",
    ],
    [
      'return «`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${error}}`»;',
      '`{"id":${JSON.stringify(id)},"error":${error}}`',
      "jsonrpc.envelope",
    ],
    ['«own(value, "jsonrpc") === "2.0"» &&\n    typeof method', "true", "jsonrpc.invalid-request"],
    [
      'error: framingError(options.protocol, «"parse"», { detail, cause })',
      '"request"',
      "jsonrpc.parse-error",
    ],
    ['framingError(protocol, «"request"», { detail }) };', '"method"', "jsonrpc.invalid-request"],
    [
      'const params = «Object.hasOwn(value, "params") ? value["params"] : {}»;',
      'value["params"]',
      "jsonrpc.no-params",
    ],
    ["return value === null || «Number.isSafeInteger(value)»;", "false", "jsonrpc.id"],
  ]),
  ...inModule("packages/runtime/src/jsonrpc/error.ts", "JSONRPC", [
    [
      "data: «[...toErrorDetails(error, protocol), ...toStatusDetail(error, protocol)]»,",
      "[]",
      "errors.info-jsonrpc",
    ],
    ["const code = «error.jsonRpc»;\n  const message", "-32000", "errors.code"],
    [
      'const message = «error.message === "" ? defaultText(code, protocol) : error.message»;',
      '""',
      "errors.message",
    ],
  ]),
  ...inModule("packages/runtime/src/jsonrpc/stream.ts", "JSONRPC", [
    [
      "event: (value, id) => «formatEvent(`${prefix}${output.stringify(value)}}`, id)»,",
      "formatEvent(output.stringify(value), id)",
      "jsonrpc.envelope",
    ],
  ]),
  ...inModule("packages/runtime/src/rest/server.ts", "HTTP+JSON", [
    ["return { status: «error.http», headers, body: writeError(error, protocol) };", "400", "errors.code"],
    [
      'const known = «this.#contentTypes.get(type) ?? { "content-type": type }»;',
      '{ "content-type": "text/plain" }',
      "http.content-type",
    ],
    [
      "const init = { http: «405», headers: { allow } };",
      "200",
      "hidden: the status of the error table is sent all the same",
    ],
    ["if («match.verbs.length === 0») return undefined;", "false", "http.unknown-path"],
    ["...streamHeaders(«protocol.contentTypes.stream»),", '"application/json"', "answers.answered"],
    [
      "const headers = { ...«errorHeaders(error, type)», ...more };",
      '{ "content-type": "text/html" }',
      "http.content-type",
    ],
  ]),
  ...inModule("packages/runtime/src/rest/error.ts", "HTTP+JSON", [
    ["code: «error.http»,\n          status: error.status", "0", "errors.form"],
    ["message: «error.message»,\n          details", '""', "errors.message"],
    [
      "message: error.message,\n          details: «toErrorDetails(error, protocol)»,\n        },",
      "[]",
      "errors.info",
    ],
  ]),
  ...inModule("packages/runtime/src/rest/read-request.ts", "HTTP+JSON", [
    [
      "const isKnown =\n    «header !== undefined &&\n    (header === protocol.contentTypes.http.send ||\n      (accept.includes(mediaTypeOf(header)) && !hasOtherCharset(header)))»;",
      "true",
      "hidden: the body of the check is wrong in any case, so that it is refused",
    ],
    ["issues.push(...«readQuery(queryOf(request.target), parameters, message)»);", "[]", "http.query"],
  ]),
  ...inModule("packages/runtime/src/rest/router.ts", "HTTP+JSON", [
    [
      'if (!spans) return «decodePercent(segments[start] ?? "")»;',
      'segments[start] === undefined ? "" : segments[start].slice(0, 20)',
      "get.found",
    ],
  ]),
  ...inModule("packages/runtime/src/rest/query.ts", "HTTP+JSON", [
    [
      "return «numberText.test(text) ? Number(text) : text»;",
      "text",
      "hidden: the codec reads numbers from text",
    ],
    ['return «text === "true" ? true : text === "false" ? false : text»;', "text", "http.query"],
    ["const values = raw.map((text) => «decodeForm(text)»);", "text", "http.query"],
  ]),
  ...inModule("packages/runtime/src/rest/stream.ts", "HTTP+JSON", [
    [
      "event: (value, id) => «formatEvent(writeAnswer(method, binding, value), id)»,",
      'formatEvent("{}", id)',
      "answers.valid",
    ],
  ]),
  ...inModule("packages/runtime/src/grpc/error.ts", "GRPC", [
    ["const code = «statusTable[error.status].grpc»;\n  const message", "2", "errors.code"],
    ["«metadata.set(detailsEntry, Buffer.from(bytes))»;", "undefined", "errors.info"],
    ["const message = «toStatusText(error.message)»;\n  const metadata", '""', "errors.message"],
  ]),
  ...inModule("packages/runtime/src/grpc/server.ts", "GRPC", [
    ["throw «toRequestError(error)»;", noCall, "requests.validation-code"],
    ["const bytes = «writeMessage(served, answer.value)»;", "new Uint8Array(0)", "answers.valid"],
  ]),
  ...inModule("packages/runtime/src/service/error-details.ts", "HTTP+JSON", [
    ["reason: «error.reason»,\n      domain", '"ERROR"', "errors.info"],
    ["domain: «protocol.errorDomain ?? plainDomain»,", '"example.com"', "errors.info"],
  ]),
  ...inModule("packages/runtime/src/server/discovery.ts", "JSONRPC", [
    ["return «isUnchanged(request, init)»\n", "false", "discovery.conditional"],
    ['headers: { "content-type": «"application/json"», ...cache }', '"text/html"', "discovery.content-type"],
    [
      'const cache = «{ etag, "last-modified": lastModified, "cache-control": cacheControl, ...cors }»;',
      '{ "cache-control": cacheControl, ...cors }',
      "discovery.etag",
    ],
    ['cacheControl = «"public, max-age=3600"»,', '"no-store"', "discovery.cache-control"],
    ['const base = «prefix.endsWith("/") ? prefix.slice(0, -1) : prefix»;', '"/elsewhere"', "discovery.card"],
  ]),
];

const hostFaults: readonly SeededFault[] = [
  ...inModule("packages/runtime/src/host/call-steps.ts", "bare", [
    [
      "if («capabilities.missing === undefined») return;\n    throw missingCapability(capabilities.missing",
      "true",
      "push.unsupported",
    ],
    [
      "explain: (error) => (isDecodeError(error) ? «invalidRequest(error.issues, error)» : error)",
      noCall,
      "requests.validation-code",
      "JSONRPC",
    ],
  ]),
  ...inModule("packages/runtime/src/service/capabilities.ts", "bare", [
    ["return protocolError(protocol, «rule.error», {", '"TaskNotFoundError"', "push.unsupported"],
    ["(rule) => «valueAt(card, rule.declaredIn) !== true»,", "false", "streams.unsupported"],
    [
      "missing: «absent.find((rule) => rule.methods.includes(method.name))»,",
      'absent.find((rule) => rule.methods.includes(method.name) && method.name !== "GetExtendedAgentCard")',
      "extended.unsupported",
    ],
  ]),
  ...inModule("packages/runtime/src/service/service-parameters.ts", "JSONRPC", [
    ["if («pattern.test(version) && known.has(short)») return short;", "true", "versions.unsupported"],
    [
      'const version = «sent === undefined || sent === "" ? emptyMeans : sent»;',
      'sent ?? "1.0"',
      "versions.empty",
    ],
    ["const short = «shorten(version, parameter.comparedNumbers)»;", "version", "versions.patch"],
    [
      "throw protocolError(protocol, «parameter.error», {\n      message: `the request names",
      '"TaskNotFoundError"',
      "versions.unsupported",
    ],
    ["if («!parameter.query») return undefined;", "true", "versions.query"],
    ["if («!isUri(uri)») {", "true", "extensions.unknown"],
    [
      "if («pattern.test(version) && known.has(short)») return short;",
      "known.has(short) || !pattern.test(version)",
      "versions.malformed",
    ],
  ]),
  ...inModule("packages/runtime/src/host/authentication.ts", "secured", [
    ["if («principal === undefined && (this.#isRequired || isOwn)») {", "false", "security.missing"],
    ["challenges: «challengesFor(schemes, requirements)»,", "[]", "security.challenge", "secured HTTP+JSON"],
    [
      'throw new CallError(«"UNAUTHENTICATED"», "the call needs',
      '"PERMISSION_DENIED"',
      "security.code",
      "secured HTTP+JSON",
    ],
    [
      'const principal = «typeof found === "object" && found !== null ? (found as Principal) : undefined»;',
      '{ id: "everybody" } as Principal',
      "security.missing",
    ],
    [
      "const isOwn = «method.authenticated === true && capabilities.missing === undefined»;",
      "method.authenticated === true",
      "extended.unsupported",
      "bare",
    ],
  ]),
  ...inModule("packages/runtime/src/core/scalars.ts", "JSONRPC", [
    [
      'return «typeof value === "string" && (isRead() || isBase64(value))»;',
      'typeof value === "string"',
      "requests.validated",
    ],
    [
      'return «typeof value === "string" && (isRead() || isTimestampText(value))»;',
      'typeof value === "string"',
      "requests.validated",
    ],
    [
      'return «typeof value === "number" && isInt32Number(value)»;',
      'typeof value === "number"',
      "requests.validated",
    ],
    [
      'is: «(value) => typeof value === "boolean"»,',
      "() => true",
      "hidden: generated codecs check booleans themselves",
    ],
  ]),
  ...inModule("packages/runtime/src/core/check.ts", "JSONRPC", [
    [
      "if (set.length === 1 || («set.length === 0 && !required»)) return found;",
      "set.length === 0",
      "requests.validated",
    ],
    ["if («set.length === 1» || (set.length === 0", "set.length >= 1", "requests.validated"],
    [
      'code: "required",\n      message: «`required${hint(message, name)}`»,',
      '""',
      "hidden: the details name the field as well",
    ],
    ["if («isSet(message, name)») continue;\n    const absent", "true", "requests.validated"],
  ]),
  ...inModule("packages/runtime/src/core/kind.ts", "JSONRPC", [
    ["(«minimum === undefined || value >= minimum») &&", "true", "requests.validated"],
    [
      "(«maximum === undefined || value <= maximum»);",
      "true",
      "hidden: the kit checks the page size once more",
    ],
  ]),
  ...inModule("packages/runtime/src/core/problems.ts", "JSONRPC", [
    ["segments: «at === undefined ? [] : [at]»,", '["elsewhere"]', "requests.names-field"],
  ]),
];

const agentFaults: readonly SeededFault[] = [
  ...inModule("packages/runtime/src/agent/calls/cancel-task.ts", "JSONRPC", [
    ["if («core.states.isTerminal(state)») throw core.errors.taskNotCancelable", "false", "cancel.ended"],
    ["throw «core.errors.taskNotCancelable(id, state)»;", "core.errors.taskNotFound(id)", "cancel.ended"],
    [
      "isTerminal(ended.task.status.state)) return answerTask(core, «ended», { call });",
      '{ ...ended, task: { ...ended.task, id: "other" } }',
      "cancel.canceled",
    ],
    [
      "isTerminal(ended.task.status.state)) return answerTask(core, «ended», { call });",
      '{ ...ended, task: { ...ended.task, status: { ...ended.task.status, state: "TASK_STATE_FAILED" } } }',
      "cancel.kept",
    ],
    ["least: log.status.timestamp }, «TaskState.Canceled»)]", "TaskState.Failed", "cancel.canceled", "asks"],
  ]),
  ...inModule("packages/runtime/src/agent/runs/run-log.ts", "JSONRPC", [
    [
      "[statusEntry(this.#place, «TaskState.Canceled», {",
      "TaskState.Failed",
      "hidden: the state comes from another place for a task at work",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/calls/history.ts", "JSONRPC", [
    ["history: «history.slice(-length)» };", "history.slice(0, length)", "get.history-latest"],
    ["if («length <= 0») {", "false", "get.history-zero"],
    ["return «history.length <= length» ?", "true", "get.history-limit"],
  ]),
  ...inModule("packages/runtime/src/agent/calls/list-tasks.ts", "JSONRPC", [
    ["const defaultPageSize = «50»;", "80", "hidden: the host fills in the default of the profile"],
    [
      "if («!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maximumPageSize») {",
      "false",
      "hidden: the codec refuses such sizes before",
    ],
    ["contextId: «contextId || undefined», state", "undefined", "list.context"],
    ["state: «status», since", "undefined", "list.status"],
    ["since: «statusTimestampAfter» })", "undefined", "list.since"],
    [
      "const isLast = «last === undefined || (!page.more && tasks.length === page.tasks.length)»;",
      "last === undefined",
      "list.last-page",
    ],
    ["totalSize: «page.total»,", "page.total + 1", "list.total"],
    [
      "return «withArtifacts ? { ...rest, artifacts } : rest»;",
      "{ ...rest, artifacts }",
      "hidden: the store gives no artifacts, and an empty list is not written",
    ],
    ["return «withArtifacts ? { ...rest, artifacts } : rest»;", "rest", "list.artifacts"],
    ["const shown = showTask(task, «historyLength»);", "undefined", "list.history-zero"],
    [
      'const after = «pageToken === undefined || pageToken === "" ? undefined : readPageToken(pageToken, filters)»;',
      "undefined",
      "list.page-token",
    ],
    ["limit: «pageSize»,", "100", "list.page-size"],
    [
      "const shown = «show(answerListed(answered, lengths), includeArtifacts)»;",
      '{ ...show(answerListed(answered, lengths), includeArtifacts), id: "same" }',
      "list.found",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/calls/page-token.ts", "JSONRPC", [
    [
      "throw «unknownToken()»;\n  const [time",
      noCall,
      "hidden: tokens that are no tokens are refused before",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/store/memory-task-store.ts", "JSONRPC", [
    [
      "«tasks.push(artifacts ? fold.toTask() : fold.toTaskWithoutArtifacts())»;",
      "tasks.unshift(artifacts ? fold.toTask() : fold.toTaskWithoutArtifacts())",
      "list.order",
    ],
    ["if (isFiltered) «total++»;", "0", "list.total"],
    ["else «more = true»;", "undefined", "list.pages"],
    [
      "«order.countBefore({ ...after, time: taskTimeKey(after.time) })»;",
      "order.countBefore({ ...after, time: taskTimeKey(after.time) }) + 1",
      "list.pages",
    ],
    ["if («state !== undefined && fold.status.state !== state») continue;", "false", "list.status"],
  ]),
  ...inModule("packages/runtime/src/agent/core/agent-core.ts", "JSONRPC", [
    [
      "if («stored === undefined || stored.scope !== scope») throw",
      "stored === undefined",
      "security.other-task",
      "secured",
    ],
    ["throw «core.errors.taskNotFound(id)»;\n  return stored", noCall, "get.unknown"],
  ]),
  ...inModule("packages/runtime/src/agent/core/media-types.ts", "JSONRPC", [
    [
      "if («type === undefined || takes(bareType(type)) || accepted.has(kindOf(part))») continue;",
      "true",
      "send.media-type",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/agent.ts", "secured", [
    [
      "await extendedCard(call) : «extendedCard»;",
      "{ ...extendedCard, description: crypto.randomUUID() }",
      "extended.idempotent",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/core/agent-errors.ts", "JSONRPC", [
    [
      'protocolError(protocol, «"TaskNotFoundError"», {\n        message: "the task does not exist',
      '"UnsupportedOperationError"',
      "get.unknown",
    ],
    [
      'protocolError(protocol, «"UnsupportedOperationError"», {\n        message: `the task is in the state ${state}, in which',
      '"TaskNotFoundError"',
      "send.ended-task",
    ],
    [
      'protocolError(protocol, «"UnsupportedOperationError"», {\n        message: `the task is in the state ${state}, after',
      '"TaskNotFoundError"',
      "streams.subscribe-ended",
    ],
    [
      'protocolError(protocol, «"TaskNotFoundError"», {\n        message: "the task has no such',
      '"UnsupportedOperationError"',
      "push.get-unknown",
    ],
    [
      'message: «"the task does not exist, or the caller may not see it"»,',
      '"no task\\n    at find (/srv/agent.js:10:2)"',
      "security.traces",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/calls/send-message.ts", "JSONRPC", [
    [
      ": «await this.#untilAtRest(outcome, scope, call)»;",
      "await findTask(this.#core, scope, taskId)",
      "send.blocking",
    ],
    ["«lengths?.returnImmediately === true»\n", "false", "send.immediate"],
    [
      "const contextId = «message.contextId || crypto.randomUUID()»;",
      "crypto.randomUUID()",
      "send.keeps-context-id",
    ],
    [
      "return { task: «await answerTask(this.#core, stored, { call, lengths })» };",
      "stored.task",
      "send.history",
    ],
    ["«checkContext(request.message, contextId)»;", "undefined", "turns.mismatch"],
    ["«yield { task: shown }»;", "undefined", "streams.first"],
    [
      "const ends = «this.#core.states.isAtRest»;",
      "() => false",
      "hidden: the host ends the stream with its task",
    ],
    ['return «taskId === undefined || taskId === ""»\n      ? this.#beginTask', "true", "send.unknown-task"],
    ["const taskId = «crypto.randomUUID()»;", '""', "send.task-id"],
    [
      "const { state } = task.status;\n    «yield* followForCall(core, { taskId, version, state, ends, call, log, generation, ...more })»;",
      "undefined",
      "streams.ends",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/agent.ts", "JSONRPC", [
    ["if («ends(state)») throw errors.nothingToFollow", "false", "streams.subscribe-ended"],
    ["«yield { task: shown }»;", "undefined", "streams.subscribe-first"],
    [
      "«yield* followForCall(core, { taskId, version, state, ends, call, log, generation })»;\n    },",
      "undefined",
      "streams.subscribe-ends",
    ],
    [
      "return «cancelTask(core, runs, { id, call })»;",
      "(await findTask(core, core.scopeOf(call), id)).task",
      "cancel.ended",
    ],
    [
      "return «getTask(core, request, call)»;",
      "(async () => ({ ...(await getTask(core, request, call)), artifacts: [] }))()",
      "get.same",
    ],
    [
      "return «getTask(core, request, call)»;",
      "(async () => ({ ...(await getTask(core, request, call)), metadata: { at: Math.random() } }))()",
      "get.idempotent",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/log/follow-task.ts", "JSONRPC", [
    [
      "«yield { event: { statusUpdate: { ...entry.statusUpdate, ...count } }, version }»;",
      "undefined",
      "streams.ends",
    ],
    [
      "event: { artifactUpdate: «{ ...entry.artifactUpdate, ...count }» }",
      '{ ...entry.artifactUpdate, contextId: "other" }',
      "streams.same-task",
    ],
    [
      "event: { artifactUpdate: «{ ...entry.artifactUpdate, ...count }» }",
      "{ ...entry.artifactUpdate, append: true }",
      "streams.artifacts",
    ],
    [
      "event: { artifactUpdate: «{ ...entry.artifactUpdate, ...count }» }",
      '{ ...entry.artifactUpdate, artifact: { ...entry.artifactUpdate.artifact, artifactId: "other" }, append: false }',
      "streams.agrees",
    ],
  ]),
  ...inModule("packages/runtime/src/agent/store/task-fold.ts", "JSONRPC", [
    ["else if («append === true») there.append", "false", "streams.agrees"],
    ["if («withArtifacts && this.#artifacts.length > 0») {", "false", "streams.agrees"],
  ]),
  ...inModule("packages/runtime/src/agent/calls/push-configs.ts", "JSONRPC", [
    ["if («config === undefined») throw this.#core.errors.noPushConfig", "false", "push.get-unknown"],
    ["const all = [...«(await reach(this.#core, taskId, push.list(taskId)))»];", "[]", "push.list"],
    ["«await reach(this.#core, taskId, push.delete(taskId, id))»;", "undefined", "push.deleted"],
    ["«await reach(core, taskId, push.set(stored))»;", "undefined", "push.get"],
    ["const complete = «{ ...config, id, taskId }»;", '{ ...config, id: "", taskId }', "push.created"],
    [
      "const complete = «{ ...config, id, taskId }»;",
      '{ ...config, id, taskId, url: "https://example.com/other" }',
      "push.created",
    ],
    [
      "const push = notifierOf(this.#core);\n    «await findTask(this.#core, this.#core.scopeOf(call), taskId)»;",
      "undefined",
      "push.unknown-task",
    ],
  ]),
  ...inModule("packages/runtime/src/push/authorization.ts", "JSONRPC", [
    ['if («found !== ""») headers["authorization"]', "false", "push.authentication"],
    ['if («token !== undefined && token !== ""») headers[tokenHeader]', "false", "push.token"],
  ]),
  ...inModule("packages/runtime/src/push/post.ts", "JSONRPC", [
    ['"content-type": «contentType», "webhook-id"', '"text/plain"', "push.content-type"],
    ['method: «"POST"»,', '"PUT"', "push.payload"],
  ]),
  ...inModule("packages/runtime/src/push/payload-form.ts", "JSONRPC", [
    [
      "Buffer.from(«output.stringify(translate(key, value))»)",
      "JSON.stringify({ event: 1 })",
      "push.payload",
    ],
    [
      "Buffer.from(«output.stringify(translate(key, value))»)",
      'output.stringify(translate(key, value)).replaceAll(/"taskId":"[^"]*"/g, \'"taskId":"other"\')',
      "push.same-task",
    ],
  ]),
  ...inModule("packages/runtime/src/push/delivery.ts", "JSONRPC", [
    [
      "«await this.#deliver({ id, body: form.write(whole === undefined ? event : whole.task) })»;",
      "undefined",
      "push.delivered",
    ],
  ]),
  ...inModule("packages/runtime/src/push/url-guard.ts", "JSONRPC", [
    ["if (!«addresses.allows(host)») refuse", "true", "push.private-address"],
    [
      'if («url.protocol !== "https:" && !(http && url.protocol === "http:")») {',
      "false",
      "hidden: other rules of the guard refuse such addresses",
    ],
  ]),
];

export const seededFaults: readonly SeededFault[] = [...bindingFaults, ...hostFaults, ...agentFaults];
