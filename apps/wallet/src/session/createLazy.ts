/** A part that is loaded when it is first needed. */
export type Lazy<Part> = {
  /** Loads the part, once. After a failure, the next call tries again. */
  load(): Promise<Part>
  /** Runs a function with the part if it is loaded or loading; otherwise does nothing. */
  ifStarted(use: (part: Part) => void): void
}

/** Creates a lazily loaded part. */
export function createLazy<Part>(start: () => Promise<Part>): Lazy<Part> {
  let loading: Promise<Part> | undefined
  return {
    load() {
      loading ??= start().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    },
    ifStarted(use) {
      // Whoever loads the part gets its error.
      loading?.then(use, () => undefined)
    },
  }
}
