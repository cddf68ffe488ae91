import type { Artifact, Message, Part, StreamResponse, Task, TaskState, TaskStatus } from "@a2agen/a2a-1.0";
import { safe, safeJson, safeLine } from "@a2agen/terminal/safe-text.ts";
import { isFile, savePart } from "./save-part.ts";
import type { Screen } from "./screen.ts";
import { paintState } from "./task-states.ts";

/**
 * Shows the events of a message or a task as they come, and remembers where the task is.
 */
export class Transcript {
  readonly #screen: Screen;
  readonly #saveTo: string | undefined;
  taskId: string | undefined;
  contextId: string | undefined;
  /** The latest one. */
  status: TaskStatus | undefined;
  /** The status that was shown last, which is not shown again. */
  #shownStatus: string | undefined;
  /** The artifact whose text is being written, and may continue. */
  #openArtifact: string | undefined;

  constructor(screen: Screen, { saveTo }: { readonly saveTo?: string | undefined } = {}) {
    this.#screen = screen;
    this.#saveTo = saveTo;
  }

  get state(): TaskState | undefined {
    return this.status?.state;
  }

  /** One event of a stream, or what SendMessage answers with. */
  async show(event: StreamResponse): Promise<void> {
    if (this.#screen.isJson) {
      this.#screen.json(event);
      this.#remember(event);
      await this.#saveAll(event);
      return;
    }
    const { task, message, statusUpdate, artifactUpdate } = event;
    if (task !== undefined) await this.#task(task);
    if (message !== undefined) await this.message(message);
    if (statusUpdate !== undefined) {
      this.#head(statusUpdate);
      await this.#status(statusUpdate.status);
    }
    if (artifactUpdate !== undefined) {
      this.#head(artifactUpdate);
      await this.#artifact(artifactUpdate.artifact, { isMore: artifactUpdate.append === true });
    }
    this.#remember(event);
  }

  /** A task with all that is in it. */
  async whole(task: Task): Promise<void> {
    if (this.#screen.isJson) {
      this.#screen.json(task);
      this.#remember({ task });
      await this.#saveAll({ task });
      return;
    }
    await this.#task(task);
    const { history = [] } = task;
    if (history.length === 0) return;
    this.#screen.line(safe`history`);
    for (const message of history) await this.message(message);
  }

  async message({ messageId, role, parts }: Message): Promise<void> {
    this.#close();
    this.#screen.line(safe`${this.#screen.style.bold(role === "ROLE_USER" ? safe`user` : safe`agent`)}:`);
    await this.#parts(parts, messageId);
  }

