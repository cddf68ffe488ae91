import { defined } from "@a2agen/runtime/internal";
import type { MethodModel } from "../model/model.ts";
import type { Changes } from "./change.ts";
import { at, type CompareContext } from "./context.ts";
import { describeRule } from "./describe.ts";
import { differences } from "./differences.ts";

const asked = { request: true, answer: false };

/** Services, their operations, and the HTTP rules of these. */
export function compareMethods(context: CompareContext): void {
  const { older, newer, toOlder, toNewer } = context;
  for (const [name, service] of newer.services) {
    const before = older.services.get(toOlder.get(name) ?? "");
    if (before === undefined) {
      at({ subject: "service", newer: name, place: name }, asked, context).add(differences.service.added);
      continue;
    }
    const place = before.typeName;
    at({ subject: "service", older: place, newer: name, place }, asked, context).compare(
      differences.service.typescript,
      before.identifier,
      service.identifier,
    );
  }
  for (const [name, service] of older.services) {
    if (toNewer.has(name)) continue;
    at({ subject: "service", older: name, place: name, announced: service.deprecated }, asked, context).add(
      differences.service.removed,
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
      at(defined({ subject: "method", newer: name, place: name, crossing }), asked, context).add(
        differences.method.added,
      );
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
    ).add(differences.method.removed);
  }
}

function compareMethod(
  [before, after]: readonly [MethodModel, MethodModel],
  changes: Changes,
  { toNewer, older, newer, plan, hasBinary }: CompareContext,
): void {
  const isMoved = !older.files.some((file) => newer.files.some((other) => other.package === file.package));
  const names = ({ jsonRpcName, name }: MethodModel): string => jsonRpcName ?? name;
  const { method } = differences;
  changes.compare(method.name, names(before), names(after));
  changes.compare(method.typescript, before.member, after.member);
  const typeOf = (typeName: string, side: CompareContext["older"]): string =>
    isMoved && !typeName.startsWith("google.") ? side.index.type(typeName).identifier : typeName;
  // Types of operations that translators relate are compared as such.
  const isPlanned = plan?.methods.some((one) => one.older === before.member) === true;
  if (!isPlanned && (toNewer.get(before.input) ?? before.input) !== after.input) {
    changes.compare(method.request, typeOf(before.input, older), typeOf(after.input, newer));
  }
  if (!isPlanned && (toNewer.get(before.output) ?? before.output) !== after.output) {
    changes.compare(method.response, typeOf(before.output, older), typeOf(after.output, newer));
  }
  changes.compare(method.streaming, before.streaming, after.streaming);
  if (before.idempotency !== after.idempotency) {
    if (before.idempotency === undefined || after.idempotency === "no-side-effects") {
      changes.add(method.idempotent(String(after.idempotency)));
    } else {
      changes.add(method.notIdempotent(before.idempotency));
    }
  }
  // A JSON Schema leaves most paths to other documents.
  if (hasBinary) compareRules([before, after], changes);
  if (after.deprecated && !before.deprecated) {
    changes.add(method.deprecated);
  }
}

function compareRules([before, after]: readonly [MethodModel, MethodModel], changes: Changes): void {
  const [was, is] = [before.http.map(describeRule), after.http.map(describeRule)];
  for (const rule of was) {
    if (is.includes(rule)) continue;
    changes.add(differences.method.ruleRemoved(rule), { before: rule });
  }
  for (const rule of is) {
    if (was.includes(rule)) continue;
    changes.add(differences.method.ruleAdded(rule), { after: rule });
  }
}
