import { getCaipAddress } from '@portico/core'
import { track } from '@portico/core/internal'
import { changeBuyForm, readPurchases } from '@portico/core/money'
import { lazy, Suspense, useEffect } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Text } from '../../parts/Text.tsx'
import { AmountField } from '../money/parts/AmountField.tsx'
import { CountryField } from './CountryField.tsx'
import { formatMoney } from './formatMoney.ts'
import { useBuy } from './useBuy.ts'

// Loaded as soon as the form is there: an amount has to be entered first.
const Offers = lazy(async () => ({ default: (await import('./steps.ts')).loadOffers() }))

/** Asks for an amount, a currency and a country, and lists what the providers offer for it. */
export function BuyView() {
  const { kit, router } = useScope()
  const { form, providers, currency, asset, step, purchase } = useBuy()
  const account = useKitState(getCaipAddress)
  useEffect(() => track(kit, 'SELECT_BUY_CRYPTO'), [kit])
  const sellers = providers.data ?? []
  const purchases = account ? readPurchases(kit, account) : []
  return (
    <div className="body" data-keep>
      <AmountField
        label={text('money.amount')}
        value={form.amount}
        asset={{ name: currency, symbol: currency, decimals: 2 }}
        chooseLabel={text('buy.changeCurrency', { currency })}
        isInvalid={step.name === 'incorrect' || step.name === 'too-little' || step.name === 'too-much'}
        autoFocus
        tokenTestId="buy-currency"
        onChange={(amount) => changeBuyForm(kit, { amount })}
        onChooseAsset={() => router.push({ name: 'buy-currency' })}
      >
        <p role="status">
          {step.name === 'add-amount' && text('buy.addAmount')}
          {step.name === 'incorrect' && text('step.incorrect-value')}
          {step.name === 'too-little' && (
            <Text id="buy.tooLittle" values={{ amount: formatMoney(step.minimum, currency) }} />
          )}
          {step.name === 'too-much' && (
            <Text id="buy.tooMuch" values={{ amount: formatMoney(step.maximum, currency) }} />
          )}
        </p>
      </AmountField>
      {asset && (
        <Row
          picture={<Picture listed={asset.image} name={asset.symbol} shape="round" />}
          label={asset.symbol}
          note={asset.name}
          testId="buy-token"
          onClick={() => router.push({ name: 'buy-token' })}
        />
      )}
      <CountryField country={form.country} />
      {providers.status === 'success' && sellers.length === 0 && (
        <Notice
          icon="wallet"
          role="status"
          title={text('buy.noProvider')}
          help={text('buy.noProviderHelp')}
        />
      )}
      {providers.status === 'error' && (
        <Notice
          icon="warning"
          role="status"
          title={text('account.unreachable')}
          help={text('buy.unreachable')}
        >
          <Button onClick={providers.refetch}>{text('account.retry')}</Button>
        </Notice>
      )}
      {purchase && sellers.length > 0 && (
        <Suspense fallback={<Skeleton />}>
          <Offers purchase={purchase} providers={sellers} />
        </Suspense>
      )}
      {purchases.length > 0 && (
        <Row
          label={text('buy.purchases')}
          testId="buy-activity"
          onClick={() => router.push({ name: 'buy-activity' })}
        />
      )}
      <Button
        kind="link"
        onClick={() => {
          track(kit, 'SELECT_WHAT_IS_A_BUY')
          router.push({ name: 'what-is-buying' })
        }}
      >
        {text('buy.what')}
      </Button>
    </div>
  )
}
