import { isSameService } from "../../service/same-service.ts";
import type { MethodTranslation, ServiceTranslation } from "./service-translation.ts";
import { compose } from "./translator.ts";

/**
 * Calls a service of one version in another via a third. Methods that the version between lacks
 * are lacking. Throws a TypeError for translations that do not meet.
 */
export function composeServices<Older extends object, Between extends object, Newer extends object>(
  first: ServiceTranslation<Older, Between>,
  second: ServiceTranslation<NoInfer<Between>, Newer>,
): ServiceTranslation<Older, Newer> {
  return joinServices(first, second) as ServiceTranslation<Older, Newer>;
}

function joinServices(first: ServiceTranslation, second: ServiceTranslation): ServiceTranslation {
  if (!isSameService(first.newer, second.older)) {
    throw new TypeError(
      `cannot compose: one translation ends at ${first.newer.protocol.name}, the next begins at ${second.older.protocol.name}`,
    );
  }
  return {
    older: first.older,
    newer: second.newer,
    methods: first.methods.flatMap((row) => {
      const next = second.methods.find(({ older }) => older === row.newer);
      return next === undefined ? [] : [composeMethods(row, next)];
    }),
    ...(first.renamer && second.renamer && { renamer: first.renamer.to(second.renamer) }),
    errors: composeErrors(first.errors, second.errors),
    card: compose(first.card, second.card),
    ...(second.carry && { carry: second.carry }),
  };
}

function composeMethods(first: MethodTranslation, second: MethodTranslation): MethodTranslation {
  return {
    older: first.older,
    newer: second.newer,
    request: compose(first.request, second.request),
    pairs: [...(first.pairs ?? []), ...(second.pairs ?? [])],
    response: compose(first.response, second.response),
  };
}

type ErrorRows = ServiceTranslation["errors"];

function composeErrors(first: ErrorRows, second: ErrorRows): ErrorRows {
  const renamed = first.map(({ older, newer }) => ({
    older,
    newer: second.find((row) => row.older === newer)?.newer ?? newer,
  }));
  return [...renamed, ...second.filter(({ older }) => !first.some(({ newer }) => newer === older))];
}
