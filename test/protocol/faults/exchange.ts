import { connect } from "node:net";

/** Sends bytes to a server and resolves with everything that it says until it closes the connection. */
export function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (piece: string) => {
      answer += piece;
    });
    // A server that refuses what it is sent may close before it has read everything.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    socket.write(text, "latin1");
  });
}

/** The statuses of the answers in a text, one after the other. */
export function statusesOf(answer: string): readonly number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