  async #task(task: Task): Promise<void> {
    const { id, contextId, status, artifacts = [] } = task;
    this.#head({ taskId: id, contextId });
    await this.#status(status);
    for (const artifact of artifacts) await this.#artifact(artifact, { isMore: false });
    this.#close();
    this.#remember({ task });
  }

  /** Tells which task it is, where that is news. */
  #head({ taskId, contextId }: { readonly taskId: string; readonly contextId?: string | undefined }): void {
    if (taskId === this.taskId) return;
    this.#close();
    const { style } = this.#screen;
    const context = contextId === undefined ? safe`` : style.dim(safe` in context ${safeLine(contextId)}`);
    this.#screen.line(safe`${style.bold(safe`task`)} ${safeLine(taskId)}${context}`);
    this.taskId = taskId;
    this.#shownStatus = undefined;
  }

  async #status({ state, message }: TaskStatus): Promise<void> {
    const shown = `${state} ${message?.messageId ?? ""}`;
    if (shown === this.#shownStatus) return;
    this.#shownStatus = shown;
    this.#close();
    const { style } = this.#screen;
    this.#screen.line(message === undefined ? paintState(state, style) : safe`${paintState(state, style)}:`);
    if (message !== undefined) await this.#parts(message.parts, message.messageId);
  }

  async #artifact(
    { artifactId, name, description, parts }: Artifact,
    { isMore }: { readonly isMore: boolean },
  ): Promise<void> {
    const goesOn = isMore && this.#openArtifact === artifactId;
    if (!goesOn) {
      this.#close();
      const { style } = this.#screen;
      const title = name === undefined || name === "" ? safe`` : safe` ${safeLine(name)}`;
      const more = isMore ? style.dim(safe` continued`) : safe``;
      this.#screen.line(safe`${style.bold(safe`artifact`)} ${safeLine(artifactId)}${title}${more}`);
      if (description !== undefined && description !== "")
        this.#screen.line(style.dim(safe`  ${safeLine(description)}`));
    }
    this.#openArtifact = artifactId;
    await this.#parts(parts, artifactId, { goesOn, isOneText: true });
  }

  /**
   * Texts of a message stand below one another. Those of an artifact are one text, whether they came one by
   * one or are together in the task.
   */
  async #parts(
    parts: readonly Part[],
    owner: string,
    { goesOn = false, isOneText = false }: { readonly goesOn?: boolean; readonly isOneText?: boolean } = {},
  ): Promise<void> {
    for (const [index, part] of parts.entries()) {
      const { text } = part;
      if (text !== undefined && !(this.#saveTo !== undefined && isFile(part))) {
        this.#screen.piece(text, index === 0 ? !goesOn : !isOneText);
        continue;
      }
      const saved = await this.#save(part, `${owner}-${index + 1}`);
      if (part.data !== undefined && saved === undefined) this.#screen.block(safeJson(part.data, 2));
      else this.#screen.block(describe(part, saved));
    }
    if (!goesOn && this.#openArtifact === undefined) this.#screen.closeLine();
  }

  async #saveAll({ task, message, statusUpdate, artifactUpdate }: StreamResponse): Promise<void> {
    const artifacts = [
      ...(task?.artifacts ?? []),
      ...(artifactUpdate === undefined ? [] : [artifactUpdate.artifact]),
    ];
    const messages = [message, task?.status.message, statusUpdate?.status.message];
    const owners = [
      ...artifacts.map(({ artifactId, parts }) => ({ owner: artifactId, parts })),
      ...messages.flatMap((one) => (one === undefined ? [] : [{ owner: one.messageId, parts: one.parts }])),
    ];
    for (const { owner, parts } of owners) {
      for (const [index, part] of parts.entries()) {
        const path = await this.#save(part, `${owner}-${index + 1}`);
        if (path !== undefined) this.#screen.note(`saved ${path}`, "note");
      }
    }
  }

  async #save(part: Part, fallback: string): Promise<string | undefined> {
    if (this.#saveTo === undefined || !isFile(part)) return undefined;
    return savePart(part, this.#saveTo, fallback);
  }

  #remember({ task, message, statusUpdate, artifactUpdate }: StreamResponse): void {
    this.taskId = task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId ?? this.taskId;
    this.contextId =
      task?.contextId ??
      statusUpdate?.contextId ??
      artifactUpdate?.contextId ??
      message?.contextId ??
      this.contextId;
    this.status = task?.status ?? statusUpdate?.status ?? this.status;
  }

  /** Ends the artifact that was being written. */
  #close(): void {
    this.#openArtifact = undefined;
    this.#screen.closeLine();
  }

  /** Ends an open artifact after the last event. */
  end(): void {
    this.#close();
  }
}

function describe(part: Part, saved: string | undefined): string {
  const { raw, url, filename, mediaType } = part;
  const facts = [
    ...(filename === undefined ? [] : [safeLine(filename)]),
    ...(mediaType === undefined ? [] : [safeLine(mediaType)]),
    ...(raw === undefined ? [] : [`${Buffer.byteLength(raw, "base64")} bytes`]),
    ...(url === undefined ? [] : [safeLine(url, 2000)]),
  ];
  const kind = raw === undefined && url !== undefined ? "link" : "file";
  const fate =
    saved === undefined ? (raw === undefined ? "" : "; --save DIR writes it") : `; saved as ${saved}`;
  return `[${[kind, ...facts].join(", ")}${fate}]`;
}
