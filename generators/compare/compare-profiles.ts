import { defined } from "../../runtime/core/object.ts";
import type { Profile, ServiceParameter } from "../model/profile.ts";
import { at, type CompareContext } from "./context.ts";
import { type Effects, effects } from "./effects.ts";

const both = { request: true, answer: true };
const answer = { request: false, answer: true };
const request = { request: true, answer: false };

/** What no proto says: the version, errors, headers, media types, paths and forms. */
export function compareProfiles(before: Profile, after: Profile, context: CompareContext): void {
  const name = `profile ${before.name}`;
  at({ subject: "protocol", older: name, newer: `profile ${after.name}`, place: name }, both, context).same(
    "the version of the protocol",
    [before.protocolVersion, after.protocolVersion],
    {
      kind: "fact",
      reason: "clients and servers of one refuse the other",
      effects: effects.peers,
    },
  );
  compareErrors(before, after, context);
  compareHeaders(before, after, context);
  for (const { title, of, reach, means, effects: own } of facts) {
    const [was, is] = [of(before), of(after)];
    const said = { kind: "fact", reason: means, effects: own } as const;
    const common = { subject: "protocol", older: title, newer: title, place: `${name}, ${title}` } as const;
    at(common, reach, context).same("it", [was, is], said);
  }
}

interface Fact {
  readonly title: string;
  readonly of: (profile: Profile) => string | undefined;
  readonly reach: typeof both;
  readonly means: string;
  readonly effects: Effects;
}

const facts: readonly Fact[] = [
  {
    title: "the version that no header means",
    of: ({ version }) => version?.emptyMeans,
    reach: request,
    means: "a call without the header is one of another version",
    effects: effects.none,
  },
  {
    title: "the body of errors over HTTP",
    of: ({ errorBody }) => errorBody,
    reach: answer,
    means: "errors of one are not read by the other",
    effects: effects.json,
  },
  {
    title: "the data of errors in JSON-RPC",
    of: ({ jsonRpcErrorData }) => jsonRpcErrorData,
    reach: answer,
    means: "details of errors of one are not read by the other",
    effects: effects.json,
  },
  {
    title: "the media type over HTTP",
    of: ({ contentTypes }) => contentTypes.http.send,
    reach: both,
    means: "peers that look at it refuse the other",
    effects: effects.none,
  },
  {
    title: "the media type of push notifications",
    of: ({ contentTypes }) => contentTypes.push?.send,
    reach: answer,
    means: "receivers that look at it refuse the other",
    effects: effects.none,
  },
  {
    title: "the payload of push notifications",
    of: ({ push }) => push?.payload,
    reach: answer,
    means: "notifications of one are not read by the other",
    effects: effects.json,
  },
  {
    title: "the path of the agent card",
    of: ({ wellKnownPaths }) => wellKnownPaths?.agentCard,
    reach: request,
    means: "cards of one are not found by the other",
    effects: effects.json,
  },
];

function compareErrors(before: Profile, after: Profile, context: CompareContext): void {
  const renamed = new Map(context.plan?.errors.map((row) => [row.newer, row.older]));
  const known = new Set<string>();
  for (const error of after.errors) {
    const was =
      before.errors.find(({ name }) => name === error.name) ??
      before.errors.find(({ name }) => name === renamed.get(error.name));
    const crossing = context.crossings?.error("newer", error.name);
    const place = `profile ${before.name}, ${was?.name ?? error.name}`;
    const changes = at(
      defined({ subject: "error", older: was?.name, newer: error.name, place, crossing }),
      answer,
      context,
    );
    if (was === undefined) {
      const { jsonRpc, grpc, http } = error;
      const about = `${error.description.replace(/\.$/, "")} (${jsonRpc}, ${grpc}, HTTP ${http})`;
      changes.minor({ kind: "added", reason: "the error is new", effects: effects.none, about });
      continue;
    }
    known.add(was.name);
    changes.same("the name", [was.name, error.name], {
      kind: "name",
      reason: "code that names it does not compile",
      effects: effects.code,
    });
    for (const key of ["jsonRpc", "grpc", "http", "reason"] as const) {
      changes.same(key, [was[key], error[key]], {
        kind: "code",
        reason: "clients do not know it again",
        effects: key === "grpc" ? effects.binary : effects.json,
      });
    }
  }
  for (const { name } of before.errors) {
    if (known.has(name)) continue;
    const crossing = context.crossings?.error("older", name);
    const place = `profile ${before.name}, ${name}`;
    at(defined({ subject: "error", older: name, place, crossing }), answer, context).major({
      kind: "removed",
      reason: "the error is gone",
      effects: effects.code,
    });
  }
}

/** Headers are one and the same by what they are for, else by their names. */
function compareHeaders(before: Profile, after: Profile, context: CompareContext): void {
  const known = new Set<string>();
  const olderOf = ({ name }: ServiceParameter): ServiceParameter | undefined => {
    const role = (["version", "extensions"] as const).find((each) => after[each]?.parameter === name);
    const wanted = role === undefined ? name : (before[role]?.parameter ?? name);
    return before.serviceParameters.find((each) => each.name === wanted);
  };
  for (const header of after.serviceParameters) {
    const was = olderOf(header);
    const place = `profile ${before.name}, ${was?.name ?? header.name}`;
    const common = { subject: "header", older: was?.name, newer: header.name, place } as const;
    const changes = at(defined(common), request, context);
    if (was === undefined) {
      changes.minor({ kind: "added", reason: "the header is new", effects: effects.none });
      continue;
    }
    known.add(was.name);
    changes.same("the name", [was.name, header.name], {
      kind: "name",
      reason: "the other version does not know the header",
      effects: effects.peers,
    });
    changes.same("whether it may be a query parameter", [was.query, header.query], {
      kind: "fact",
      reason: "only one of the versions reads it there",
      effects: effects.none,
    });
  }
  for (const { name } of before.serviceParameters) {
    if (known.has(name)) continue;
    const place = `profile ${before.name}, ${name}`;
    at({ subject: "header", older: name, place }, request, context).major({
      kind: "removed",
      reason: "the header is gone",
      effects: effects.none,
    });
  }
}
