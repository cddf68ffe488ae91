import type { Header, Request } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Check } from "../core/check.ts";
import { previous } from "../core/named-versions.ts";
import type { Outcome } from "../core/outcome.ts";
import type { RequirementId } from "../core/requirements.ts";
import { methodOf, versionHeader } from "../core/subject.ts";
import { type CallOptions, describe, type Run, type Trial } from "../core/trial.ts";
import { endedTask, strayCalls, unknownTask } from "./tasks.ts";

/** Asks for a task that does not exist, with other headers: the cheapest call that every agent has. */
function* ask(trial: Trial, headers: readonly Header[]): Run<Outcome> {
  return yield* trial.call("getTask", { id: unknownTask }, { headers });
}

/** The request without a version. */
function withoutVersion({ subject }: Trial, request: Request): Request {
  const name = subject.spoken.service.protocol.versionParameter?.name.toLowerCase();
  const headers = (request.headers ?? []).filter((header) => header.name.toLowerCase() !== name);
  return { ...request, headers };
}

/** Expects the answer of every call for a task that does not exist, right or wrong. */
function* askAsUsual(trial: Trial, options: CallOptions, requirement: RequirementId): Run {
  const usual = yield* ask(trial, []);
  const outcome = yield* trial.call("getTask", { id: unknownTask }, options);
  const isRight = usual.kind === "error" && usual.failure.names.includes("TaskNotFoundError");
  if (isRight) trial.expectError(outcome, "TaskNotFoundError", requirement);
  else if (describe(outcome) !== describe(usual)) trial.find(requirement, describe(usual), describe(outcome));
}

/** An extension of no agent. */
const stranger = "https://example.com/extensions/a2agen-probe/v1";

