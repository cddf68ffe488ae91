import { expect, test } from "vitest";
import { commands, findCommands, pressKey } from "../../../packages/pages/src/console/shell/commands.ts";

test.each([
  ["", commands.map(({ name }) => name)],
  ["CARD", ["Go to the card"]],
  ["wire go", ["Go to the wire"]],
  [" agent  second ", ["Open or close a second agent"]],
  ["nothing like it", []],
])("the palette finds %j", (wanted, names) => {
  expect(findCommands(commands, wanted).map(({ name }) => name)).toEqual(names);
});

test("of many, the palette shows twelve", () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ name: `conversation ${at}`, run: () => {} }));
  expect(findCommands(many, "conversation")).toEqual(many.slice(0, 12));
});

/** The commands that keys run, one after the other. */
function press(...keys: readonly string[]): readonly string[] {
  let pressed: readonly string[] = [];
  return keys.flatMap((key) => {
    const next = pressKey(pressed, key);
    ({ pressed } = next);
    return next.command?.name ?? [];
  });
}

test("keys run commands; a sequence that leads nowhere begins anew", () => {
  expect(press("n")).toEqual(["New conversation"]);
  expect(press("g", "t", "g", "w")).toEqual(["Go to tasks", "Go to the wire"]);
  expect(press("g", "x", "n")).toEqual(["New conversation"]);
  expect(press("x", "Shift")).toEqual([]);
});

test("no command hides behind the keys of another, and each can be reached by its own", () => {
  for (const { name, keys } of commands) if (keys !== undefined) expect(press(...keys)).toEqual([name]);
});
