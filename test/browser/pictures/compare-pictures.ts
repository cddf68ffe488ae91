import type { Page } from "playwright-core";

/** Runs in the page: how large a part of two pictures differs visibly; 1 for pictures of other sizes. */
const compare = `async ([one, other]) => {
  const read = async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [left, right] = [await read(one), await read(other)];
  if (left.width !== right.width || left.height !== right.height) return 1;
  let count = 0;
  for (let at = 0; at < left.data.length; at += 4) {
    const distance = [0, 1, 2].reduce((sum, step) => sum + Math.abs(left.data[at + step] - right.data[at + step]), 0);
    if (distance > 96) count += 1;
  }
  return (count * 4) / left.data.length;
}`;

/** How large a part of two pictures in PNG differs visibly, from 0 to 1; compared in a page of a browser. */
export async function comparePictures(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const pair = JSON.stringify([one.toString("base64"), other.toString("base64")]);
  return page.evaluate<number>(`(${compare})(${pair})`);
}
