import type { Approval, Conversation, Conversations, Entry, Part } from "@a2agen/conversation";

/** Shows the latest conversation, and begins one where there is none. */
export function showChat(conversations: Conversations, place: Element): void {
  const latest = conversations.getSnapshot().conversations.at(-1);
  const conversation = (latest && conversations.get(latest.id)) ?? conversations.begin("agent");
  const field = make("input", { ariaLabel: "Message" });
  const form = make("form", {}, field, make("button", { type: "submit", textContent: "Send" }));
  const cancel = button("Cancel", () => void conversation.cancel());
  const title = make("h1");
  const [list, questions] = [make("ol"), make("div")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void conversation.send(field.value);
    field.value = "";
  });
  form.append(
    cancel,
    button("New", () => {
      stop();
      conversations.begin("agent");
      showChat(conversations, place);
    }),
  );
  place.replaceChildren(title, list, questions, form);
  // An entry that is the same object shows the same.
  const shown = new Map<string, { readonly entry: Entry; readonly line: Element }>();
  const draw = (): void => {
    const { title: text, entries, approvals, isBusy } = conversation.getSnapshot();
    title.textContent = text;
    cancel.hidden = !isBusy;
    const lines = entries.map((entry) => {
      const before = shown.get(entry.key);
      const line = before?.entry === entry ? before.line : make("li", {}, ...lineOf(entry));
      shown.set(entry.key, { entry, line });
      return line;
    });
    list.replaceChildren(...lines);
    questions.replaceChildren(...approvals.map((approval) => question(conversation, approval)));
  };
  const stop = conversation.subscribe(draw);
  draw();
}

function question(conversation: Conversation, approval: Approval): Element {
  return make(
    "p",
    { textContent: `${approval.name} ${JSON.stringify(approval.input)}` },
    button("Approve", () => void conversation.answer(approval, true)),
    button("Refuse", () => void conversation.answer(approval, false)),
  );
}

function lineOf(entry: Entry): Element[] {
  if ("text" in entry) return [make("em", { textContent: entry.text })];
  if (entry.kind !== "task") return [make("b", { textContent: textOf(entry.message.parts) })];
  const { status, artifacts = [] } = entry.task;
  return [
    make("small", { textContent: entry.phase }),
    make("span", { textContent: ` ${textOf(status.message?.parts ?? [])}` }),
    ...artifacts.map(({ parts }) => make("p", { textContent: textOf(parts) })),
  ];
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text = "", filename = "" }) => text || filename).join("");
}

function button(textContent: string, onClick: () => void): HTMLButtonElement {
  const made = make("button", { type: "button", textContent });
  made.addEventListener("click", onClick);
  return made;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly Element[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
