import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { type Block, encodeBlock, encodeHeader } from '../bitcoin/chain/Block.ts'
import { scriptOf } from '../bitcoin/chain/describeScript.ts'
import type { BitcoinEngine } from '../bitcoin/engine/BitcoinEngine.ts'
import type { HttpAnswer, HttpRequest } from '../http/serveHttp.ts'
import { JsonRpcError } from '../jsonRpc/JsonRpcError.ts'
import { type ChainIndex, createIndex, type IndexedTransaction } from './createIndex.ts'
import { describeBlock, describeStatus, describeTransaction, feeOf } from './describe.ts'

const pageSize = 25
const maxWaiting = 50
const blocksPerPage = 10
/** Confirmation targets of the fee estimates, in blocks. */
const targets = [1, 2, 3, 4, 5, 6, 10, 25, 144, 504, 1008]

class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Handler = (index: ChainIndex, ...parts: string[]) => unknown

const text = (body: string): HttpAnswer => ({ body })

/**
 * Creates the Esplora HTTP API over a node's JSON-RPC, with mempool.space's fee route.
 *
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function createEsplora({
  call,
  chain,
}: Pick<BitcoinEngine, 'call' | 'chain'>): (request: HttpRequest) => Promise<HttpAnswer> {
  const { sync } = createIndex({ call, chain })

  const estimate = async (target: number): Promise<number> => {
    const { feerate } = await call<{ feerate?: number }>('estimatesmartfee', target)
    // Core has no estimate without enough data; use the minimum relay fee.
    return feerate === undefined ? 1 : Math.max(1, Math.round(feerate * 1e8) / 1_000)
  }

  const routes: [pattern: RegExp, handler: Handler][] = [
    [/^\/blocks\/tip\/height$/, ({ blocks }) => text(String(blocks.length - 1))],
    [/^\/blocks\/tip\/hash$/, ({ blocks }) => text(blocks.at(-1)?.hash ?? '')],
    [
      /^\/blocks(?:\/(\d+))?$/,
      (index, from) => {
        const newest = Math.min(from ? Number(from) : Number.MAX_SAFE_INTEGER, index.blocks.length - 1)
        const page = index.blocks.slice(Math.max(0, newest - blocksPerPage + 1), newest + 1)
        return page.reverse().map((block) => describeBlock(block, index))
      },
    ],
    [
      /^\/block-height\/(\d+)$/,
      ({ blocks }, height) => {
        const block = blocks[Number(height)]
        if (!block) throw new HttpError(404, 'Block not found')
        return text(block.hash)
      },
    ],
    [/^\/block\/([^/]+)$/, (index, hash) => describeBlock(findBlock(index, hash), index)],
    [
      /^\/block\/([^/]+)\/status$/,
      (index, hash) => {
        const block = index.blocks.find((one) => one.hash === hash)
        if (!block) return { in_best_chain: false }
        return {
          in_best_chain: true,
          height: block.height,
          next_best: index.blocks[block.height + 1]?.hash ?? null,
        }
      },
    ],
    [/^\/block\/([^/]+)\/header$/, (index, hash) => text(hex.encode(encodeHeader(findBlock(index, hash))))],
    [/^\/block\/([^/]+)\/raw$/, (index, hash) => bytes(encodeBlock(findBlock(index, hash)))],
    [
      /^\/block\/([^/]+)\/txids$/,
      (index, hash) => findBlock(index, hash).transactions.map(({ txid }) => txid),
    ],
    [
      /^\/block\/([^/]+)\/txs(?:\/(\d+))?$/,
      (index, hash, start = '0') => {
        const block = findBlock(index, hash)
        if (Number(start) % pageSize > 0)
          throw new HttpError(400, `start index must be a multipication of ${pageSize}`)
        return block.transactions
          .slice(Number(start), Number(start) + pageSize)
          .map((transaction) => describeTransaction({ transaction, block }, index))
      },
    ],
    [/^\/tx\/([^/]+)$/, (index, txid) => describeTransaction(findTransaction(index, txid), index)],
    [/^\/tx\/([^/]+)\/status$/, (index, txid) => describeStatus(index.find(txid ?? '')?.block)],
    [/^\/tx\/([^/]+)\/hex$/, (index, txid) => text(hex.encode(findTransaction(index, txid).transaction.raw))],
    [/^\/tx\/([^/]+)\/raw$/, (index, txid) => bytes(findTransaction(index, txid).transaction.raw)],
    [
      /^\/tx\/([^/]+)\/outspends$/,
      (index, txid) =>
        findTransaction(index, txid).transaction.outputs.map((_output, vout) =>
          outspend(index, `${txid}:${vout}`),
        ),
    ],
    [
      /^\/tx\/([^/]+)\/outspend\/(\d+)$/,
      (index, txid, vout) => {
        findTransaction(index, txid)
        return outspend(index, `${txid}:${vout}`)
      },
    ],
    ...scriptRoutes(),
    [
      /^\/fee-estimates$/,
      async () =>
        Object.fromEntries(
          await Promise.all(targets.map(async (target) => [target, await estimate(target)])),
        ),
    ],
    [
      /^\/v1\/fees\/recommended$/,
      async () => {
        const [fastestFee, halfHourFee, hourFee, economyFee] = await Promise.all([1, 3, 6, 144].map(estimate))
        return { fastestFee, halfHourFee, hourFee, economyFee, minimumFee: 1 }
      },
    ],
    [
      /^\/mempool$/,
      (index) => {
        const waiting = [...index.mempool.values()]
        const fees = waiting.map((one) => ({ vsize: one.vsize, fee: feeOf(one, index) }))
        return {
          count: waiting.length,
          vsize: fees.reduce((sum, one) => sum + one.vsize, 0),
          total_fee: fees.reduce((sum, one) => sum + one.fee, 0),
          fee_histogram: fees
            .map(({ vsize, fee }) => [fee / vsize, vsize])
            .sort(([one = 0], [other = 0]) => other - one),
        }
      },
    ],
    [/^\/mempool\/txids$/, ({ mempool }) => [...mempool.keys()]],
    [
      /^\/mempool\/recent$/,
      (index) =>
        [...index.mempool.values()]
          .reverse()
          .slice(0, 10)
          .map((one) => ({
            txid: one.txid,
            fee: feeOf(one, index),
            vsize: one.vsize,
            value: Number(one.outputs.reduce((sum, { amount }) => sum + amount, 0n)),
          })),
    ],
  ]

  const broadcast = async (raw: string): Promise<HttpAnswer> => {
    try {
      return text(await call<string>('sendrawtransaction', raw.trim()))
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error
      const { code, message } = error
      return { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}` }
    }
  }

  return async ({ method, url, body }) => {
    const path = decodePath(url.pathname)
    if (method === 'POST' && path === '/tx') return broadcast(body)
    for (const [pattern, handler] of routes) {
      const match = pattern.exec(path)
      if (!match) continue
      if (method !== 'GET') return { status: 405, body: 'Method not allowed' }
      try {
        const answer = await handler(await sync(), ...match.slice(1))
        if (isAnswer(answer)) return answer
        return { type: 'application/json', body: JSON.stringify(answer) }
      } catch (error) {
        if (error instanceof HttpError) return { status: error.status, body: error.message }
        throw error
      }
    }
    return { status: 404, body: 'endpoint does not exist' }
  }
}

/** Routes of an address, which are also available for a script hash. */
function scriptRoutes(): [RegExp, Handler][] {
  const route = (
    tail: string,
    handler: (index: ChainIndex, script: Uint8Array, last?: string) => unknown,
  ): [RegExp, Handler] => [
    new RegExp(`^/(address|scripthash)/([^/]+)${tail}$`),
    (index, kind = '', text = '', last?: string) =>
      handler(index, kind === 'address' ? addressScript(index, text) : hashedScript(index, text), last),
  ]
  const newestFirst = (list: IndexedTransaction[]): IndexedTransaction[] => list.toReversed()
  const write = (list: IndexedTransaction[], index: ChainIndex): object[] =>
    list.map((one) => describeTransaction(one, index))

  return [
    [
      /^\/(address|scripthash)\/([^/]+)$/,
      (index, kind = '', text = '') => {
        const script = kind === 'address' ? addressScript(index, text) : hashedScript(index, text)
        const { confirmed, waiting } = index.history(script)
        return {
          [kind]: text,
          chain_stats: stats(confirmed, script, index),
          mempool_stats: stats(waiting, script, index),
        }
      },
    ],
    route('/txs', (index, script) => {
      const { confirmed, waiting } = index.history(script)
      const list = [
        ...newestFirst(waiting).slice(0, maxWaiting),
        ...newestFirst(confirmed).slice(0, pageSize),
      ]
      return write(list, index)
    }),
    route('/txs/mempool', (index, script) =>
      write(newestFirst(index.history(script).waiting).slice(0, maxWaiting), index),
    ),
    route('/txs/chain(?:/([0-9a-f]{64}))?', (index, script, last) => {
      const list = newestFirst(index.history(script).confirmed)
      const from = last ? list.findIndex(({ transaction }) => transaction.txid === last) + 1 : 0
      if (last && from === 0) throw new HttpError(404, 'Transaction not found')
      return write(list.slice(from, from + pageSize), index)
    }),
    route('/utxo', (index, script) => {
      const scriptHex = hex.encode(script)
      const { confirmed, waiting } = index.history(script)
      return [...confirmed, ...waiting].flatMap(({ transaction, block }) =>
        transaction.outputs.flatMap(({ script: outputScript, amount }, vout) =>
          hex.encode(outputScript) === scriptHex && !index.spender(`${transaction.txid}:${vout}`)
            ? [{ txid: transaction.txid, vout, status: describeStatus(block), value: Number(amount) }]
            : [],
        ),
      )
    }),
  ]
}

