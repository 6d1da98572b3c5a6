import { type PageServer, servePages } from '../http/servePages.ts'
import { answerOnramp } from './answerOnramp.ts'
import { createOrders, type Orders } from './createOrders.ts'
import { localOnramp } from './localOnramp.ts'
import { createPayOrder } from './pay/createPayOrder.ts'
import type { PayerUrls } from './pay/PayOrder.ts'

/** The local provider that sells for play money, for development. */
export interface OnrampServer extends PageServer {
  orders: Orders
}

export interface CreateOnrampServerParameters {
  /** 0 selects a free port. */
  port: number
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /** URL of the gateway that takes the webhooks. */
  gatewayUrl: string
  /** The local nodes that pay. */
  nodes: PayerUrls
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined
  log?: ((line: string) => void) | undefined
}

/**
 * Starts the local provider: quotes, a page with the buttons Pay, Decline and Hang, and signed webhooks. Pay sends the coins on the
 * local network. Nothing is kept after it is closed.
 *
 * @throws {PortTakenError}
 */
export async function createOnrampServer({
  port,
  host = '127.0.0.1',
  gatewayUrl,
  nodes,
  now = Date.now,
  log = () => {},
}: CreateOnrampServerParameters): Promise<OnrampServer> {
  const webhookUrl = `${gatewayUrl}/v1/onramp/webhooks/play`
  const orders = createOrders({ webhookUrl, pay: createPayOrder(nodes), now, log })
  const server = await servePages({
    ...{ host, port, name: 'the play-money provider', variable: localOnramp.portVariable },
    referrerPolicy: 'no-referrer',
    createAnswer: (url) => answerOnramp({ url, orders }),
  })
  return { ...server, orders }
}
