import { describe, expect, it } from "vitest";
import { EditConflict, TextEdits } from "../../../../../packages/cli/src/migrate/typescript/text-edits.ts";

describe("edits of a text", () => {
  it("show inside of others that keep the stretch, also at another place", () => {
    const edits = new TextEdits("one two three");
    edits.replace(4, 7, "2");
    edits.replace(0, 13, { from: 4, to: 13 }, " ", { from: 0, to: 3 });
    expect(edits.apply().text).toBe("2 three one");
  });

  it("are gone with what an outer one leaves out", () => {
    const edits = new TextEdits("one two three");
    edits.replace(4, 7, "2");
    edits.remove(3, 13);
    expect(edits.apply().text).toBe("one");
  });

  it("tell where places of the original are now", () => {
    const edits = new TextEdits("one two");
    edits.insert(0, "zero ");
    const { locate } = edits.apply();
    expect([0, 4].map(locate)).toEqual([5, 9]);
  });

  it("have the line ends of the text", () => {
    const edits = new TextEdits("one\r\ntwo\r\n");
    edits.insert(5, "more\n");
    expect(edits.apply().text).toBe("one\r\nmore\r\ntwo\r\n");
  });

  it("are refused when each of two has a part that the other lacks", () => {
    const edits = new TextEdits("one two three");
    edits.replace(0, 7, "1");
    edits.replace(4, 13, "2");
    expect(() => edits.apply()).toThrow(EditConflict);
  });
});
