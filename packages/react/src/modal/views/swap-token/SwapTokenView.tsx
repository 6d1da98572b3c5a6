import { getNetwork } from '@portico/core'
import { readTokenAddress, type SwapToken, swapTokensQuery } from '@portico/core/money'
import { useState } from 'react'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import type { View } from '../../router.ts'
import { QueryContent } from '../account/QueryContent.tsx'
import { AssetPicker } from '../money/parts/AssetPicker.tsx'
import { UnlistedWarning } from '../swap/UnlistedWarning.tsx'
import { useSwapDraft } from '../swap/useSwapDraft.ts'
import { useSwapTokens } from '../swap/useSwapTokens.ts'

/** Lists the tokens of the network, those that the account holds first. A pasted address finds a token that is not listed. */
export function SwapTokenView({ view }: { view: View }) {
  const side = view.name === 'swap-token' ? view.side : 'from'
  const { kit, router } = useScope()
  const [draft, change] = useSwapDraft()
  const { tokens = [], status, refetch, balanceOf } = useSwapTokens()
  const [typed, setTyped] = useState('')
  const network = useKitState(getNetwork)
  const address = readTokenAddress(typed)
  const isListed = tokens.some(({ token }) => token?.toLowerCase() === address?.toLowerCase())
  const isForeign = address !== undefined && !isListed
  const { networkId } = draft
  const found = useQuery(swapTokensQuery(kit, isForeign ? { networkId, address } : { networkId: ':' }))
    .data?.[0]
  const unlisted = isForeign && found ? [found] : []

  const choose = (token: SwapToken) => {
    const other = side === 'from' ? 'to' : 'from'
    const isSame = draft[other]?.token?.toLowerCase() === token.token?.toLowerCase()
    // The token of the other side changes places with this one.
    const moved = draft[other] && isSame ? { [other]: draft[side] } : {}
    change({ [side]: token, ...moved, ...(side === 'from' ? { amount: '' } : {}) })
    router.back()
  }
  const choices = [...tokens, ...unlisted]
    .map((asset) => ({ asset, held: balanceOf(asset) }))
    .sort((a, b) => rank(b.held) - rank(a.held))
  return (
    <QueryContent
      query={{
        data: choices,
        status: tokens.length > 0 ? 'success' : status,
        unavailable: false,
        isStale: false,
        refetch,
      }}
      icon="wallet"
      empty={<div className="body" />}
    >
      {(all) => (
        <AssetPicker
          choices={all.map(({ asset, held }) => ({
            ...{ asset, balance: held?.quantity.numeric, value: held?.value },
          }))}
          networkName={network?.name ?? ''}
          testIdPrefix="swap-select-token-item-"
          onSearch={setTyped}
          onChoose={({ asset }) => choose(asset as SwapToken)}
        >
          <UnlistedWarning assets={unlisted} />
          <p className="muted">{text('swap.pasteAddress')}</p>
        </AssetPicker>
      )}
    </QueryContent>
  )
}

/** Held tokens come first, those of the highest value before the others. */
function rank(held: { value?: number | undefined } | undefined): number {
  return held === undefined ? -1 : (held.value ?? 0)
}
