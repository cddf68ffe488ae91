import type { Artifact, Part } from "../generated/lf/a2a/v1/a2a_types.ts";

/** An artifact to which parts are added; what it was is not changed by that. */
export class GrowingArtifact {
  #beginning: Artifact;
  /** Undefined until parts are added to those of the beginning. */
  #parts: Part[] | undefined;
  /** Made of both, until they change. */
  #copy: Artifact | undefined;

  constructor(beginning: Artifact) {
    this.#beginning = beginning;
    this.#copy = beginning;
  }

  get id(): string {
    return this.#beginning.artifactId;
  }

  replace(artifact: Artifact): void {
    this.#beginning = artifact;
    this.#parts = undefined;
    this.#copy = artifact;
  }

  append(parts: readonly Part[]): void {
    this.#parts ??= [...this.#beginning.parts];
    // Not by spreading: an artifact may have more parts than a call may have arguments.
    for (const part of parts) this.#parts.push(part);
    this.#copy = undefined;
  }

  toArtifact(): Artifact {
    this.#copy ??= { ...this.#beginning, parts: [...(this.#parts ?? this.#beginning.parts)] };
    return this.#copy;
  }
}
