/**
 * Notifies other processes of changed tasks, so that they read the log at once. It is apart from the log:
 * polling finds what it loses or delays.
 */
export interface ChangeNotifier {
  /** Notifies all listeners: words of ASCII between spaces, which may reach them in several texts. */
  notify(text: string): Promise<void>;
  /**
   * Calls `heard` with the texts of all processes, this one included, and `lost` once it hears no more.
   * Returns a function that stops listening. Absent for a process that only sends.
   */
  listen?(heard: (text: string) => void, lost: () => void): Promise<() => Promise<void>>;
}