function stats(list: IndexedTransaction[], script: Uint8Array, index: ChainIndex): object {
  const scriptHex = hex.encode(script)
  const isOwn = (output: { script: Uint8Array } | undefined): boolean =>
    output !== undefined && hex.encode(output.script) === scriptHex
  const funded = list.flatMap(({ transaction }) => transaction.outputs.filter(isOwn))
  const spent = list.flatMap(({ transaction }) =>
    transaction.inputs.map(index.prevout).filter((output) => output !== undefined && isOwn(output)),
  )
  const sum = (outputs: ({ amount: bigint } | undefined)[]): number =>
    Number(outputs.reduce((total, output) => total + (output?.amount ?? 0n), 0n))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: list.length,
  }
}

function outspend(index: ChainIndex, outpoint: string): object {
  const spender = index.spender(outpoint)
  if (!spender) return { spent: false }
  return { spent: true, ...spender, status: describeStatus(index.find(spender.txid)?.block) }
}

function findBlock({ blocks }: ChainIndex, hash = ''): Block {
  const block = blocks.find((one) => one.hash === hash)
  if (!block) throw new HttpError(404, 'Block not found')
  return block
}

function findTransaction(index: ChainIndex, txid = ''): IndexedTransaction {
  if (!/^[0-9a-f]{64}$/.test(txid)) throw new HttpError(400, 'Invalid hex string')
  const found = index.find(txid)
  if (!found) throw new HttpError(404, 'Transaction not found')
  return found
}

function addressScript({ chain }: ChainIndex, address: string): Uint8Array {
  try {
    return scriptOf(address, chain)
  } catch {
    throw new HttpError(400, 'Invalid Bitcoin address')
  }
}

/** Returns the script with this hash if it is on the chain, otherwise an unused script. */
function hashedScript(index: ChainIndex, hash: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new HttpError(400, 'Invalid hex string')
  const waiting = [...index.mempool.values()]
  for (const { outputs } of [...index.blocks.flatMap(({ transactions }) => transactions), ...waiting]) {
    for (const { script } of outputs) if (hex.encode(sha256(script)) === hash) return script
  }
  return new Uint8Array()
}

function bytes(body: Uint8Array): HttpAnswer {
  return { type: 'application/octet-stream', body }
}

function isAnswer(value: unknown): value is HttpAnswer {
  return typeof value === 'object' && value !== null && 'body' in value
}

function decodePath(path: string): string {
  try {
    // The prefix `/api` of public servers is accepted too.
    return decodeURIComponent(path)
      .replace(/^\/api(?=\/)/, '')
      .replace(/(?<=.)\/$/, '')
  } catch {
    return '/' // not an address of anything
  }
}
