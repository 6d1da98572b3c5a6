import type { AskContext } from '../Ask.ts'
import { isOfNetwork } from './isOfNetwork.ts'
import { knownTokens } from './knownTokens.ts'
import { readAccountStates } from './readAccountStates.ts'
import { readMintDecimals } from './readMintDecimals.ts'
import { readSolanaPart } from './readSolanaPart.ts'
import { coinKey, readSolanaPrices } from './readSolanaPrices.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import type { SolanaTransaction } from './SolanaTransaction.ts'
import { simulateTransaction } from './simulateTransaction.ts'
import { readSolanaRecipients } from './solanaRecipients.ts'

type States = Map<string, SolanaAccountState | null>

/** Reads what is known about transactions: their accounts and tokens, prices, and what a simulation says. */
export async function readSolanaFacts({
  transactions,
  own,
  chainId,
  context: { rpc, gateway, store },
}: {
  transactions: readonly SolanaTransaction[]
  /** The account. */
  own: string
  chainId: string
  context: Pick<AskContext, 'rpc' | 'gateway' | 'store'>
}): Promise<{ parts: SolanaPart[]; facts: SolanaFacts }> {
  // A node that does not answer leaves more unknown, which raises the risk; the request can continue.
  const read = (addresses: readonly string[], isWhole?: boolean): Promise<States> =>
    readAccountStates({ rpc, chainId, addresses, isWhole }).catch(() => new Map())
  const tables = await read(
    transactions.flatMap(({ message }) => message.lookups.map(({ table }) => table)),
    true,
  )
  const listed = transactions.map((one) => readSolanaPart(one, { own, states: tables }).resolved)
  const [states, prices, recipients, ofNetwork] = await Promise.all([
    read([own, ...listed.flatMap(({ accounts }) => accounts)]),
    readSolanaPrices({ gateway, chainId, address: own }),
    readSolanaRecipients(store),
    Promise.all(transactions.map(({ message }) => isOfNetwork(message, { rpc, chainId }))),
  ])
  const all = new Map([...tables, ...states])
  const parts = transactions.map((one) => readSolanaPart(one, { own, states: all }))
  const outcomes = await Promise.all(
    parts.map(({ transaction: { wire }, resolved: { writable } }) =>
      simulateTransaction({ rpc, chainId, wire, own, writable, before: all }),
    ),
  )
  const mints = new Set([
    ...[...all.values()].flatMap((state) => readTokenAccount(state)?.mint ?? []),
    ...parts.flatMap(({ effects }) =>
      effects.flatMap((one) => ('asset' in one && 'mint' in one.asset ? (one.asset.mint ?? []) : [])),
    ),
    ...outcomes.flatMap((outcome) => (outcome?.status === 'success' ? [...outcome.tokensOut.keys()] : [])),
  ])
  const missing = await read([...mints].filter((mint) => !all.has(mint)))
  const tokens = [...mints].map((mint) => {
    const about = prices.get(mint)
    const known = Object.hasOwn(knownTokens, mint) ? knownTokens[mint] : undefined
    const decimals = known?.decimals ?? readMintDecimals(all.get(mint) ?? missing.get(mint))
    // A price is for a whole token, so it means nothing if the decimals are in doubt.
    const price = about?.decimals === decimals ? about?.price : undefined
    return [mint, { symbol: about?.symbol, decimals, price }] as const
  })
  return {
    parts,
    facts: {
      coin: { price: prices.get(coinKey)?.price, balance: balanceOf(all, own) },
      tokens: new Map(tokens),
      states: all,
      outcomes,
      recipients,
      isOfNetwork: ofNetwork.every(Boolean),
    },
  }
}

/** An account that does not exist has nothing; one that could not be read has an unknown balance. */
function balanceOf(states: States, own: string): bigint | undefined {
  const state = states.get(own)
  return state === null ? 0n : state?.lamports
}
