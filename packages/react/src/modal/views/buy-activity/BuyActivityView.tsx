import { getCaipAddress } from '@portico/core'
import { readPurchases } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatDate } from '../../../language/format.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { formatMoney } from '../buy/formatMoney.ts'

/** Lists the purchases that the account has started in this browser. */
export function BuyActivityView() {
  const { kit, router } = useScope()
  const account = useKitState(getCaipAddress)
  const purchases = account ? readPurchases(kit, account) : []
  if (purchases.length === 0) return <Notice icon="trade" title={text('buy.noPurchases')} />
  return (
    <ul className="body rows" aria-label={text('title.buy-activity')}>
      {purchases.map(({ sessionId, providerName, symbol, amount, currency, startedAt }) => (
        <li key={sessionId}>
          <Row
            label={`${symbol} · ${formatMoney(amount, currency)}`}
            note={`${providerName} · ${formatDate(startedAt, { month: 'short', day: 'numeric' })}`}
            onClick={() => router.push({ name: 'buy-progress', sessionId, provider: providerName })}
          />
        </li>
      ))}
    </ul>
  )
}
