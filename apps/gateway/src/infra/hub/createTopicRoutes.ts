import type { HubWorker } from './createHub.ts'

/** A worker, as topics see it. */
export type TopicWorker = Pick<HubWorker, 'tell'>

/** Passes messages to the workers that subscribe to their topic. */
export type TopicRoutes = {
  subscribe(worker: TopicWorker, topic: string): void
  unsubscribe(worker: TopicWorker, topic: string): void
  /** Passes a message to the other workers that subscribe to its topic. */
  publish(worker: TopicWorker, message: { topic: string }): void
  /** A worker will publish nothing more. */
  leave(worker: TopicWorker): void
  /** A worker has ended. If it has not left before, the others learn that they may miss something. */
  remove(worker: TopicWorker): void
}

/** Creates the routes of the topics of one hub, without any. */
export function createTopicRoutes(): TopicRoutes {
  const workersOf = new Map<string, Set<TopicWorker>>()
  const topicsOf = new Map<TopicWorker, Set<string>>()

  function unsubscribe(worker: TopicWorker, topic: string): void {
    topicsOf.get(worker)?.delete(topic)
    const workers = workersOf.get(topic)
    workers?.delete(worker)
    if (workers?.size === 0) workersOf.delete(topic)
  }

  function leave(worker: TopicWorker): void {
    for (const topic of topicsOf.get(worker) ?? []) unsubscribe(worker, topic)
    topicsOf.delete(worker)
  }

  return {
    subscribe(worker, topic) {
      topicsOf.set(worker, (topicsOf.get(worker) ?? new Set()).add(topic))
      workersOf.set(topic, (workersOf.get(topic) ?? new Set()).add(worker))
    },
    unsubscribe,
    publish(worker, message) {
      for (const other of workersOf.get(message.topic) ?? [])
        if (other !== worker) other.tell('topics.message', message)
    },
    leave,
    remove(worker) {
      if (!topicsOf.has(worker)) return
      leave(worker)
      // It may have stored messages without publishing them.
      for (const other of topicsOf.keys()) other.tell('topics.gap', null)
    },
  }
}
