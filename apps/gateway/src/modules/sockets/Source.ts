/** Receives the results of a subscription. */
export type SourceListener = {
  /** Called with each result as JSON text. */
  onResult(text: string): void
  /** Called when results were lost for good. */
  onLost(): void
}

/** The source of a subscription's results. */
export type Source = { close(): void }
