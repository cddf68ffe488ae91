import { a2a } from "a2a-ai-provider";
import { generateText, streamText } from "ai";

// The provider tells them of every event.
for (const each of ["log", "info", "warn"]) console[each] = () => undefined;

const [url, operation] = process.argv.slice(2);
const model = a2a(`${url.replace(/\/$/, "")}/.well-known/agent-card.json`);
const prompt = { model, prompt: "Hello", maxRetries: 0 };
if (operation === "send") process.stdout.write((await generateText(prompt)).text);
else {
  // Errors do not end its stream.
  const onError = ({ error }) => {
    process.stderr.write(`${error}\n`);
    process.exitCode = 1;
  };
  for await (const text of streamText({ ...prompt, onError }).textStream) process.stdout.write(text);
}
