import type { Endpoint, RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { askFirst } from '../esplora/askEsplora.ts'
import { esploraUrls } from '../esplora/esploraUrls.ts'

/**
 * The Bitcoin methods that an Esplora API can answer: `getblockcount`, `getbestblockhash`, `getblockhash`,
 * `getrawtransaction` (hex), `estimatesmartfee` (BTC for 1000 virtual bytes) and `sendrawtransaction`.
 *
 * @throws {RpcError} from `request`: 4200 for other methods, −32602 for parameters that are none, −32603 where no API
 * answered.
 */
export function createClient({ network, urls }: Endpoint): RpcClient {
  const ask = (path: string, body?: string) => askFirst({ urls: esploraUrls({ network, urls }), path, body })
  return {
    async request({ method, params }) {
      const list: unknown[] = Array.isArray(params) ? params : []
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: `The Esplora API of a Bitcoin network cannot answer ${method}.`,
          metaMessages: [`Methods: ${Object.keys(methods).join(', ')}`],
        })
      }
      return run(ask, list)
    },
  }
}

type Ask = (path: string, body?: string) => Promise<unknown>

const methods: Readonly<Record<string, ((ask: Ask, params: unknown[]) => Promise<unknown>) | undefined>> = {
  getblockcount: (ask) => ask('/blocks/tip/height'),
  getbestblockhash: (ask) => ask('/blocks/tip/hash'),
  getblockhash: (ask, [height]) => ask(`/block-height/${check(height, /^\d{1,9}$/, 'a height')}`),
  getrawtransaction: (ask, [id]) => ask(`/tx/${check(id, /^[0-9a-f]{64}$/, 'the id of a transaction')}/hex`),
  sendrawtransaction: (ask, [raw]) =>
    ask('/tx', check(raw, /^([0-9a-f]{2}){10,400000}$/, 'a transaction in hex')),
  async estimatesmartfee(ask, [target = 6]) {
    const blocks = Number(check(target, /^\d{1,4}$/, 'a number of blocks'))
    const rates = await ask('/fee-estimates')
    const known = Object.entries((rates ?? {}) as Record<string, unknown>)
      .filter(([within, rate]) => Number(within) <= blocks && typeof rate === 'number')
      .toSorted(([a], [b]) => Number(b) - Number(a))
    const rate = known[0]?.[1]
    // As the node does, in BTC for 1000 virtual bytes.
    return typeof rate === 'number'
      ? { feerate: (rate * 1000) / 1e8, blocks: Number(known[0]?.[0]) }
      : { errors: ['Insufficient data or no feerate found'], blocks }
  },
}

function check(value: unknown, shape: RegExp, what: string): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && shape.test(text)) return text
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: `The first parameter must be ${what}.`,
  })
}
