import { expect, test } from "vitest";
import { sizeOf } from "../../../../shared/size-of.ts";

const server = "readRequest, writeAnswer, writeError";
const client = "writeRequest, readAnswer";
const headers = "versionHeaders";
const choice = "pickInterface, versionHeaders";
const cards = "readCard, writeCard";

test.each([
  { what: "a server of both versions", names: `${server}, ${headers}`, most: 15_000 },
  { what: "a client of both versions", names: `${client}, ${choice}`, most: 14_200 },
  { what: "a reader of messages and events", names: "readMessage", most: 11_600 },
  { what: "a reader of cards", names: `readCard, ${choice}`, most: 11_200 },
  { what: "a server that writes its card too", names: `${server}, ${headers}, writeCard`, most: 17_200 },
  { what: "everything", names: `${server}, ${client}, ${choice}, ${cards}, readMessage`, most: 22_800 },
])("$what adds at most $most bytes", async ({ names, most }) => {
  expect(await sizeOf(`export { ${names} } from "@a2agen/translate/layer";`)).toBeLessThanOrEqual(most);
});
