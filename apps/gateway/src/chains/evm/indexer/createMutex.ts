/** Runs functions with the same key one after another. */
export type Mutex = <Value>(key: string, run: () => Promise<Value>) => Promise<Value>

/** Creates a mutex within this process. */
export function createMutex(): Mutex {
  const tails = new Map<string, Promise<unknown>>()
  return (key, run) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(run, run)
    // The next function also runs if this one fails.
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    return result
  }
}
