import { findNetwork } from '@portico/core'
import { changeBuyForm } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { ChosenTag } from '../buy/ChosenTag.tsx'
import { useBuy } from '../buy/useBuy.ts'

/** Lists what can be bought for the account. */
export function BuyTokenView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const { assets, asset: chosen } = useBuy()
  const isChosen = ({ chainId, token }: (typeof assets)[number]) =>
    chainId === chosen?.chainId && token === chosen.token
  if (assets.length === 0) return <Notice icon="search" role="status" title={text('buy.noTokens')} />
  return (
    <ul className="body rows" aria-label={text('title.buy-token')}>
      {assets.map((asset) => (
        <li key={`${asset.chainId}:${asset.token}`}>
          <Row
            picture={<Picture listed={asset.image} name={asset.symbol} shape="round" />}
            label={asset.symbol}
            note={[asset.name, findNetwork(state, asset.chainId)?.name].filter(Boolean).join(' · ')}
            isCurrent={isChosen(asset)}
            end={isChosen(asset) ? <ChosenTag /> : undefined}
            autoFocus={isChosen(asset)}
            onClick={() => {
              changeBuyForm(kit, { asset })
              router.back()
            }}
          />
        </li>
      ))}
    </ul>
  )
}
