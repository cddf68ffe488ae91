import { render } from "preact";
import { App } from "./app.tsx";
import { AppState } from "./session/app-state.ts";
import type { View } from "./session/page-state.ts";

const views: readonly string[] = ["conversation", "tasks", "card", "wire"] satisfies readonly View[];
const parameters = new URLSearchParams(location.hash.slice(1));
const agent = parameters.get("agent");
const view = parameters.get("view");
const use = parameters.get("use");
const task = parameters.get("task");
const entry = parameters.get("entry");
const conversation = parameters.get("conversation");
const second = parameters.get("beside");
const root = document.getElementById("app");
if (root !== null) {
  const app = new AppState({
    token: parameters.get("token") ?? "",
    ...(agent === null ? {} : { agent }),
    ...(use === null ? {} : { use }),
    ...(task === null ? {} : { task }),
    ...(entry === null ? {} : { entry }),
    ...(conversation === null ? {} : { conversation }),
    ...(second === null ? {} : { second }),
    ...(view !== null && views.includes(view) ? { view: view as View } : {}),
  });
  render(<App app={app} />, root);
}
