/** Returns 128 random bits as hex, the format of message IDs and nonces of the frame protocol. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
