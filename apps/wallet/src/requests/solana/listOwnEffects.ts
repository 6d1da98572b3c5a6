import { associatedTokenAddress } from './associatedTokenAddress.ts'
import { createTokenDirectory, type TokenDirectory } from './createTokenDirectory.ts'
import type { OwnEffect } from './OwnEffect.ts'
import { programs } from './programs.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaTokens } from './SolanaAsset.ts'
import type { SolanaEffect } from './SolanaEffect.ts'
import { wrappedCoin } from './wrappedCoin.ts'

type TokenEffect = Extract<SolanaEffect, { source: string }>

/**
 * Lists what a transaction does with what an account owns or controls. What a node says about accounts adds to what the bytes say:
 * whatever the account authorises counts as its own.
 */
export function listOwnEffects({
  effects,
  own,
  states,
}: {
  effects: readonly SolanaEffect[]
  /** The account. */
  own: string
  states: ReadonlyMap<string, SolanaAccountState | null>
}): OwnEffect[] {
  const directory = createTokenDirectory({ own, effects, states })
  return effects.flatMap((effect): OwnEffect[] => {
    switch (effect.type) {
      case 'pay':
        return effect.from === own ? [pay(effect, own, directory)] : []
      case 'open': {
        const { from, lamports, owner, account } = effect
        return from === own ? [{ type: 'open', lamports, owner, isNew: !states.get(account) }] : []
      }
      case 'giveAway': {
        const { what, account, to, signers } = effect
        return signers.includes(own) ? [{ type: 'giveAway', what, account, to }] : []
      }
      case 'act': {
        const { signers, ...change } = effect
        return signers.includes(own) ? [change] : []
      }
      case 'unknown':
        return [{ type: 'unknown', program: effect.program, isSigned: effect.uses.includes(own) }]
      case 'memo':
      case 'durableNonce':
        return [effect]
      default:
        return ofTokens(effect, { own, states, directory })
    }
  })
}

function pay(
  { to, lamports }: Extract<SolanaEffect, { type: 'pay' }>,
  own: string,
  directory: TokenDirectory,
): OwnEffect {
  const asset = { kind: 'coin', amount: lamports } as const
  // Only SOL in the account of wrapped SOL is easy to take back. Wrapped SOL exists for the first token program alone: at the address
  // derived for Token-2022, no account can ever be opened, and the SOL would be lost.
  const wrapped = { owner: own, mint: wrappedCoin, program: programs.token }
  const token = to === associatedTokenAddress(wrapped) ? directory(to) : undefined
  const isWrapped = token?.owner === own
  if (to === own || (isWrapped && !token.isShared)) return { type: 'keep', asset }
  return { type: 'send', asset, to: { address: to, isProven: true, isShared: isWrapped } }
}

function ofTokens(
  effect: TokenEffect,
  {
    own,
    states,
    directory,
  }: { own: string; states: ReadonlyMap<string, SolanaAccountState | null>; directory: TokenDirectory },
): OwnEffect[] {
  const { source, signers } = effect
  const from = directory(source, effect.mint)
  const isShared = signers[0] !== own && signers.includes(own)
  if (!signers.includes(own) && from?.owner !== own) return []
  const shared: OwnEffect[] = isShared ? [{ type: 'shared', owner: signers[0] ?? source }] : []
  const asset: SolanaTokens = {
    kind: 'token',
    account: source,
    mint: effect.mint ?? from?.mint,
    // The network refuses an instruction that names another token than the account holds.
    isProven: effect.mint !== undefined || from?.isProven === true,
    decimals: effect.decimals,
    owner: from?.owner === own ? undefined : from?.owner,
    amount: 'amount' in effect ? effect.amount : 0n,
  }
  return [...shared, ...changeTokens(effect, { asset, own, states, directory })]
}

function changeTokens(
  effect: TokenEffect,
  {
    asset,
    own,
    states,
    directory,
  }: {
    asset: SolanaTokens
    own: string
    states: ReadonlyMap<string, SolanaAccountState | null>
    directory: TokenDirectory
  },
): OwnEffect[] {
  switch (effect.type) {
    case 'transfer': {
      const { destination } = effect
      const to = directory(destination, effect.mint)
      const isOwn = to?.isProven && to.owner === own
      if (isOwn && !to.isShared && asset.owner === undefined) return [{ type: 'keep', asset }]
      return [
        {
          type: 'send',
          asset,
          to: to
            ? {
                address: to.owner,
                account: destination,
                isProven: to.isProven,
                isShared: to.owner === own && to.isShared,
              }
            : { address: destination, isProven: true },
        },
      ]
    }
    case 'burn':
      return [{ type: 'burn', asset }]
    case 'delegate':
      return [{ type: 'allow', asset, to: effect.delegate }]
    case 'revoke':
      return [{ type: 'revoke', asset }]
    case 'close': {
      const { source: account, destination: to } = effect
      return [{ type: 'close', account, to, isKept: to === own, lamports: states.get(account)?.lamports }]
    }
  }
}
