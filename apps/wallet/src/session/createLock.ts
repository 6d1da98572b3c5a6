/** Runs work of the same name one after another, across all tabs of the partition where the browser has Web Locks. */
export type Lock = <value>(name: string, work: () => Promise<value>) => Promise<value>

/**
 * Creates a lock from Web Locks; without them, from a queue in this page.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function createLock(locks: LockManager | undefined = readLocks()): Lock {
  const queues = new Map<string, Promise<unknown>>()
  const lockInPage: Lock = (name, work) => {
    const previous = queues.get(name) ?? Promise.resolve()
    const run = previous.then(work, work)
    queues.set(name, run)
    return run
  }
  if (!locks) return lockInPage
  return async (name, work) => {
    let hasStarted = false
    const run = () => {
      hasStarted = true
      return work()
    }
    try {
      return (await locks.request(`wallet-${name}`, run)) as Awaited<ReturnType<typeof work>>
    } catch (error) {
      // Locks are denied together with storage, and then no other tab shares the session.
      if (hasStarted) throw error
      return lockInPage(name, work)
    }
  }
}

function readLocks(): LockManager | undefined {
  return globalThis.navigator?.locks
}
