import { loadAll } from "./load-all.ts";

// A client on a2a-ai-provider: shows the text that the AI SDK gives.
interface Prompt {
  readonly model: unknown;
  readonly prompt: string;
  readonly maxRetries: number;
  readonly onError?: (event: { readonly error: unknown }) => void;
}

// The provider tells them of every event.
for (const each of ["log", "info", "warn"] as const) console[each] = () => undefined;
const { a2a, generateText, streamText } = (await loadAll(["a2a-ai-provider", "ai"])) as {
  a2a(url: string): unknown;
  generateText(prompt: Prompt): Promise<{ readonly text: string }>;
  streamText(prompt: Prompt): { readonly textStream: AsyncIterable<string> };
};

const [url = "", operation] = process.argv.slice(2);
const prompt = {
  model: a2a(`${url.replace(/\/$/, "")}/.well-known/agent-card.json`),
  prompt: "Hello",
  maxRetries: 0,
};
if (operation === "send") {
  const { text } = await generateText(prompt);
  process.stdout.write(text);
} else {
  // Errors do not end its stream.
  const onError = ({ error }: { readonly error: unknown }): void => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  };
  for await (const text of streamText({ ...prompt, onError }).textStream) process.stdout.write(text);
}
