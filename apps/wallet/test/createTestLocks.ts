type Held = { page: object; name: string }
type Waiting = Held & { grant(): void }
type Work = (lock: Lock | null) => unknown

/**
 * Creates the Web Locks of a browser partition. Each page has a manager of its own; `end` frees what it holds, as the end of a page does.
 *
 * @see https://w3c.github.io/web-locks/
 */
export function createTestLocks(): { open(): { locks: LockManager; end(): void } } {
  const held = new Set<Held>()
  const waiting: Waiting[] = []
  const isHeld = (name: string) => [...held].some((one) => one.name === name)

  function free(lock: Held): void {
    if (!held.delete(lock)) return
    const index = waiting.findIndex(({ name }) => name === lock.name)
    if (index >= 0) waiting.splice(index, 1)[0]?.grant()
  }

  return {
    open() {
      const page = {}
      let isEnded = false
      async function request(name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> {
        const work = rest.at(-1) as Work
        const { ifAvailable } = (rest.length > 1 ? rest[0] : {}) as LockOptions
        // What a page still runs in a test has no effect after its end.
        if (isEnded) return new Promise(() => {})
        if (isHeld(name) && ifAvailable) return work(null)
        const lock = { page, name }
        if (isHeld(name))
          await new Promise<void>((resolve) => {
            waiting.push({
              ...lock,
              grant() {
                held.add(lock)
                resolve()
              },
            })
          })
        else held.add(lock)
        try {
          return await work({ name, mode: 'exclusive' })
        } finally {
          free(lock)
        }
      }
      return {
        locks: { request } as unknown as LockManager,
        end() {
          isEnded = true
          for (const one of waiting.filter((other) => other.page === page))
            waiting.splice(waiting.indexOf(one), 1)
          for (const lock of [...held].filter((one) => one.page === page)) free(lock)
        },
      }
    },
  }
}
