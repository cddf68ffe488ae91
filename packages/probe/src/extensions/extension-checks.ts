import { formatIssue } from "@a2agen/runtime";
import { needsCapability, textRequest, unknownTask } from "../checks/tasks.ts";
import type { Check } from "../core/check.ts";
import type { RequirementId } from "../core/requirements.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Subject } from "../core/subject.ts";
import { describe } from "../core/trial.ts";
import { canSend, moveCheck, ofData, requestWithAll, wrongDataCheck } from "./client-data-checks.ts";
import { judgeUnasked } from "./judge-data.ts";
import type { Knowledge, KnownExtension } from "./known-extension.ts";
import { activate, answerOf, declarationOf, objectsIn, type Served, say } from "./talk.ts";

/** The requirements that only manifests lead to. */
export const manifestIds: readonly RequirementId[] = [
  ...ofData,
  "extensions.params",
  "extensions.served",
  "extensions.unasked",
  "extensions.client-moves",
  "extensions.refused",
  "extensions.survives",
  "extensions.headers",
];

/** The checks of the extensions that a card declares, of those that are known. */
export function extensionChecks(
  subject: Subject,
  knowledge: Knowledge,
  scenario: Scenario,
): readonly Check[] {
  const declared = knowledge.extensions.filter(
    (extension) => declarationOf(subject, extension) !== undefined,
  );
  const texts = [...new Set([scenario.plain, scenario.artifact, scenario.inputRequired])].filter(
    (text) => text !== undefined,
  );
  const active = declared.filter(({ terms }) => terms.options.kind !== "data");
  return [
    ...declared.flatMap((extension) => (extension.params === undefined ? [] : paramsCheck(extension))),
    ...active.flatMap((extension) => checksOfOne({ extension, knowledge }, texts)),
    ...unaskedChecks(subject, { declared: active, core: knowledge.core }, texts),
  ];
}

function checksOfOne(served: Served, texts: readonly string[]): readonly Check[] {
  const { extension } = served;
  const { terms, kinds, name } = extension;
  const hasData = kinds.some(({ from }) => from !== "client");
  const sent = kinds.filter(({ from, on }) => from !== "agent" && canSend(on));
  const talk = (id: string, run: Check["run"], more: Partial<Check> = {}): Check => ({
    id: `extensions.${name}.${id}`,
    covers: ofData,
    isOnce: true,
    works: 1,
    run,
    ...more,
  });
  return [
    ...(terms.activation === "none" ? [] : [servedCheck(served)]),
    ...terms.headers.filter(({ required }) => required).map((rule): Check => headerCheck(served, rule)),
    ...(hasData
      ? [
          talk(
            "answers",
            function* (trial) {
              for (const text of texts) yield* say(trial, served, { request: textRequest(trial, text) });
            },
            { works: texts.length },
          ),
          talk(
            "stream",
            function* (trial) {
              yield* say(trial, served, { request: textRequest(trial, texts[0] ?? ""), isStreamed: true });
            },
            { except: needsCapability("streaming") },
          ),
        ]
      : []),
    ...(hasData && sent.some(({ from }) => from === "client")
      ? [
          talk("asked", function* (trial) {
            yield* say(trial, served, { request: requestWithAll(trial, sent) });
          }),
        ]
      : []),
    ...sent.map((kind) => wrongDataCheck(served, kind)),
    ...(terms.states?.by === undefined ? [] : [moveCheck(served, texts.at(-1) ?? "")]),
  ];
}

function paramsCheck(extension: KnownExtension): Check {
  return {
    id: `extensions.${extension.name}.params`,
    covers: ["extensions.params"],
    isOnce: true,
    isQuick: true,
    // oxlint-disable-next-line require-yield -- the card is there already
    *run(trial) {
      const params = declarationOf(trial.subject, extension)?.params ?? {};
      const result = extension.params?.tryDecode(structuredClone(params));
      if (result?.ok !== false) return;
      const came = result.issues
        .slice(0, 3)
        .map((issue) => `params${issue.path === "" ? "" : "."}${formatIssue(issue)}`);
      trial.find("extensions.params", `params of ${extension.uris[0]} that fit its schema`, came.join("; "));
    },
  };
}

function servedCheck(served: Served): Check {
  const { extension } = served;
  return {
    id: `extensions.${extension.name}.served`,
    covers: ["extensions.served"],
    except: (subject) =>
      declarationOf(subject, extension)?.required === true ? "the card requires it" : undefined,
    *run(trial) {
      const headers = activate(trial, served);
      const name = headers[0]?.name.toLowerCase();
      const outcome = yield* trial.call("listTasks", { pageSize: 1 }, { headers });
      const echoed = (outcome.exchange.answer?.headers ?? [])
        .filter((header) => header.name === name)
        .flatMap(({ value = "" }) => value.split(",").map((uri) => uri.trim()));
      if (extension.uris.some((uri) => echoed.includes(uri))) return;
      trial.find(
        "extensions.served",
        `${headers[0]?.name}: ${extension.uris[0]}`,
        echoed.join(", ") || "no such header",
      );
    },
  };
}

function headerCheck(served: Served, { name }: { readonly name: string }): Check {
  return {
    id: `extensions.${served.extension.name}.header.${name}`,
    covers: ["extensions.headers"],
    *run(trial) {
      const headers = activate(trial, served, { without: name });
      const leftOut = name.toLowerCase();
      const outcome = yield* trial.call(
        "getTask",
        { id: unknownTask },
        {
          headers,
          change: (request) => ({
            ...request,
            headers: (request.headers ?? []).filter((header) => header.name.toLowerCase() !== leftOut),
          }),
        },
      );
      const isRefused = outcome.kind === "error" && !outcome.failure.names.includes("TaskNotFoundError");
      if (!isRefused)
        trial.find("extensions.headers", `a refusal without the header ${name}`, describe(outcome));
    },
  };
}

function unaskedChecks(
  subject: Subject,
  { declared, core }: { readonly declared: readonly KnownExtension[]; readonly core: Knowledge["core"] },
  texts: readonly string[],
): readonly Check[] {
  const isAlways = (extension: KnownExtension): boolean =>
    extension.terms.activation !== "header" || declarationOf(subject, extension)?.required === true;
  const others = declared.filter(isAlways);
  const unasked = declared.filter((extension) => !isAlways(extension) && extension.kinds.length > 0);
  if (unasked.length === 0) return [];
  return [
    {
      id: "extensions.unasked",
      covers: ["extensions.unasked"],
      isOnce: true,
      works: texts.length,
      *run(trial) {
        for (const text of texts) {
          const value = answerOf(yield* trial.call("sendMessage", textRequest(trial, text)));
          judgeUnasked(trial, objectsIn(core, "sendMessage", value), { unasked, others });
        }
      },
    },
  ];
}
