import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { work } from "./work.js";

const id = "1";
const end = { finishReason: { unified: "stop" }, usage: { inputTokens: {}, outputTokens: {} } };

/** A model of the AI SDK that answers with what `write` makes of the work. */
export function mockModel(write = (text) => text) {
  const answer = async ({ prompt, abortSignal }) =>
    write(await work(prompt.at(-1).content.findLast(({ text }) => text)?.text, abortSignal));
  return new MockLanguageModelV3({
    doGenerate: async (call) => ({
      ...end,
      content: [{ type: "text", text: await answer(call) }],
      warnings: [],
    }),
    doStream: async (call) => {
      const delta = await answer(call);
      const text = [
        { type: "text-start", id },
        { type: "text-delta", id, delta },
        { type: "text-end", id },
      ];
      return { stream: convertArrayToReadableStream([...text, { type: "finish", ...end }]) };
    },
  });
}
