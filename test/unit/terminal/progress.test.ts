import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startProgress } from "../../../packages/terminal/src/progress.ts";

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function draw(isShownAtOnce: boolean): { readonly texts: string[]; readonly stop: () => void } {
    const texts: string[] = [];
    const write = (text: string): void => void texts.push(text);
    return { texts, stop: startProgress("packing", performance.now(), { write, isShownAtOnce }) };
  }

  test("draws one line again and again, with the seconds, and removes it", () => {
    const { texts, stop } = draw(false);
    vi.advanceTimersByTime(1_050);
    stop();
    expect(texts).toEqual([
      ...["⠋", "⠙", "⠹", "⠸", "⠼", "⠴"].map((frame) => `\r\u001b[2K${frame} packing`),
      "\r\u001b[2K⠦ packing 1 s",
      "\r\u001b[2K",
    ]);
  });

  test("draws nothing for work that is done at once", () => {
    const { texts, stop } = draw(false);
    stop();
    expect(texts).toEqual([]);
  });

  test("is there before work that does not let timers run", () => {
    const { texts, stop } = draw(true);
    stop();
    expect(texts).toEqual(["\r\u001b[2K⠋ packing", "\r\u001b[2K"]);
  });
});
