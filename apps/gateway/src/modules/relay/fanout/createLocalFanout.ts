import type { Fanout, FanoutListener } from './Fanout.ts'

/** Fan-out of a relay that is one process. */
export function createLocalFanout(): Fanout {
  let listener: FanoutListener | undefined
  const topics = new Set<string>()
  return {
    start(given) {
      listener = given
    },
    async listen(topic) {
      topics.add(topic)
    },
    leave(topic) {
      topics.delete(topic)
    },
    async announce(notice) {
      if (topics.has(notice.topic)) listener?.onNotice(notice)
    },
    async close() {
      topics.clear()
    },
  }
}
