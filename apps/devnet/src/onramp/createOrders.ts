import { createHmac, randomBytes } from 'node:crypto'
import { localOnramp } from './localOnramp.ts'
import type { Order, OrderAction } from './Order.ts'
import type { PayOrder } from './pay/PayOrder.ts'

/** The purchases at the local provider. */
export interface Orders {
  add(order: Omit<Order, 'id' | 'status' | 'hash'>): Order
  get(id: string): Order | undefined
  /** Newest first. */
  list(): Order[]
  /**
   * Does what the buyer chose, pays on the network, and reports to the gateway. Nothing happens to an order that has ended.
   *
   * @returns the order as it is afterwards; undefined if there is none
   */
  act(id: string, action: OrderAction): Promise<Order | undefined>
}

const maxOrders = 200

/**
 * Creates the purchases, which are kept in memory.
 *
 * @param webhookUrl where the gateway takes webhooks
 * @param pay pays on the network; if it fails, the order fails
 */
export function createOrders({
  webhookUrl,
  pay,
  now,
  log,
}: {
  webhookUrl: string
  pay: PayOrder
  now: () => number
  log: (line: string) => void
}): Orders {
  const orders = new Map<string, Order>()

  async function report({ reference, wallet, hash, status }: Order): Promise<void> {
    const body = JSON.stringify({ id: randomBytes(16).toString('hex'), reference, status, hash, wallet })
    const seconds = Math.floor(now() / 1000)
    const signature = createHmac('sha256', localOnramp.secret).update(`${seconds}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'play-signature': `t=${seconds},s=${signature}` }
    try {
      const options = { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }
      const response = await fetch(webhookUrl, options)
      if (!response.ok) log(`The gateway answered a webhook with status ${response.status}.`)
    } catch (error) {
      log(`A webhook did not reach the gateway at ${webhookUrl}: ${(error as Error).message}`)
    }
  }

  async function set(id: string, change: Partial<Order>): Promise<Order> {
    const order = { ...(orders.get(id) as Order), ...change }
    orders.set(id, order)
    if (order.status !== 'hanging') await report(order)
    return order
  }

  return {
    add(fields) {
      const order: Order = { ...fields, id: randomBytes(16).toString('hex'), status: 'open', hash: null }
      orders.set(order.id, order)
      const [oldest] = orders.keys()
      if (orders.size > maxOrders && oldest !== undefined) orders.delete(oldest)
      return order
    },
    get: (id) => orders.get(id),
    list: () => [...orders.values()].reverse(),
    async act(id, action) {
      const order = orders.get(id)
      if (!order || (order.status !== 'open' && order.status !== 'hanging')) return order
      switch (action) {
        case 'hang':
          return set(id, { status: 'hanging' })
        case 'decline':
          return set(id, { status: 'failed' })
        case 'expire':
          return set(id, { status: 'expired' })
        case 'pay':
          await set(id, { status: 'working' })
          try {
            return await set(id, { status: 'paid', hash: await pay(order) })
          } catch (error) {
            log(`An order could not be paid: ${(error as Error).message}`)
            return set(id, { status: 'failed' })
          }
      }
    },
  }
}
