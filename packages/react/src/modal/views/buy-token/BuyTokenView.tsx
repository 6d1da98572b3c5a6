import { findNetwork } from '@portico/core'
import { changeBuyForm } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { useBuy } from '../buy/useBuy.ts'

/** Lists what can be bought for the account. */
export function BuyTokenView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const { assets, asset: chosen } = useBuy()
  if (assets.length === 0) return <Notice icon="search" role="status" title={text('buy.noTokens')} />
  return (
    <ul className="body rows" aria-label={text('title.buy-token')}>
      {assets.map((asset) => (
        <li key={`${asset.chainId}:${asset.token}`}>
          <Row
            picture={<Picture listed={asset.image} name={asset.symbol} shape="round" />}
            label={asset.symbol}
            note={[asset.name, findNetwork(state, asset.chainId)?.name].filter(Boolean).join(' · ')}
            isCurrent={asset.chainId === chosen?.chainId && asset.token === chosen.token}
            autoFocus={asset === chosen}
            end={null}
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
