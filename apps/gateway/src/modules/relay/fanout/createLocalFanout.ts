import type { Fanout, FanoutListener } from './Fanout.ts'

/** Creates the fan-out of a relay that runs as a single process. */
export function createLocalFanout(): Fanout {
  let listener: FanoutListener | undefined
  const topics = new Set<string>()
  return {
    start(newListener) {
      listener = newListener
    },
    async subscribe(topic) {
      topics.add(topic)
    },
    unsubscribe(topic) {
      topics.delete(topic)
    },
    async publish(notice) {
      if (topics.has(notice.topic)) listener?.onNotice(notice)
    },
    async close() {
      topics.clear()
    },
  }
}
