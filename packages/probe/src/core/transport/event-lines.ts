/**
 * Reads server-sent events from text as it comes: the data of each event, by the rules of the HTML standard.
 */
export class EventLines {
  #rest = "";
  #data: string[] = [];

  /** The data of the events that are whole now. */
  read(text: string): readonly string[] {
    const events: string[] = [];
    const lines = `${this.#rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) events.push(this.#data.join("\n"));
        this.#data = [];
      } else if (line.startsWith("data:")) this.#data.push(line.slice(5).replace(/^ /, ""));
      else if (line === "data") this.#data.push("");
    }
    return events;
  }
}
