import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPage } from "../browser.ts";
import { comparePictures } from "./compare-pictures.ts";
import { takePictures } from "./take-pictures.ts";

const directory = join(import.meta.dirname, "../../../docs/pictures");

/** Fonts, identifiers, ports and times differ from run to run; another page differs in more. */
const tolerance = 0.05;

test("the pictures in the documents show the pages as they are; npm run screenshots takes them again", async () => {
  const pictures = await takePictures();
  if (process.env["RECORD"] !== undefined) {
    await mkdir(directory, { recursive: true });
    for (const [name, bytes] of pictures) await writeFile(join(directory, name), bytes);
  }
  expect((await readdir(directory)).toSorted()).toEqual([...pictures.keys()].toSorted());
  const { page } = await openPage("about:blank");
  const shares: [string, number][] = [];
  for (const [name, bytes] of pictures) {
    shares.push([name, await comparePictures(page, bytes, await readFile(join(directory, name)))]);
  }
  expect(shares.filter(([, share]) => share > tolerance)).toEqual([]);
});
