import { formatUnits, watchPending } from '@portico/core/money'
import { useEffect } from 'react'
import { text } from '../../../copy.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Picture } from '../../parts/Picture.tsx'

/** Lists the payments of the account that are under way, and those of this visit whose hash is not in `known`, the history. */
export function PendingActivity({ known }: { known: readonly string[] }) {
  const { kit, router } = useScope()
  const { address, networkId } = useSubject()
  const pending = useKitState((state) => state.money?.pending)
  useEffect(() => watchPending(kit), [kit])
  const shown = pending?.filter(
    ({ from, networkId: id, status, sent }) =>
      from === address &&
      id === networkId &&
      status !== 'rejected' &&
      status !== 'unsent' &&
      !known.some((hash) => hash.toLowerCase() === sent?.hash.toLowerCase()),
  )
  if (!shown?.length) return null
  return (
    <ul className="rows" aria-label={text('pending.title')}>
      {shown.map(({ id, asset, amount, status, swap }) => (
        <li key={id}>
          <button type="button" className="row" onClick={() => router.push({ name: 'send-confirmed', id })}>
            <Picture listed={asset.image} name={asset.name} shape={asset.nft ? 'square' : 'round'} />
            <span className="grow">
              <bdi className="line">{text(swap ? 'account.swap' : 'pending.payment')}</bdi>
              <small className="line">{text(`pending.status.${status}`)}</small>
            </span>
            <span className="num amount" dir="ltr">
              -{formatAmount(formatUnits(BigInt(amount), asset.decimals), { decimals: 4 })}{' '}
              <bdi>{asset.symbol}</bdi>
            </span>
            <Icon name="chevron" size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}
