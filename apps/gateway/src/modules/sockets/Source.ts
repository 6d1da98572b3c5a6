/** Hears what a subscription is about. */
export type SourceListener = {
  /** A result as JSON. */
  onResult(text: string): void
  /** Something is missing, and will not come any more. */
  onLost(): void
}

/** Where the results of a subscription come from. */
export type Source = { close(): void }
