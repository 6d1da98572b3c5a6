import { readProperty } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'

/** A node returns no more accounts per call. */
const perCall = 100
const maxData = 200_000

/** Enough to recognise token accounts, mints and nonces. The accounts of programs have hundreds of kilobytes. */
const start = { offset: 0, length: 166 }

/**
 * Reads the start of accounts from a node, or with `isWhole` all of their data. An account without an entry could not be read; one with the value null does not exist.
 *
 * @throws {RpcError} the node's error
 */
export async function readAccountStates({
  rpc,
  chainId,
  addresses,
  isWhole = false,
}: {
  rpc: Rpc
  chainId: string
  addresses: readonly string[]
  isWhole?: boolean | undefined
}): Promise<Map<string, SolanaAccountState | null>> {
  const distinct = [...new Set(addresses)].filter(isAddress)
  const pages = Array.from({ length: Math.ceil(distinct.length / perCall) }, (_, page) =>
    distinct.slice(page * perCall, (page + 1) * perCall),
  )
  const read = await Promise.all(
    pages.map(async (some) => {
      const config = { encoding: 'base64', commitment: 'confirmed', ...(isWhole ? {} : { dataSlice: start }) }
      const answer = await rpc(chainId, 'getMultipleAccounts', [some, config])
      return pairAccountStates(some, readProperty(answer, 'value'))
    }),
  )
  return new Map(read.flat())
}

/** Pairs addresses with the accounts of an answer, which must be in the same order. */
export function pairAccountStates(
  addresses: readonly string[],
  values: unknown,
): [string, SolanaAccountState | null][] {
  if (!Array.isArray(values) || values.length !== addresses.length) return []
  return addresses.flatMap((address, index) => {
    const state = values[index] === null ? null : toState(values[index])
    return state === undefined ? [] : [[address, state]]
  })
}

function toState(value: unknown): SolanaAccountState | undefined {
  const [lamports, program] = [readProperty(value, 'lamports'), readProperty(value, 'owner')]
  const text = readProperty(readProperty(value, 'data'), '0')
  if (typeof lamports !== 'number' || !(lamports >= 0) || typeof program !== 'string') return undefined
  if (typeof text !== 'string' || text.length > maxData) return undefined
  try {
    return { lamports: BigInt(Math.floor(lamports)), program, data: base64.decode(text) }
  } catch {
    // Not base64: nothing is known about the account.
    return undefined
  }
}

function isAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32
}
