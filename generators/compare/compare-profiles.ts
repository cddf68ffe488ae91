import { defined } from "@a2agen/runtime/internal";
import type { Profile, ServiceParameter } from "../model/profile.ts";
import { at, type CompareContext } from "./context.ts";
import { differences } from "./differences.ts";
import { type Effects, effects } from "./effects.ts";

const both = { request: true, answer: true };
const answer = { request: false, answer: true };
const request = { request: true, answer: false };

/** What no proto says: the version, errors, headers, media types, paths and forms. */
export function compareProfiles(before: Profile, after: Profile, context: CompareContext): void {
  const name = `profile ${before.name}`;
  at(
    { subject: "protocol", older: name, newer: `profile ${after.name}`, place: name },
    both,
    context,
  ).compare(differences.protocol.version, before.protocolVersion, after.protocolVersion);
  compareErrors(before, after, context);
  compareHeaders(before, after, context);
  for (const { title, of, reach, means, effects: own } of facts) {
    const common = { subject: "protocol", older: title, newer: title, place: `${name}, ${title}` } as const;
    at(common, reach, context).compare(differences.protocol.fact(means, own), of(before), of(after));
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
    means: "the JSON is the same, and fits unless a peer insists on its own media type",
    effects: effects.none,
  },
  {
    title: "the media type of push notifications",
    of: ({ contentTypes }) => contentTypes.push?.send,
    reach: answer,
    means: "the JSON is the same, and fits unless a receiver insists on its own media type",
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
      changes.add(differences.error.added, { about });
      continue;
    }
    known.add(was.name);
    changes.compare(differences.error.name, was.name, error.name);
    for (const key of ["jsonRpc", "grpc", "http", "reason"] as const) {
      changes.compare(differences.error.code(key), was[key], error[key]);
    }
  }
  for (const { name } of before.errors) {
    if (known.has(name)) continue;
    const crossing = context.crossings?.error("older", name);
    const place = `profile ${before.name}, ${name}`;
    at(defined({ subject: "error", older: name, place, crossing }), answer, context).add(
      differences.error.removed,
    );
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
      changes.add(differences.header.added);
      continue;
    }
    known.add(was.name);
    changes.compare(differences.header.name, was.name, header.name);
    changes.compare(differences.header.query, was.query, header.query);
  }
  for (const { name } of before.serviceParameters) {
    if (known.has(name)) continue;
    const place = `profile ${before.name}, ${name}`;
    at({ subject: "header", older: name, place }, request, context).add(differences.header.removed);
  }
}
