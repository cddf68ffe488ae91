import { defined } from "../../runtime/core/object.ts";
import type { MethodModel } from "../model/model.ts";
import type { Changes } from "./change.ts";
import { at, type CompareContext } from "./context.ts";
import { describeRule } from "./describe.ts";
import { effects } from "./effects.ts";

const asked = { request: true, answer: false };

/** Services, their operations, and the HTTP rules of these. */
export function compareMethods(context: CompareContext): void {
  const { older, newer, toOlder, toNewer } = context;
  for (const [name, service] of newer.services) {
    const before = older.services.get(toOlder.get(name) ?? "");
    if (before === undefined) {
      at({ subject: "service", newer: name, place: name }, asked, context).minor({
        kind: "added",
        reason: "the service is new",
        effects: effects.addedCall,
      });
      continue;
    }
    const place = before.typeName;
    at({ subject: "service", older: place, newer: name, place }, asked, context).same(
      "the name in TypeScript",
      [before.identifier, service.identifier],
      { kind: "typescript", reason: "imports of it fail", effects: effects.code },
    );
  }
  for (const [name, service] of older.services) {
    if (toNewer.has(name)) continue;
    at({ subject: "service", older: name, place: name, announced: service.deprecated }, asked, context).major(
      { kind: "removed", reason: "the service is gone", effects: effects.removedCall },
    );
  }
  for (const [name, method] of newer.methods) {
    const [, service = ""] = /^(.*)\.[^.]*$/.exec(name) ?? [];
    const was = toOlder.get(name);
    const before = older.methods.get(was ?? "");
    const crossing = context.crossings?.method("newer", method.member);
    if (before !== undefined && was !== undefined) {
      const common = { subject: "method", older: was, newer: name, place: was } as const;
      compareMethod([before, method], at(defined({ ...common, crossing }), asked, context), context);
    } else if (toOlder.has(service)) {
      at(defined({ subject: "method", newer: name, place: name, crossing }), asked, context).minor({
        kind: "added",
        reason: "the method is new",
        effects: effects.addedCall,
      });
    }
  }
  for (const [name, method] of older.methods) {
    const [, service = ""] = /^(.*)\.[^.]*$/.exec(name) ?? [];
    if (toNewer.has(name) || !toNewer.has(service)) continue;
    const crossing = context.crossings?.method("older", method.member);
    at(
      defined({ subject: "method", older: name, place: name, announced: method.deprecated, crossing }),
      asked,
      context,
    ).major({ kind: "removed", reason: "the method is gone", effects: effects.removedCall });
  }
}

function compareMethod(
  [before, after]: readonly [MethodModel, MethodModel],
  changes: Changes,
  { toNewer, older, newer, plan, hasBinary }: CompareContext,
): void {
  const isMoved = !older.files.some((file) => newer.files.some((other) => other.package === file.package));
  const names = ({ jsonRpcName, name }: MethodModel): string => jsonRpcName ?? name;
  changes.same("the name", [names(before), names(after)], {
    kind: "name",
    reason: "calls of it are not found",
    effects: effects.peers,
  });
  changes.same("the name in TypeScript", [before.member, after.member], {
    kind: "typescript",
    reason: "code that calls it does not compile",
    effects: effects.code,
  });
  const typeOf = (typeName: string, side: CompareContext["older"]): string =>
    isMoved && !typeName.startsWith("google.") ? side.index.type(typeName).identifier : typeName;
  // Types of operations that translators relate are compared as such.
  const isPlanned = plan?.methods.some((one) => one.older === before.member) === true;
  if (!isPlanned && (toNewer.get(before.input) ?? before.input) !== after.input) {
    changes.same("the request", [typeOf(before.input, older), typeOf(after.input, newer)], {
      kind: "request",
      reason: "calls of one are not read by the other",
      effects: effects.both,
    });
  }
  if (!isPlanned && (toNewer.get(before.output) ?? before.output) !== after.output) {
    changes.same("the response", [typeOf(before.output, older), typeOf(after.output, newer)], {
      kind: "response",
      reason: "answers of one are not read by the other",
      effects: effects.both,
    });
  }
  changes.same("the kind of streaming", [before.streaming, after.streaming], {
    kind: "streaming",
    reason: "calls of one are not answered by the other",
    effects: effects.both,
  });
  if (before.idempotency !== after.idempotency) {
    if (before.idempotency === undefined || after.idempotency === "no-side-effects") {
      changes.minor({
        kind: "idempotency",
        reason: `is ${after.idempotency} now`,
        effects: effects.none,
      });
    } else {
      changes.major({
        kind: "idempotency",
        reason: `is no longer ${before.idempotency}: clients that repeat calls do harm`,
        effects: effects.none,
      });
    }
  }
  // A JSON Schema leaves most paths to other documents.
  if (hasBinary) compareRules([before, after], changes);
  if (after.deprecated && !before.deprecated) {
    changes.minor({ kind: "deprecated", reason: "is deprecated", effects: effects.none });
  }
}

function compareRules([before, after]: readonly [MethodModel, MethodModel], changes: Changes): void {
  const [was, is] = [before.http.map(describeRule), after.http.map(describeRule)];
  for (const rule of was) {
    if (is.includes(rule)) continue;
    changes.major({
      kind: "http",
      reason: `${rule} is gone: calls over HTTP are not found`,
      effects: effects.narrowerJson,
      before: rule,
    });
  }
  for (const rule of is) {
    if (was.includes(rule)) continue;
    changes.minor({ kind: "http", reason: `${rule} is new`, effects: effects.widerJson, after: rule });
  }
}
