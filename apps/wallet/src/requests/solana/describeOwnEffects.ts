import type { Fact } from '../../approve/Description.ts'
import { solanaText } from './copy.ts'
import { fitsOnLine } from './fitsOnLine.ts'
import { formatCosts } from './formatCosts.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

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
          toAddress(solanaText('solana.labels.to'), effect.to.address),
          ...tokenFacts(effect.asset),
        ]
      case 'burn':
        return [
          ...(sends === undefined ? [] : [toAmount(solanaText('solana.labels.burns'), effect.asset, facts)]),
          ...ownerFacts(effect.asset),
          ...tokenFacts(effect.asset),
        ]
      case 'allow': {
        const { asset, to } = effect
        const value = isEverything(asset.amount)
          ? solanaText('solana.all', { name: nameSolanaToken(asset.mint, facts) })
          : solanaText('solana.upTo', { amount: formatSolanaAsset(asset, facts) })
        return [
          { label: solanaText('solana.labels.allows'), value, kind: 'out' },
          toAddress(solanaText('solana.labels.spender'), to),
          {
            label: solanaText('solana.labels.permissionEnds'),
            value: solanaText(
              isEverything(asset.amount) ? 'solana.permissionEndless' : 'solana.permissionEnd',
            ),
          },
          ...tokenFacts(asset),
        ]
      }
      case 'revoke': {
        const name = nameSolanaToken(effect.asset.mint, facts)
        return [
          { label: solanaText('solana.labels.revokes'), value: solanaText('solana.revoked', { name }) },
          ...tokenFacts(effect.asset),
        ]
      }
      case 'giveAway':
        return [
          {
            label: solanaText('solana.labels.handsOver'),
            value: solanaText(`solana.handsOver.${effect.what}`),
            kind: 'out',
          },
          toAddress(solanaText('solana.labels.account'), effect.account),
          ...(effect.to === undefined ? [] : [toAddress(solanaText('solana.labels.handedTo'), effect.to)]),
        ]
      case 'close':
        return [
          {
            label: solanaText('solana.labels.closes'),
            value: solanaText(effect.isKept ? 'solana.closeKept' : 'solana.close'),
          },
          toAddress(solanaText('solana.labels.tokenAccount'), effect.account),
          ...(effect.isKept ? [] : [toAddress(solanaText('solana.labels.to'), effect.to)]),
        ]
      case 'open':
        return effect.isNew
          ? [
              {
                label: solanaText('solana.labels.rent'),
                value: solanaText('solana.rent', { amount: formatCosts(effect.lamports, { facts, isTest }) }),
                kind: 'out',
              },
            ]
          : []
      case 'memo':
        return [
          {
            label: solanaText('solana.labels.memo'),
            value: fitsOnLine(effect.text) ? effect.text : solanaText('solana.memoAbove'),
            kind: 'claim',
          },
        ]
      case 'unknown':
        return [toAddress(solanaText('solana.labels.unknownProgram'), effect.program)]
      default:
        // In the title or in a warning.
        return []
    }
  })
}

function ownerFacts(asset: SolanaAsset): Fact[] {
  return asset.kind === 'token' && asset.owner !== undefined
    ? [toAddress(solanaText('solana.labels.owner'), asset.owner)]
    : []
}

function tokenFacts(asset: { kind: 'coin' } | { kind: 'token'; mint: string | undefined }): Fact[] {
  return asset.kind === 'token' && asset.mint !== undefined
    ? [toAddress(solanaText('solana.labels.token'), asset.mint)]
    : []
}

function toAmount(label: string, asset: SolanaAsset, facts: SolanaFacts): Fact {
  return { label, value: formatSolanaAsset(asset, facts), kind: 'out' }
}

function toAddress(label: string, value: string): Fact {
  return { label, value, kind: 'address' }
}
