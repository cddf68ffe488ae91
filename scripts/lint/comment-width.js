// A plugin of oxlint, in JavaScript: Node 20 loads no TypeScript.
const most = 110;

/**
 * The parts of a rule's context that are used.
 *
 * @typedef {{ readonly line: number; readonly column: number }} Position
 * @typedef {{ readonly start: Position; readonly end: Position }} Location
 * @typedef {object} Context
 * @property {(problem: { readonly loc: Location; readonly message: string }) => void} report
 * @property {{ readonly lines: string[]; getAllComments(): { readonly loc: Location }[] }} sourceCode
 */

const width = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode;
      for (const { loc } of context.sourceCode.getAllComments()) {
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const column = lines[line - 1]?.length ?? 0;
          if (column <= most) continue;
          const place = { start: { line, column: most }, end: { line, column } };
          context.report({ loc: place, message: `a comment ends in column ${column}: wrap it at ${most}` });
        }
      }
    },
  }),
};

// oxlint-disable-next-line import/no-default-export -- as oxlint reads plugins
export default { meta: { name: "comments" }, rules: { width } };
