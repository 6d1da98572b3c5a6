/** Runs one after another what has the same key. */
export type Mutex = <Value>(key: string, run: () => Promise<Value>) => Promise<Value>

/** A mutex in this process. */
export function createMutex(): Mutex {
  const tails = new Map<string, Promise<unknown>>()
  return (key, run) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(run, run)
    // The next one waits for the end, not for the success.
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
