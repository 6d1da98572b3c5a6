import type { Endpoint } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import * as z from 'zod/mini'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { readList } from '../parsing/readList.ts'
import type { Coin } from './Coin.ts'

const schema = z
  .array(
    z.object({
      txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      vout: z.int().check(z.gte(0), z.lte(0xffffffff)),
      value: z.int().check(z.gte(0)),
      status: z.optional(z.object({ confirmed: z.boolean() })),
    }),
  )
  .check(z.maxLength(10_000))

/** For more unconfirmed coins the APIs are not asked who created them. */
const maxUnconfirmed = 25

type Source = { urls: readonly string[]; customUrls?: Endpoint['customUrls']; address: string }

/**
 * Reads the unspent outputs of an address, without duplicates.
 *
 * @throws {RpcError} −32603 if the list is invalid
 */
export async function readCoins({ address, ...source }: Source): Promise<Coin[]> {
  const parsed = schema.safeParse(await requestEsplora({ ...source, path: `/address/${address}/utxo` }))
  if (!parsed.success)
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The Esplora API returned no valid list of coins for the address.',
    })
  const coins = parsed.data.map(({ txid, vout, value, status }) => ({
    txid,
    vout,
    value: BigInt(value),
    isConfirmed: status?.confirmed === true,
  }))
  return [...new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin])).values()]
}

/**
 * Reads the coins of an address that nobody else can take back: those in a block, and the change of the address' own transactions. The
 * sender of another unconfirmed payment may replace it, which would make a transaction that spends it invalid.
 */
export async function readOwnCoins(source: Source): Promise<Coin[]> {
  const coins = await readCoins(source)
  const pending = coins.filter(({ isConfirmed }) => !isConfirmed).slice(0, maxUnconfirmed)
  const created = [...new Set(pending.map(({ txid }) => txid))]
  const own = new Set<string>()
  await Promise.all(
    created.map(async (txid) => {
      if (await isSentBy({ ...source, txid }).catch(() => false)) own.add(txid)
    }),
  )
  return coins.filter(({ isConfirmed, txid }) => isConfirmed || own.has(txid))
}

async function isSentBy({ address, txid, ...source }: Source & { txid: string }): Promise<boolean> {
  const transaction = await requestEsplora({ ...source, path: `/tx/${txid}` })
  const inputs = readList(readProperty(transaction, 'vin'))
  const senders = inputs.map((input) => readProperty(readProperty(input, 'prevout'), 'scriptpubkey_address'))
  return senders.length > 0 && senders.every((sender) => sender === address)
}
