import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { createOnrampListener } from './createOnrampListener.ts'
import { createOrders, type Orders } from './createOrders.ts'
import { localOnramp } from './localOnramp.ts'
import { createPayOrder } from './pay/createPayOrder.ts'
import type { PayerUrls } from './pay/PayOrder.ts'

/** The local provider that sells for play money, for development. */
export interface OnrampServer {
  url: string
  orders: Orders
  close(): Promise<void>
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
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { portVariable: variable } = localOnramp
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new PortTakenError({ chain: 'the play-money provider', host, port, variable }) : error)
    })
    server.listen(port, host, resolve)
  })
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${(server.address() as AddressInfo).port}`
  const webhookUrl = `${gatewayUrl}/v1/onramp/webhooks/play`
  const orders = createOrders({ webhookUrl, pay: createPayOrder(nodes), now, log })
  server.on('request', createOnrampListener({ url, orders }))
  return {
    url,
    orders,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
