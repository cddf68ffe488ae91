import { render } from "preact";
import { App } from "./app.tsx";
import { examples } from "./examples/examples.ts";
import { startWorker } from "./session/checker.ts";
import { Sheet } from "./session/sheet.ts";

const root = document.getElementById("app");
if (root !== null) {
  const sheet = new Sheet(startWorker());
  const follow = async (): Promise<void> => {
    const isFound = await sheet.follow(location.hash.slice(1));
    if (!isFound && sheet.text.value === "") sheet.open(examples[0].text);
  };
  addEventListener("hashchange", () => void follow());
  root.replaceChildren();
  render(<App sheet={sheet} />, root);
  void follow();
}
