import { capitalise } from '../capitalise.ts'
import { joinNames } from '../joinNames.ts'
import { solanaText } from './copy.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaAsset, SolanaTokens } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import { sumSolanaAssets } from './sumSolanaAssets.ts'

/**
 * Returns in a few words what effects do: "Send 0.5 SOL and let someone take up to 3 USDC".
 *
 * @param site the site that gets the signed transaction; undefined if the wallet sends it
 */
export function titleSolana(
  effects: readonly OwnEffect[],
  facts: SolanaFacts,
  site: string | undefined,
): string {
  const of = <T extends OwnEffect['type']>(type: T) =>
    effects.filter((effect): effect is Extract<OwnEffect, { type: T }> => effect.type === type)
  const list = (assets: readonly SolanaAsset[]) =>
    joinNames(sumSolanaAssets(assets).map((asset) => formatSolanaAsset(asset, facts)))
  const names = (tokens: readonly { asset: SolanaTokens }[]) =>
    joinNames([...new Set(tokens.map(({ asset }) => nameSolanaToken(asset.mint, facts)))])
  const assetsOf = (some: readonly { asset: SolanaAsset }[]) => some.map(({ asset }) => asset)
  const [sent, kept, allowed, unknown] = [of('send'), of('keep'), of('allow'), of('unknown')]
  const recipients = new Set(sent.map(({ to }) => to.address)).size
  const handedOver = [...new Set(of('giveAway').map(({ what }) => what))]
  const parts = [
    ...handedOver.map((what) => solanaText(`solana.titles.handOver.${what}`)),
    ...(sent.length > 0
      ? [
          recipients > 1
            ? solanaText('solana.titles.sendToMany', { what: list(assetsOf(sent)), count: recipients })
            : solanaText('solana.titles.send', { what: list(assetsOf(sent)) }),
        ]
      : []),
    ...(of('burn').length > 0
      ? [solanaText('solana.titles.burn', { what: list(assetsOf(of('burn'))) })]
      : []),
    ...(allowed.length > 0
      ? [
          solanaText('solana.titles.allow', {
            what: joinNames(
              allowed.map(({ asset }) =>
                isEverything(asset.amount)
                  ? solanaText('solana.all', { name: nameSolanaToken(asset.mint, facts) })
                  : solanaText('solana.upTo', { amount: formatSolanaAsset(asset, facts) }),
              ),
            ),
          }),
        ]
      : []),
    // An instruction that cannot be read may take it from there.
    ...(kept.length > 0 && unknown.length === 0
      ? [solanaText('solana.titles.keep', { what: list(assetsOf(kept)) })]
      : []),
    ...(of('revoke').length > 0 ? [solanaText('solana.titles.revoke', { name: names(of('revoke')) })] : []),
    ...(of('close').length > 0 ? [solanaText('solana.titles.close')] : []),
    ...(of('act').length > 0 ? [solanaText('solana.titles.act')] : []),
    ...(sent.length === 0 && of('open').length > 0 ? [solanaText('solana.titles.open')] : []),
  ]
  if (parts.length === 0) {
    if (unknown.length > 0) return capitalise(solanaText('solana.titles.unknown', { count: unknown.length }))
    if (of('memo').length === 0) return solanaText('solana.titles.nothing')
    return site === undefined
      ? solanaText('solana.titles.memo')
      : solanaText('solana.titles.signedMemo', { site })
  }
  const title = joinNames(parts)
  return capitalise(
    unknown.length > 0 ? solanaText('solana.titles.withUnknown', { title, count: unknown.length }) : title,
  )
}
