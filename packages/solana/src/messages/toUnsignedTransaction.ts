/** Returns a transaction of a message, with room for the signatures: those that are missing are zero. */
export function toUnsignedTransaction(message: Uint8Array): Uint8Array {
  const signers = message[0] as number
  return Uint8Array.from([signers, ...new Uint8Array(signers * 64), ...message])
}
