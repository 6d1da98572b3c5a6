import type { Fanout, Notice } from './fanout/Fanout.ts'

/** Receives the messages of a topic. */
export type TopicListener = {
  onNotice(topic: string, notice: Notice): void
  /** Called when messages may have been missed. */
  onGap(topic: string): void
}

/** The topic subscriptions of this process. */
export type Topics = {
  /** Resolves once the listener receives everything that is published from now on. */
  subscribe(topic: string, listener: TopicListener): Promise<void>
  unsubscribe(topic: string, listener: TopicListener): void
  /** Whether a connection of this process is subscribed to the topic. */
  has(topic: string): boolean
  readonly size: number
}

type Topic = { listeners: Set<TopicListener>; subscribed: Promise<void> }

/**
 * Distributes messages from the fan-out to the connections of this process. Each topic has one fan-out subscription.
 */
export function createTopics({ fanout }: { fanout: Fanout }): Topics {
  const topics = new Map<string, Topic>()

  fanout.start({
    onNotice(notice) {
      for (const listener of topics.get(notice.topic)?.listeners ?? [])
        listener.onNotice(notice.topic, notice)
    },
    onGap(name) {
      const names = name === undefined ? [...topics.keys()] : [name]
      for (const name of names) for (const listener of topics.get(name)?.listeners ?? []) listener.onGap(name)
    },
  })

  function unsubscribe(name: string, listener: TopicListener): void {
    const topic = topics.get(name)
    if (!topic?.listeners.delete(listener) || topic.listeners.size > 0) return
    topics.delete(name)
    fanout.unsubscribe(name)
  }

  return {
    async subscribe(name, listener) {
      let topic = topics.get(name)
      if (!topic) {
        topic = { listeners: new Set(), subscribed: fanout.subscribe(name) }
        topics.set(name, topic)
      }
      topic.listeners.add(listener)
      try {
        await topic.subscribed
      } catch (error) {
        unsubscribe(name, listener)
        throw error
      }
    },
    unsubscribe,
    has: (name) => topics.has(name),
    get size() {
      return topics.size
    },
  }
}
