import { render } from "preact";
import { App } from "./app.tsx";
import { examples } from "./examples/examples.ts";
import { startWorker } from "./session/checker.ts";
import { DocumentState } from "./session/document-state.ts";

const root = document.getElementById("app");
if (root !== null) {
  const doc = new DocumentState(startWorker());
  const follow = async (): Promise<void> => {
    const isFound = await doc.follow(location.hash.slice(1));
    if (!isFound && doc.text.value === "") doc.open(examples[0].text);
  };
  addEventListener("hashchange", () => void follow());
  root.replaceChildren();
  render(<App doc={doc} />, root);
  void follow();
}