export const versionChecks: readonly Check[] = [
  {
    id: "versions.unsupported",
    covers: ["versions.unsupported"],
    isQuick: true,
    *run(trial) {
      const headers = versionHeader(trial.subject, "99.0");
      for (const { member, request } of strayCalls(trial)) {
        const outcome = yield* trial.call(member, request, { headers, effect: "reads" });
        trial.expectError(outcome, "VersionNotSupportedError", "versions.unsupported");
      }
      // Versions of the same major number are others too.
      const { subject } = trial;
      const [major = ""] = (subject.spoken.service.protocol.version ?? "").split(".");
      const minor = yield* ask(trial, versionHeader(subject, `${major}.99`));
      trial.expectError(minor, "VersionNotSupportedError", "versions.unsupported");
    },
  },
  {
    id: "versions.patch",
    covers: ["versions.patch"],
    *run(trial) {
      const { version = "" } = trial.subject.spoken.service.protocol;
      const headers = versionHeader(trial.subject, `${version}.7`);
      yield* askAsUsual(trial, { headers }, "versions.patch");
    },
  },
  {
    id: "versions.empty",
    covers: ["versions.empty"],
    except: ({ card, url, binding }) =>
      card.supportedInterfaces.some(
        (other) =>
          other.protocolVersion.startsWith("0.") && (other.url === url || binding === other.protocolBinding),
      )
        ? `the agent speaks ${previous} too`
        : undefined,
    *run(trial) {
      const change = (request: Request): Request => withoutVersion(trial, request);
      const outcome = yield* trial.call("getTask", { id: unknownTask }, { change });
      trial.expectError(outcome, "VersionNotSupportedError", "versions.empty");
    },
  },
  {
    id: "versions.query",
    covers: ["versions.query"],
    *run(trial) {
      const { version = "", versionParameter } = trial.subject.spoken.service.protocol;
      const change = (request: Request): Request => ({
        ...withoutVersion(trial, request),
        url: `${request.url}${request.url.includes("?") ? "&" : "?"}${versionParameter?.name}=${version}`,
      });
      yield* askAsUsual(trial, { change }, "versions.query");
    },
  },
  {
    id: "versions.malformed",
    covers: ["versions.malformed"],
    *run(trial) {
      for (const text of ["one", "1", "-1.0"]) {
        const outcome = yield* ask(trial, versionHeader(trial.subject, text));
        const isRefused =
          outcome.kind === "error" &&
          (outcome.failure.kind === "validation" ||
            outcome.failure.names.includes("VersionNotSupportedError"));
        if (!isRefused)
          trial.find("versions.malformed", `a refusal of the version ${text}`, describe(outcome));
      }
    },
  },
  {
    id: "versions.case",
    covers: ["versions.case"],
    *run(trial) {
      const { version = "", versionParameter } = trial.subject.spoken.service.protocol;
      if (versionParameter === undefined) return;
      const headers = [{ name: versionParameter.name.toUpperCase(), value: version }];
      yield* askAsUsual(trial, { headers }, "versions.case");
    },
  },
  {
    id: "extensions.unknown",
    covers: ["extensions.unknown"],
    *run(trial) {
      const { extensionsParameter } = trial.subject.spoken.service.protocol;
      if (extensionsParameter === undefined) return;
      const uris = trial.subject.headers.find(
        ({ name }) => name.toLowerCase() === extensionsParameter.name.toLowerCase(),
      )?.value;
      const value = uris === undefined ? stranger : `${uris}, ${stranger}`;
      const headers = [{ name: extensionsParameter.name, value }];
      yield* askAsUsual(trial, { headers }, "extensions.unknown");
    },
  },
  {
    id: "extensions.declared",
    covers: ["extensions.echoed", "extensions.unknown", "extensions.only-asked", "extensions.no-fallback"],
    needs: ["task"],
    except: ({ card, spoken }) =>
      (card.capabilities.extensions ?? []).length === 0 ||
      spoken.service.protocol.extensionsParameter === undefined
        ? "the card declares no extension"
        : undefined,
    *run(trial) {
      const { extensionsParameter } = trial.subject.spoken.service.protocol;
      const name = extensionsParameter?.name ?? "";
      const declared = trial.subject.card.capabilities.extensions ?? [];
      const required = declared.filter((each) => each.required === true).flatMap(({ uri = "" }) => uri);
      // Some versions have no lists.
      const [member, request] =
        methodOf(trial.subject, "listTasks") === undefined
          ? ["getTask", { id: endedTask(trial).id }]
          : ["listTasks", { pageSize: 1 }];
      const asked = function* (uris: readonly string[]): Run<readonly string[]> {
        const outcome = yield* trial.call(member, request, { headers: [{ name, value: uris.join(",") }] });
        const { headers = [] } = outcome.exchange.answer ?? {};
        return headers
          .filter((header) => header.name === name.toLowerCase())
          .flatMap(({ value = "" }) => value.split(",").map((uri) => uri.trim()));
      };
      const all = declared.flatMap(({ uri = "" }) => uri);
      const echoed = yield* asked(all);
      const missing = required.find((uri) => !echoed.includes(uri));
      if (missing !== undefined)
        trial.find("extensions.echoed", `${name}: ${missing}`, echoed.join(", ") || "no such header");
      const behind = yield* asked([stranger, ...all]);
      const lost = echoed.find((uri) => all.includes(uri) && !behind.includes(uri));
      if (lost !== undefined)
        trial.find("extensions.unknown", `${lost}, behind ${stranger}`, behind.join(", ") || "none");
      const none = yield* asked(required);
      const extra = none.find((uri) => uri !== "" && !required.includes(uri));
      if (extra !== undefined)
        trial.find("extensions.only-asked", required.join(", ") || "no extension", extra);
      for (const uri of all.filter((each) => !required.includes(each))) {
        const other = `${uri.replace(/\/v?\d+(?:\.\d+)*\/?$/, "")}/v999`;
        const came = yield* asked([...required, other]);
        if (came.includes(uri)) trial.find("extensions.no-fallback", `nothing for ${other}`, uri);
      }
    },
  },
  {
    id: "extensions.required",
    covers: ["extensions.required"],
    except: ({ card }) =>
      (card.capabilities.extensions ?? []).some(({ required }) => required === true)
        ? undefined
        : "the card requires no extension",
    *run(trial) {
      const name = trial.subject.spoken.service.protocol.extensionsParameter?.name.toLowerCase();
      const change = ({ headers = [], ...request }: Request): Request => ({
        ...request,
        headers: headers.filter((header) => header.name.toLowerCase() !== name),
      });
      for (const { member, request, effect } of strayCalls(trial)) {
        // It is for those who have no idea yet of what the agent requires.
        if (member === "getExtendedAgentCard") continue;
        const outcome = yield* trial.call(member, request, { change, effect });
        trial.expectError(outcome, "ExtensionSupportRequiredError", "extensions.required");
      }
    },
  },
];
