import { programs } from './programs.ts'
import { readTokenAccount, type TokenAccount } from './readTokenAccount.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaOutcome } from './SolanaOutcome.ts'

type States = ReadonlyMap<string, SolanaAccountState | null>

/** Compares the accounts that a transaction may change before and after a simulation, as far as they are those of an owner. */
export function compareStates(
  own: string,
  before: States,
  after: States,
): Extract<SolanaOutcome, { status: 'success' }> {
  const outcome = {
    status: 'success' as const,
    // An account that the transaction may not change is not among them.
    coinsOut: after.has(own) ? lamportsOf(before, own) - lamportsOf(after, own) : 0n,
    tokensOut: new Map<string, bigint>(),
    delegates: [] as Extract<SolanaOutcome, { status: 'success' }>['delegates'],
    takenOver: [] as string[],
  }
  const state = after.get(own)
  if (state && (state.program !== programs.system || state.data.length > 0)) outcome.takenOver.push(own)
  for (const account of after.keys()) {
    const [old, now] = [readTokenAccount(before.get(account)), readTokenAccount(after.get(account))]
    const move = (token: TokenAccount | undefined, sign: bigint) => {
      if (token?.owner !== own) return
      outcome.tokensOut.set(token.mint, (outcome.tokensOut.get(token.mint) ?? 0n) + sign * token.amount)
    }
    move(old, 1n)
    move(now, -1n)
    if (old?.owner === own && isTakenOver(old, now)) outcome.takenOver.push(account)
    if (now?.owner === own && now.delegate && isMoreAllowed(old, now))
      outcome.delegates.push({ account, mint: now.mint, delegate: now.delegate, amount: now.delegatedAmount })
  }
  for (const [mint, amount] of outcome.tokensOut) if (amount === 0n) outcome.tokensOut.delete(mint)
  return outcome
}

function lamportsOf(states: States, address: string): bigint {
  return states.get(address)?.lamports ?? 0n
}

/** Whether somebody else than the owner controls a token account afterwards. One that is closed is gone. */
function isTakenOver(old: TokenAccount, now: TokenAccount | undefined): boolean {
  if (!now) return false
  const isClosedByOther = now.closeAuthority !== undefined && now.closeAuthority !== old.closeAuthority
  return now.owner !== old.owner || isClosedByOther
}

function isMoreAllowed(old: TokenAccount | undefined, now: TokenAccount): boolean {
  if (old?.delegate === undefined) return true
  return old.delegate !== now.delegate || now.delegatedAmount > old.delegatedAmount
}
