/** The operations of a client's socket that the relay uses. */
export type RelaySocket = {
  send(text: string): void
  /** Returns the number of bytes queued but not yet sent. */
  buffered(): number
  /** Starts the closing handshake with this code and reason. */
  close(code: number, reason: string): void
  /** Closes the TCP connection without a handshake. */
  terminate(): void
  /** Stops or resumes reading. */
  setPaused(paused: boolean): void
  ping(): void
}
