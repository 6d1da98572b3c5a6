import { changeBuyForm } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { locale } from '../../../language/locale.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { ChosenTag } from '../buy/ChosenTag.tsx'
import { useBuy } from '../buy/useBuy.ts'

/** Lists the currencies that the visitor can pay with. */
export function BuyCurrencyView() {
  const { kit, router } = useScope()
  const { currencies, currency: chosen } = useBuy()
  if (currencies.length === 0) return <Notice icon="search" role="status" title={text('buy.noCurrencies')} />
  return (
    <ul className="body rows" aria-label={text('title.buy-currency')}>
      {currencies.map((currency) => (
        <li key={currency}>
          <Row
            label={nameOf(currency)}
            note={currency}
            end={currency === chosen ? <ChosenTag /> : undefined}
            isCurrent={currency === chosen}
            autoFocus={currency === chosen}
            onClick={() => {
              changeBuyForm(kit, { currency })
              router.back()
            }}
          />
        </li>
      ))}
    </ul>
  )
}

/** Returns the name of a currency; its code if it has none. */
function nameOf(currency: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: 'currency' }).of(currency) ?? currency
  } catch {
    return currency
  }
}
