import { associatedTokenAddress } from './associatedTokenAddress.ts'
import { programs } from './programs.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaEffect } from './SolanaEffect.ts'
import { wrappedCoin } from './wrappedCoin.ts'

/**
 * What a token account holds and whose it is. `isProven` means that its address follows from both, whatever nodes say; `isShared` that
 * a node names somebody else who may take from it or close it.
 */
export type TokenAccountFacts = { mint: string; owner: string; isProven: boolean; isShared: boolean }

type Claim = { owner: string; mint: string; program: string }

/** Finds out about token accounts. */
export type TokenDirectory = (account: string, mint?: string) => TokenAccountFacts | undefined

/**
 * Creates a directory of the token accounts of a transaction. It prefers what can be proven: the address of an associated token
 * account follows from its owner and its mint.
 */
export function createTokenDirectory({
  own,
  effects,
  states,
}: {
  /** The account. */
  own: string
  effects: readonly SolanaEffect[]
  states: ReadonlyMap<string, SolanaAccountState | null>
}): TokenDirectory {
  const opened = new Map(
    effects.flatMap((effect) => (effect.type === 'open' ? [[effect.account, effect] as const] : [])),
  )
  /** Deriving an address takes a millisecond, and a transaction has many. */
  const derived = new Map<string, string | undefined>()
  const derive = (claim: Claim): string | undefined => {
    const key = `${claim.owner} ${claim.mint} ${claim.program}`
    if (!derived.has(key)) derived.set(key, tryDerive(claim))
    return derived.get(key)
  }
  return (account, mint) => {
    const state = states.get(account)
    const read = readTokenAccount(state)
    const reported =
      read && state ? { mint: read.mint, owner: read.owner, program: state.program } : undefined
    const isOthers = (address: string | undefined) => address !== undefined && address !== read?.owner
    const isShared = isOthers(read?.delegate) || isOthers(read?.closeAuthority)
    const open = opened.get(account)
    const token = mint ?? reported?.mint ?? wrappedCoin
    const claims = [
      ...(open ? [open] : []),
      ...(reported ? [reported] : []),
      { owner: own, mint: token, program: programs.token },
      // The mint of wrapped SOL belongs to the first token program.
      ...(token === wrappedCoin ? [] : [{ owner: own, mint: token, program: programs.token2022 }]),
    ]
    const proven = claims.find((claim) => derive(claim) === account)
    // An account with another owner than the address says was handed over.
    if (proven && (!read || read.owner === proven.owner))
      return { mint: proven.mint, owner: proven.owner, isProven: true, isShared }
    return reported && { mint: reported.mint, owner: reported.owner, isProven: false, isShared }
  }
}

function tryDerive(claim: Claim): string | undefined {
  try {
    return associatedTokenAddress(claim)
  } catch {
    // A part is not an address, because it could not be found in a lookup table.
    return undefined
  }
}
