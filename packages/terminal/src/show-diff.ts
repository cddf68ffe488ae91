/** A text before and after. */
export interface TextChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A unified diff as git writes it, which `git apply` and `patch -p1` take. */
export async function formatDiff(changes: readonly TextChange[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  return changes
    .map(({ path, before, after }) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
        headerOptions: FILE_HEADERS_ONLY,
      }),
    )
    .join("");
}
