// Sends the example of an operation to an agent that the reader names, when its button is pressed.

for (const place of document.querySelectorAll(".try")) if (place instanceof HTMLElement) addForm(place);

/** @typedef {readonly (readonly [string, string])[]} Pairs */
/** @typedef {{ verb: string, target: string, headers: Pairs, body: string }} Example */

/** @param {HTMLElement} place */
function addForm(place) {
  const example = /** @type {Example} */ (JSON.parse(place.dataset["request"] ?? ""));
  const form = document.createElement("form");
  const fold = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Try it";
  const address = field(form, "Address of the agent's interface", document.createElement("input"));
  Object.assign(address, {
    type: "url",
    required: true,
    placeholder: "http://localhost:4000/",
    spellcheck: false,
  });
  const headers = field(form, "Headers", document.createElement("textarea"));
  headers.value = example.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  headers.rows = example.headers.length;
  const body = document.createElement("textarea");
  if (example.body !== "") {
    field(form, "Body", body);
    body.value = example.body;
    body.rows = Math.min(16, example.body.split("\n").length);
  }
  const send = document.createElement("button");
  send.className = "main";
  send.textContent = "Send request";
  const state = document.createElement("p");
  state.setAttribute("role", "status");
  const answer = document.createElement("pre");
  answer.hidden = true;
  answer.tabIndex = 0;
  answer.setAttribute("aria-label", "Answer of the agent");
  form.append(send, state, answer);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  fold.append(summary, form);
  place.append(fold);
  place.hidden = false;

  async function run() {
    send.disabled = true;
    answer.hidden = true;
    state.textContent = "Waiting for the agent…";
    try {
      const url = addressOf(address.value, example);
      const began = performance.now();
      const response = await fetch(url, {
        method: example.verb,
        headers: readHeaders(headers.value),
        ...(example.body === "" ? {} : { body: body.value }),
      });
      state.textContent = `HTTP ${response.status} after ${Math.round(performance.now() - began)} ms`;
      answer.hidden = false;
      answer.textContent = "";
      await show(response, answer);
    } catch (error) {
      state.textContent = explain(error, address.value);
    } finally {
      send.disabled = false;
    }
  }
}

/**
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {HTMLElement} form
 * @param {string} name
 * @param {Control} control
 */
function field(form, name, control) {
  const label = document.createElement("label");
  label.append(name, control);
  form.append(label);
  return control;
}

/**
 * Calls of JSON-RPC go to the address itself, others to their path below it.
 * @param {string} address
 * @param {Example} example
 */
function addressOf(address, { target }) {
  return target === "/" ? address : `${address.replace(/\/+$/, "")}${target}`;
}

/** @param {string} text */
function readHeaders(text) {
  const lines = text.split("\n").filter((line) => line.includes(":"));
  return lines.map((line) => {
    const at = line.indexOf(":");
    return /** @type {[string, string]} */ ([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
  });
}

/**
 * Shows an answer as it arrives: streams have no end that one could wait for.
 * @param {Response} response
 * @param {HTMLElement} place
 */
async function show(response, place) {
  const decoder = new TextDecoder();
  let text = "";
  const reader = response.body?.getReader();
  for (let isDone = reader === undefined; !isDone; ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    text += decoder.decode(value, { stream: !done });
    place.textContent = text.slice(0, 100_000);
    isDone = done || text.length > 100_000;
  }
  await reader?.cancel();
  try {
    place.textContent = JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Events of a stream, or no JSON: as it came.
    place.textContent = text;
  }
}

/**
 * Browsers say only that a request failed.
 * @param {unknown} error
 * @param {string} address
 */
function explain(error, address) {
  if (!(error instanceof TypeError)) return String(error);
  const origin = location.protocol === "file:" ? "null" : location.origin;
  return `The browser got no answer that it may show. Either nothing listens at ${address}, or the agent does not allow this page to call it: its answers need the header Access-Control-Allow-Origin with ${origin} or *, and it has to answer OPTIONS with Access-Control-Allow-Headers. a2agen console ${address} calls it without these.`;
}
