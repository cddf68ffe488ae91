import type { AgentCard, Message } from "@a2agen/a2a-1.0";
import type { Turn } from "@a2agen/runtime/agent";
import { count } from "@a2agen/runtime/internal";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import type { Choose } from "./play.ts";
import type { Match, Rule, Scenario, Steps } from "./scenario.ts";

/** Contexts whose following turns are kept; the oldest make room. */
const keptContexts = 10_000;

/** Finds the steps of a scenario: those of a turn that follows, or those of the first rule that matches. */
export function chooseByRules({ rules }: Scenario, card: AgentCard): Choose {
  const following = new Map<string, Steps[]>();
  return (turn) => {
    const { contextId, message, text, call } = turn;
    const next = following.get(contextId)?.shift();
    if (next !== undefined) return next;
    const rule = rules.find(
      ({ match = {} }) => matchesCall(match, call) && matchesMessage(match, { message, text, card }),
    );
    if (rule === undefined) throw missed(rules, turn);
    following.delete(contextId);
    if (rule.next !== undefined) following.set(contextId, [...rule.next]);
    const [oldest] = following.size > keptContexts ? following.keys() : [];
    if (oldest !== undefined) following.delete(oldest);
    return rule.answer;
  };
}

/** The rule for a call that sends no message: one that names its method. */
export function ruleOfCall({ rules }: Scenario, call: CallContext): Rule | undefined {
  return rules.find(({ match = {} }) => match.method === call.method && matchesCall(match, call));
}

function matchesCall({ method, extension, header = {} }: Match, call: CallContext): boolean {
  return (
    (method === undefined || method === call.method) &&
    (extension === undefined || call.extensions.includes(extension)) &&
    Object.entries(header).every(([name, value]) => call.header(name) === value)
  );
}

interface Matched {
  readonly message: Message;
  readonly text: string;
  readonly card: AgentCard;
}

function matchesMessage({ text, regex, skill }: Match, matched: Matched): boolean {
  return (
    (text === undefined || matched.text.toLowerCase().includes(text.toLowerCase())) &&
    (regex === undefined || new RegExp(regex, "u").test(matched.text)) &&
    (skill === undefined || skillOf(matched)?.id === skill)
  );
}

/** The skill that a message asks for: by `skillId` in its metadata, or by an example of the skill. */
export function skillOf({ message, text, card }: Matched): AgentCard["skills"][number] | undefined {
  const wanted = text.trim().toLowerCase();
  const named = message.metadata?.["skillId"];
  return card.skills.find(
    ({ id, examples = [] }) =>
      id === named || (named === undefined && examples.some((each) => each.trim().toLowerCase() === wanted)),
  );
}

function missed(rules: readonly Rule[], { text }: Turn): CallError {
  const found = text === "" ? "a message without text" : JSON.stringify(text.slice(0, 200));
  return new CallError(
    "INVALID_ARGUMENT",
    `expected a message that ${count(rules.length, "rule")} of the scenario can match; came ${found}: add a rule without match for all others`,
  );
}
