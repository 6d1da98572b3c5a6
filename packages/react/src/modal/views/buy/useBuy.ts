import { getConnected } from '@portico/core'
import {
  type BuyAsset,
  type BuyForm,
  type BuyStep,
  defaultCurrency,
  listBuyAssets,
  onrampOptionsQuery,
  onrampProvidersQuery,
  type Purchase,
  pickBuyAsset,
  readBuyForm,
  readBuyStep,
} from '@portico/core/money'
import type { OnrampProvidersResponse } from '@portico/protocol/gateway'
import type { QueryView } from '../../../data/queryView.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** What the views of Buy derive from the form and the operator's providers. */
export interface Buy {
  form: BuyForm
  providers: QueryView<OnrampProvidersResponse>
  /** The currencies that can be paid with (ISO 4217). */
  currencies: readonly string[]
  currency: string
  assets: readonly BuyAsset[]
  asset: BuyAsset | undefined
  step: BuyStep
  /** Undefined until the form is complete. */
  purchase: Purchase | undefined
}

/** Reads the form of Buy, and what the providers offer in its country. */
export function useBuy(): Buy {
  const { kit } = useScope()
  const state = useKitState((all) => all)
  const form = readBuyForm(kit)
  const { country, amount } = form
  const providers = useQuery(onrampProvidersQuery(kit, { country }))
  const { data: options } = useQuery(onrampOptionsQuery(kit, { country }))
  const currencies = options?.paymentCurrencies.map(({ id }) => id) ?? []
  const currency =
    form.currency !== undefined && currencies.includes(form.currency)
      ? form.currency
      : defaultCurrency(country, currencies)
  const assets = options ? listBuyAssets(state, options) : []
  const asset = pickBuyAsset(form, assets)
  const step = readBuyStep({ amount, currency, options })
  const address = getConnected(state)?.address
  return {
    form,
    providers,
    currencies,
    currency,
    assets,
    asset,
    step,
    purchase:
      step.name === 'offers' && asset && address
        ? { country, currency, asset, amount: step.amount, address }
        : undefined,
  }
}
