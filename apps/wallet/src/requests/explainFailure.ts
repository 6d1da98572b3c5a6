import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'
import { coinFacts, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { sumSent } from './sumSent.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

/** What common errors of contracts mean. The selectors are those of ERC-6093. */
const meanings: readonly [pattern: RegExp, meaning: string][] = [
  [
    /exceeds balance|insufficient.?balance|^custom error 0xe450d38c$/i,
    'the contract says that a balance is too low',
  ],
  [
    /exceeds allowance|insufficient.?allowance|^custom error 0xfb8f41b2$/i,
    'the contract says that it may not take the tokens',
  ],
  [/expired|deadline/i, 'the contract says that its time is over'],
  [/insufficient.?output|too little received|slippage/i, 'the contract says that the price has changed'],
  [/^(execution (reverted|failed)|custom error \S+|panic: .*)$/i, 'the contract refuses it'],
]

/**
 * Returns in plain words why a transaction would fail now, if the simulation fails or the account has too few coins for the fee. Whether
 * the account has too little is read from its own balances, never from the text of a contract.
 */
export function explainFailure({
  effects,
  fee,
  facts,
  address,
}: {
  effects: readonly Effect[]
  /** Maximum fee in wei. */
  fee: bigint
  facts: TransactionFacts
  /** The account. */
  address: Hex
}): string | undefined {
  const { simulation } = facts
  const isReverted = simulation?.status === 'reverted'
  const { balance } = facts.coin
  // Nodes refuse a transaction whose fee the account may not be able to pay; a simulation does not say so.
  if (!isReverted && !(balance !== undefined && balance < fee)) return undefined
  const lacking = listLacking({ effects, fee, facts, address })
  if (lacking.length > 0) return `Not enough ${joinNames(lacking)}: it would fail now.`
  const { revertReason = '' } = simulation ?? {}
  if (!revertReason) return 'It would fail now.'
  const meaning = meanings.find(([pattern]) => pattern.test(revertReason))?.[1]
  return meaning ? `It would fail now: ${meaning}.` : `It would fail now with the error “${revertReason}”.`
}

/** The names of what the transaction needs more of than the account has. */
function listLacking({
  effects,
  fee,
  facts,
  address,
}: Parameters<typeof explainFailure>[0]): readonly string[] {
  const sent = sumSent(effects, address)
  const coins = sent.reduce((sum, asset) => (asset.kind === 'coin' ? sum + asset.amount : sum), fee)
  const isCoinLacking = facts.coin.balance !== undefined && coins > facts.coin.balance
  const tokens = sent.flatMap((asset) => {
    if (asset.kind !== 'erc20') return []
    const balance = facts.tokens.get(asset.token.toLowerCase())?.balance
    return balance !== undefined && asset.amount > balance ? [nameOf(asset.token, facts)] : []
  })
  return [...(isCoinLacking ? [coinFacts(facts).symbol] : []), ...tokens]
}
