/** Runs work one after another under a name: over all tabs of the partition where the browser has locks. */
export type Serial = <value>(name: string, work: () => Promise<value>) => Promise<value>

/**
 * Web Locks where there are any, else a queue of this page alone.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function createSerial(locks: LockManager | undefined = readLocks()): Serial {
  const queues = new Map<string, Promise<unknown>>()
  const inPage: Serial = (name, work) => {
    const before = queues.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    queues.set(name, mine)
    return mine
  }
  if (!locks) return inPage
  return async (name, work) => {
    let isOurs = false
    const run = () => {
      isOurs = true
      return work()
    }
    try {
      return (await locks.request(`wallet-${name}`, run)) as Awaited<ReturnType<typeof work>>
    } catch (error) {
      // Denied with the rest of the storage: then there are no other tabs to be in step with either.
      if (isOurs) throw error
      return inPage(name, work)
    }
  }
}

function readLocks(): LockManager | undefined {
  return globalThis.navigator?.locks
}
