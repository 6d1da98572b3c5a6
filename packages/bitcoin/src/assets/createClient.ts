import type { Endpoint, RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { esploraUrls } from '../esplora/esploraUrls.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'

/**
 * Creates an RPC client that maps Bitcoin Core methods to an Esplora API: `getblockcount`, `getbestblockhash`,
 * `getblockhash`, `getrawtransaction` (hex), `estimatesmartfee` (BTC per 1000 virtual bytes) and `sendrawtransaction`.
 *
 * @throws {RpcError} from `request`: 4200 for other methods, −32602 for invalid parameters, −32603 if every API fails.
 */
export function createClient({ network, urls, customUrls }: Endpoint): RpcClient {
  const fetchPath = (path: string, body?: string) =>
    requestEsplora({ urls: esploraUrls({ network, urls }), customUrls, path, body })
  return {
    async request({ method, params }) {
      const list: unknown[] = Array.isArray(params) ? params : []
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: `Esplora APIs do not support ${method}.`,
          metaMessages: [`Methods: ${Object.keys(methods).join(', ')}`],
        })
      }
      return run(fetchPath, list)
    },
  }
}

type FetchPath = (path: string, body?: string) => Promise<unknown>

const methods: Readonly<
  Record<string, ((fetchPath: FetchPath, params: unknown[]) => Promise<unknown>) | undefined>
> = {
  getblockcount: (fetchPath) => fetchPath('/blocks/tip/height'),
  getbestblockhash: (fetchPath) => fetchPath('/blocks/tip/hash'),
  getblockhash: (fetchPath, [height]) =>
    fetchPath(`/block-height/${check(height, /^\d{1,9}$/, 'a block height')}`),
  getrawtransaction: (fetchPath, [id]) =>
    fetchPath(`/tx/${check(id, /^[0-9a-f]{64}$/, 'a transaction ID')}/hex`),
  sendrawtransaction: (fetchPath, [raw]) =>
    fetchPath('/tx', check(raw, /^([0-9a-f]{2}){10,400000}$/, 'a transaction in hex')),
  async estimatesmartfee(fetchPath, [target = 6]) {
    const blocks = Number(check(target, /^\d{1,4}$/, 'a number of blocks'))
    const rates = await fetchPath('/fee-estimates')
    const candidates = Object.entries((rates ?? {}) as Record<string, unknown>)
      .filter(([within, rate]) => Number(within) <= blocks && typeof rate === 'number')
      .toSorted(([a], [b]) => Number(b) - Number(a))
    const rate = candidates[0]?.[1]
    // Bitcoin Core returns BTC per 1000 virtual bytes.
    return typeof rate === 'number'
      ? { feerate: (rate * 1000) / 1e8, blocks: Number(candidates[0]?.[0]) }
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
