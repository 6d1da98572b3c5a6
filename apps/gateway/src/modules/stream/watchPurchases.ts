import type { OnrampStatus, StreamEvent } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Publish } from './StreamMessage.ts'

/** The state of a purchase. */
type Purchase = { status: OnrampStatus; hash: string | null }

/** Where the state of purchases comes from. */
export type Purchases = {
  /** Returns the state of a purchase; undefined if there is none. */
  statusOf(session: string): Promise<Purchase | undefined>
  /** Calls a listener with every purchase whose state this process has changed. */
  onChange(listener: (purchase: Purchase & { id: string }) => void): void
}

/**
 * Publishes every change of a purchase that this process makes, whether or not somebody subscribes to it here: the subscriber may be
 * connected to another process.
 */
export function watchPurchases({
  purchases,
  publish,
  log,
}: {
  purchases: Purchases
  publish: Publish
  log: Log
}): { snapshot(topic: { name: string; session: string }): Promise<StreamEvent<'snapshot'>> } {
  purchases.onChange(({ id, status, hash }) => {
    const topic = `onramp:${id}`
    publish({
      event: 'onramp.status',
      data: { topic, status, hash },
      key: `${topic}|${status}|${hash}`,
    }).catch((error) => log.warn({ error }, 'a message could not be published on the bus'))
  })
  return {
    async snapshot({ name, session }) {
      const purchase = await purchases.statusOf(session)
      return { topic: name, ...(purchase ? { purchase } : {}) }
    },
  }
}
