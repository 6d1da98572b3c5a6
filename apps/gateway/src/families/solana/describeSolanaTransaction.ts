import { wrappedCoins } from './programs.ts'
import type { SolanaTransaction } from './solanaSchemas.ts'

/** One asset that moved for an account; `mint` undefined = SOL. */
export type SolanaMovement = {
  mint: string | undefined
  amount: bigint
  decimals: number
  direction: 'in' | 'out'
}

export type DescribedSolana = {
  operationType: 'send' | 'receive' | 'mint' | 'burn' | 'trade' | 'execute'
  movements: SolanaMovement[]
  sentFrom: string
  sentTo: string
}

/** Base units by owner of one asset: what a transaction changed. */
type Changes = Map<string, bigint>

/**
 * What a transaction was for an account, by what everyone had before and after it: whatever programs did in between. Its
 * own fee, and what it paid for the room of token accounts, are no transfers.
 */
export function describeSolanaTransaction({
  transaction: { meta, transaction },
  account,
}: {
  transaction: SolanaTransaction
  account: string
}): DescribedSolana {
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const payer = keys[0] ?? ''
  const nothing: DescribedSolana = { operationType: 'execute', movements: [], sentFrom: payer, sentTo: '' }
  if (!meta || (meta.err !== null && meta.err !== undefined)) return nothing

  const tokens = new Map<string, { decimals: number; changes: Changes }>()
  const rooms = new Set<number>()
  let rent = 0n
  for (const [rows, sign] of [
    [meta.preTokenBalances ?? [], -1n],
    [meta.postTokenBalances ?? [], 1n],
  ] as const)
    for (const { accountIndex, mint, owner, uiTokenAmount } of rows) {
      rooms.add(accountIndex)
      const { amount, decimals } = uiTokenAmount
      const token = tokens.get(mint) ?? { decimals, changes: new Map() }
      tokens.set(mint, token)
      add(token.changes, owner ?? keys[accountIndex] ?? '', sign * BigInt(amount))
      // What is wrapped lies in the room as lamports: those were moved, and pay for nothing.
      if (wrappedCoins.includes(mint)) rent -= sign * BigInt(amount)
    }

  const coins: Changes = new Map()
  for (const [index, key] of keys.entries()) {
    const change = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
    if (rooms.has(index)) rent += change
    else add(coins, key, change)
  }
  add(coins, payer, BigInt(meta.fee) + rent)

  const movements: SolanaMovement[] = []
  const lists: Changes[] = []
  function look(mint: string | undefined, decimals: number, changes: Changes): void {
    const change = changes.get(account) ?? 0n
    if (change === 0n) return
    const direction = change > 0n ? 'in' : 'out'
    movements.push({ mint, amount: change > 0n ? change : -change, decimals, direction })
    lists.push(changes)
  }
  for (const [mint, { decimals, changes }] of tokens) look(mint, decimals, changes)
  look(undefined, 9, coins)

  const out = movements.findIndex(({ direction }) => direction === 'out')
  const into = movements.findIndex(({ direction }) => direction === 'in')
  if (out >= 0 && into >= 0) return { operationType: 'trade', movements, sentFrom: account, sentTo: '' }
  if (out >= 0) {
    const sentTo = most(lists[out] as Changes, 1n)
    const isToken = movements[out]?.mint !== undefined
    const operationType = sentTo === '' ? (isToken ? 'burn' : 'execute') : 'send'
    return { operationType, movements, sentFrom: account, sentTo }
  }
  if (into >= 0) {
    const sentFrom = most(lists[into] as Changes, -1n)
    const isToken = movements[into]?.mint !== undefined
    return {
      operationType: sentFrom === '' && isToken ? 'mint' : 'receive',
      movements,
      sentFrom,
      sentTo: account,
    }
  }
  return nothing
}

function add(changes: Changes, owner: string, amount: bigint): void {
  changes.set(owner, (changes.get(owner) ?? 0n) + amount)
}

/** Who got, or gave, the most of an asset; empty if nobody did. */
function most(changes: Changes, sign: 1n | -1n): string {
  let best = ''
  let top = 0n
  for (const [owner, change] of changes)
    if (change * sign > top) {
      best = owner
      top = change * sign
    }
  return best
}
