import type { HubClient } from '../../../infra/hub/connectHub.ts'
import type { Fanout, FanoutListener, Notice } from './Fanout.ts'

/**
 * Creates a fan-out between the workers of one supervisor. If one of them is killed, the others report a gap: it may have stored
 * messages that it has not published.
 */
export function createHubFanout({ hub }: { hub: HubClient }): Fanout {
  let listener: FanoutListener | undefined
  const topics = new Set<string>()
  hub.serve('topics.message', (notice) => {
    if (topics.has(notice.topic)) listener?.onNotice(notice as Notice)
  })
  hub.serve('topics.gap', () => listener?.onGap())
  return {
    start(newListener) {
      listener = newListener
    },
    async subscribe(topic) {
      topics.add(topic)
      await hub.call('topics.subscribe', topic)
    },
    unsubscribe(topic) {
      topics.delete(topic)
      hub.tell('topics.unsubscribe', topic)
    },
    async publish(notice) {
      hub.tell('topics.publish', notice)
      if (topics.has(notice.topic)) listener?.onNotice(notice)
    },
    async close() {
      topics.clear()
      hub.tell('topics.leave', null)
    },
  }
}
