/** The socket of a client, as far as the relay looks at it. */
export type RelaySocket = {
  send(text: string): void
  /** Bytes that wait for the reader. */
  buffered(): number
  /** Says goodbye; the reason is for the client. */
  close(code: number, reason: string): void
  /** Cuts the line. */
  terminate(): void
  /** Stops reading, or goes on. */
  setPaused(paused: boolean): void
  ping(): void
}
