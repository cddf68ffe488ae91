/**
 * Tells other processes that tasks have changed, so that they look at once. It is apart from the log: what it
 * loses or delays is found by polling.
 */
export interface Bell {
  /** Tells all who listen: words of ASCII between spaces, which may come to them in several texts. */
  ring(text: string): Promise<void>;
  /**
   * Calls `heard` with the texts of all processes, this one included, and `lost` once it hears no more.
   * Returns a function that ends the listening. Absent for a process that only rings.
   */
  listen?(heard: (text: string) => void, lost: () => void): Promise<() => Promise<void>>;
}
