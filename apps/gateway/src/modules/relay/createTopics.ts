import type { Fanout, Notice } from './fanout/Fanout.ts'

/** Whoever hears of a topic's messages. */
export type TopicListener = {
  onNotice(topic: string, notice: Notice): void
  /** Something may have been missed. */
  onGap(topic: string): void
}

/** Who in this process listens to which topic. */
export type Topics = {
  /** Resolves once everything announced from now on is heard. */
  join(topic: string, listener: TopicListener): Promise<void>
  leave(topic: string, listener: TopicListener): void
  readonly size: number
}

type Topic = { listeners: Set<TopicListener>; listening: Promise<void> }

/** Spreads what the fan-out hears to the connections of this process; it is asked for each topic once. */
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

  function leave(name: string, listener: TopicListener): void {
    const topic = topics.get(name)
    if (!topic?.listeners.delete(listener) || topic.listeners.size > 0) return
    topics.delete(name)
    fanout.leave(name)
  }

  return {
    async join(name, listener) {
      let topic = topics.get(name)
      if (!topic) {
        topic = { listeners: new Set(), listening: fanout.listen(name) }
        topics.set(name, topic)
      }
      topic.listeners.add(listener)
      try {
        await topic.listening
      } catch (error) {
        leave(name, listener)
        throw error
      }
    },
    leave,
    get size() {
      return topics.size
    },
  }
}
