import { wrappedCoins } from './programs.ts'
import type { SolanaTransaction } from './solanaSchemas.ts'

/** A change of one asset for an account; `mint` undefined = SOL. */
export type SolanaMovement = {
  mint: string | undefined
  amount: bigint
  decimals: number
  direction: 'in' | 'out'
}

/** What a transaction meant for an account. */
export type SolanaDescription = {
  operationType: 'send' | 'receive' | 'mint' | 'burn' | 'trade' | 'execute'
  /** Whether the account is a signer. */
  isOwn: boolean
  movements: SolanaMovement[]
  sentFrom: string
  sentTo: string
}

/** The changes of one asset in base units, by owner. */
type Changes = Map<string, bigint>

/**
 * Describes a transaction from an account's point of view by comparing all balances before and after it, whatever
 * programs did in between. Fees and the rent of token accounts do not count as transfers. What a transaction takes from an account
 * that has not signed it, for instance as the permanent delegate of its token, is `execute`.
 */
export function describeSolanaTransaction({
  transaction: { meta, transaction },
  account,
}: {
  transaction: SolanaTransaction
  account: string
}): SolanaDescription {
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const payer = keys[0] ?? ''
  const isOwn = transaction.message.accountKeys.some(({ pubkey, signer }) => signer && pubkey === account)
  const nothing: SolanaDescription = {
    operationType: 'execute',
    isOwn,
    movements: [],
    sentFrom: payer,
    sentTo: '',
  }
  if (!meta || (meta.err !== null && meta.err !== undefined)) return nothing

  const tokens = new Map<string, { decimals: number; changes: Changes }>()
  const tokenAccounts = new Set<number>()
  let rent = 0n
  for (const [rows, sign] of [
    [meta.preTokenBalances ?? [], -1n],
    [meta.postTokenBalances ?? [], 1n],
  ] as const)
    for (const { accountIndex, mint, owner, uiTokenAmount } of rows) {
      tokenAccounts.add(accountIndex)
      const { amount, decimals } = uiTokenAmount
      const token = tokens.get(mint) ?? { decimals, changes: new Map() }
      tokens.set(mint, token)
      add(token.changes, owner ?? keys[accountIndex] ?? '', sign * BigInt(amount))
      // A token account of wrapped SOL holds that amount in lamports: it is not rent.
      if (wrappedCoins.includes(mint)) rent -= sign * BigInt(amount)
    }

  const coins: Changes = new Map()
  for (const [index, key] of keys.entries()) {
    const change = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
    if (tokenAccounts.has(index)) rent += change
    else add(coins, key, change)
  }
  add(coins, payer, BigInt(meta.fee) + rent)

  const movements: SolanaMovement[] = []
  const lists: Changes[] = []
  function addMovement(mint: string | undefined, decimals: number, changes: Changes): void {
    const change = changes.get(account) ?? 0n
    if (change === 0n) return
    const direction = change > 0n ? 'in' : 'out'
    movements.push({ mint, amount: change > 0n ? change : -change, decimals, direction })
    lists.push(changes)
  }
  for (const [mint, { decimals, changes }] of tokens) addMovement(mint, decimals, changes)
  addMovement(undefined, 9, coins)

  const out = movements.findIndex(({ direction }) => direction === 'out')
  const into = movements.findIndex(({ direction }) => direction === 'in')
  if (out >= 0 && !isOwn) return { ...nothing, movements }
  if (out >= 0 && into >= 0)
    return { operationType: 'trade', isOwn, movements, sentFrom: account, sentTo: '' }
  if (out >= 0) {
    const sentTo = most(lists[out] as Changes, 1n)
    const isToken = movements[out]?.mint !== undefined
    const operationType = sentTo === '' ? (isToken ? 'burn' : 'execute') : 'send'
    return { operationType, isOwn, movements, sentFrom: account, sentTo }
  }
  if (into >= 0) {
    const sentFrom = most(lists[into] as Changes, -1n)
    const isToken = movements[into]?.mint !== undefined
    return {
      operationType: sentFrom === '' && isToken ? 'mint' : 'receive',
      isOwn,
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

/** Returns the owner who received (sign 1) or sent (sign -1) the most of an asset; empty if there is none. */
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
