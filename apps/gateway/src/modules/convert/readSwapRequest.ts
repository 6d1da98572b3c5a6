import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/protocol'
import { coinSentinel } from '@portico/protocol/gateway'
import { namespaceOf, rulesOf } from '../../chains/namespaceRules.ts'
import { Problem } from '../../infra/http/Problem.ts'

/** A swap as clients request it. */
export type SwapRequest = {
  chain: CaipNetworkId
  account: string
  /** Canonical address, or `native`. */
  from: string
  to: string
  /** In base units. */
  amount: bigint
  /** In hundredths of a percent. */
  slippageBps: number
}

const defaultBps = 100
const maxBps = 5000

/**
 * Reads the parameters that quotes and transactions have in common.
 *
 * @param serves whether swaps are offered on a network
 * @throws {Problem} `invalid-request`, or `chain-not-supported`
 */
export function readSwapRequest({
  read,
  slippageBps = defaultBps,
  serves,
}: {
  read: (name: 'amount' | 'userAddress' | 'from' | 'to') => string | undefined
  slippageBps?: number | undefined
  serves: (chain: CaipNetworkId) => boolean
}): SwapRequest {
  const from = readAsset('from', read('from'))
  const to = readAsset('to', read('to'))
  const user = readAccount('userAddress', read('userAddress'))
  if (to.chain !== from.chain) refuse('to', 'Must be on the network of `from`.')
  if (user.chain !== from.chain) refuse('userAddress', 'Must be on the network of `from`.')
  if (from.address === to.address) refuse('to', 'Must be another token than `from`.')
  if (!serves(from.chain)) throw new Problem('chain-not-supported', { detail: `No swaps on ${from.chain}.` })
  const amount = readUnits('amount', read('amount'))
  if (amount === 0n) throw new Problem('swap-amount-too-small')
  if (!Number.isInteger(slippageBps) || slippageBps < 0 || slippageBps > maxBps)
    refuse('slippage', `Must be from 0 to ${maxBps / 100} percent.`)
  return { chain: from.chain, account: user.address, from: from.address, to: to.address, amount, slippageBps }
}

/** Reads a CAIP-10 account. */
export function readAccount(
  name: string,
  value: string | undefined,
): { chain: CaipNetworkId; address: string } {
  const found = readCaip(value)
  if (!found || !isAddress(found)) return refuseAddress(name)
  return found
}

/** Reads a token in CAIP-10 form; the coin is `native`. */
export function readAsset(
  name: string,
  value: string | undefined,
): { chain: CaipNetworkId; address: string } {
  const found = readCaip(value)
  if (found?.address.toLowerCase() === coinSentinel) return { chain: found.chain, address: 'native' }
  if (!found || !isAddress(found)) return refuseAddress(name)
  const { chain, address } = found
  return { chain, address: rulesOf(chain).readAddress(address) ?? address }
}

type Caip = { chain: CaipNetworkId; address: string }

function readCaip(value: string | undefined): Caip | undefined {
  if (value === undefined || !isCaipAddress(value)) return undefined
  const { namespace, reference, address } = parseCaipAddress(value)
  return { chain: `${namespace}:${reference}`, address }
}

function isAddress({ chain, address }: Caip): boolean {
  return namespaceOf(chain) !== undefined && rulesOf(chain).readAddress(address) !== undefined
}

function refuseAddress(name: string): never {
  return refuse(name, 'Must be an address in CAIP-10 form, such as eip155:1:0x….')
}

/** Reads base units from decimal text. */
export function readUnits(name: string, value: string | undefined): bigint {
  if (value === undefined || !/^\d{1,78}$/.test(value))
    return refuse(name, 'Must be a whole number of base units.')
  const units = BigInt(value)
  return units < 2n ** 256n ? units : refuse(name, 'Must be less than 2^256.')
}

/** Reads a percentage with at most two decimal places, such as `0.5`, as hundredths of a percent. */
export function readPercent(name: string, value: string): number {
  const [, whole, places = ''] =
    /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(value) ?? refuse(name, 'Must be a percentage, such as 0.5.')
  return Number(whole) * 100 + Number(places.padEnd(2, '0'))
}

function refuse(name: string, detail: string): never {
  throw new Problem('invalid-request', { detail: `${name}: ${detail}`, errors: [{ pointer: name, detail }] })
}
