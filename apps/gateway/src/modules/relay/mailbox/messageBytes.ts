/** Returns the number of bytes that a message takes from the mailbox's budgets. */
export function messageBytes({
  message,
  attestation,
}: {
  message: string
  attestation: string | undefined
}): number {
  return Buffer.byteLength(message) + (attestation === undefined ? 0 : Buffer.byteLength(attestation))
}
