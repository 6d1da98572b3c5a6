import type { Fact } from '../../approve/Description.ts'
import { copy } from './copy.ts'
import { fitsOnLine } from './fitsOnLine.ts'
import { formatCosts } from './formatCosts.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

const { labels } = copy

/**
 * Describes effects one by one: what leaves, who gets it, and what others may do later.
 *
 * @param isTest nothing has real value
 * @param sends the label of amounts that leave; undefined if they are described already
 */
export function describeOwnEffects(
  effects: readonly OwnEffect[],
  { facts, isTest, sends }: { facts: SolanaFacts; isTest: boolean; sends: string | undefined },
): Fact[] {
  return effects.flatMap((effect): Fact[] => {
    switch (effect.type) {
      case 'send':
        return [
          ...(sends === undefined ? [] : [toAmount(sends, effect.asset, facts)]),
          ...ownerFacts(effect.asset),
          toAddress(labels.to, effect.to.address),
          ...tokenFacts(effect.asset),
        ]
      case 'burn':
        return [
          ...(sends === undefined ? [] : [toAmount(labels.burns, effect.asset, facts)]),
          ...ownerFacts(effect.asset),
          ...tokenFacts(effect.asset),
        ]
      case 'allow': {
        const { asset, to } = effect
        const value = isEverything(asset.amount)
          ? copy.all(nameSolanaToken(asset.mint, facts))
          : copy.upTo(formatSolanaAsset(asset, facts))
        return [
          { label: labels.allows, value, kind: 'out' },
          toAddress(labels.spender, to),
          { label: labels.permissionEnds, value: copy.permissionEnd(isEverything(asset.amount)) },
          ...tokenFacts(asset),
        ]
      }
      case 'revoke': {
        const name = nameSolanaToken(effect.asset.mint, facts)
        return [{ label: labels.revokes, value: copy.revoked(name) }, ...tokenFacts(effect.asset)]
      }
      case 'giveAway':
        return [
          { label: labels.handsOver, value: effect.what, kind: 'out' },
          toAddress(labels.account, effect.account),
          ...(effect.to === undefined ? [] : [toAddress(labels.handedTo, effect.to)]),
        ]
      case 'close':
        return [
          { label: labels.closes, value: copy.close(effect.isKept) },
          toAddress(labels.tokenAccount, effect.account),
          ...(effect.isKept ? [] : [toAddress(labels.to, effect.to)]),
        ]
      case 'open':
        return effect.isNew
          ? [
              {
                label: labels.rent,
                value: copy.rent(formatCosts(effect.lamports, { facts, isTest })),
                kind: 'out',
              },
            ]
          : []
      case 'memo':
        return [
          {
            label: labels.memo,
            value: fitsOnLine(effect.text) ? effect.text : copy.memoAbove,
            kind: 'claim',
          },
        ]
      case 'unknown':
        return [toAddress(labels.unknownProgram, effect.program)]
      default:
        // In the title or in a warning.
        return []
    }
  })
}

function ownerFacts(asset: SolanaAsset): Fact[] {
  return asset.kind === 'token' && asset.owner !== undefined ? [toAddress(labels.owner, asset.owner)] : []
}

function tokenFacts(asset: { kind: 'coin' } | { kind: 'token'; mint: string | undefined }): Fact[] {
  return asset.kind === 'token' && asset.mint !== undefined ? [toAddress(labels.token, asset.mint)] : []
}

function toAmount(label: string, asset: SolanaAsset, facts: SolanaFacts): Fact {
  return { label, value: formatSolanaAsset(asset, facts), kind: 'out' }
}

function toAddress(label: string, value: string): Fact {
  return { label, value, kind: 'address' }
}
