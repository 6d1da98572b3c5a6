import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'
import { coinName, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { sumSent } from './sumSent.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { transactionText } from './transactionCopy.ts'

/** What common errors of contracts mean. The selectors are those of ERC-6093. */
const meanings = [
  ['balance', /exceeds balance|insufficient.?balance|^custom error 0xe450d38c$/i],
  ['allowance', /exceeds allowance|insufficient.?allowance|^custom error 0xfb8f41b2$/i],
  ['time', /expired|deadline/i],
  ['price', /insufficient.?output|too little received|slippage/i],
  ['refused', /^(execution (reverted|failed)|custom error \S+|panic: .*)$/i],
] as const

/**
 * Returns in plain words why a transaction would fail now, if a node says so, the simulation fails or the account has too few coins for the fee. Whether
 * the account has too little is read from its own balances, never from the text of a contract.
 */
export function explainFailure({
  effects,
  fee,
  fails = false,
  facts,
  address,
}: {
  effects: readonly Effect[]
  /** Maximum fee in wei. */
  fee: bigint
  /** Whether a node says that it would fail. Nobody knows its fee then. */
  fails?: boolean | undefined
  facts: TransactionFacts
  /** The account. */
  address: Hex
}): string | undefined {
  const { simulation } = facts
  const isReverted = simulation?.status === 'reverted'
  const { balance } = facts.coin
  // Nodes refuse a transaction whose fee the account may not be able to pay; a simulation does not say so.
  if (!fails && !isReverted && !(balance !== undefined && balance < fee)) return undefined
  const lacking = listLacking({ effects, fee: fails ? 0n : fee, facts, address })
  if (lacking.length > 0)
    return transactionText('transaction.failures.lacking', { names: joinNames(lacking) })
  const { revertReason = '' } = simulation ?? {}
  if (!revertReason) return transactionText('transaction.failures.none')
  const meaning = meanings.find(([, pattern]) => pattern.test(revertReason))?.[0] ?? 'other'
  return transactionText(`transaction.failures.${meaning}`, { error: revertReason })
}

/** The names of what the transaction needs more of than the account has. */
function listLacking({
  effects,
  fee,
  facts,
  address,
}: Omit<Parameters<typeof explainFailure>[0], 'fails'>): readonly string[] {
  const sent = sumSent(effects, address)
  const coins = sent.reduce((sum, asset) => (asset.kind === 'coin' ? sum + asset.amount : sum), fee)
  const isCoinLacking = facts.coin.balance !== undefined && coins > facts.coin.balance
  const tokens = sent.flatMap((asset) => {
    if (asset.kind !== 'erc20') return []
    const balance = facts.tokens.get(asset.token.toLowerCase())?.balance
    return balance !== undefined && asset.amount > balance ? [nameOf(asset.token, facts)] : []
  })
  return [...(isCoinLacking ? [coinName(facts)] : []), ...tokens]
}
