import { connect, type Socket } from "node:net";

/** Sends bytes over a socket and gives back all that comes until the server closes it. */
export async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  return readAll(socket);
}

/** All that comes until the other side closes; a reset is an error. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString("latin1"));
    });
    socket.on("error", reject);
  });
}
