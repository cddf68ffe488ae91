import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Makes texts unreadable and unforgeable, so that an address can carry what belongs to it. */
export class Seal {
  readonly #key: Buffer;

  constructor(secret: string = randomBytes(32).toString("base64url")) {
    if (secret.length < 32) throw new TypeError("secret: expected at least 32 characters");
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "a2agen gateway webhooks", 32));
  }

  /** In base64url. */
  close(text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** Undefined for what was not sealed with this secret. */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length <= nonceBytes + tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const start = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([start, decipher.final()]).toString("utf8");
    } catch {
      // The tag does not fit.
      return undefined;
    }
  }
}
