import { buyStepsCopy } from '../../../buyStepsCopy.ts'
import { addCopy } from '../../../copy.ts'
import { BuyActivityView } from '../buy-activity/BuyActivityView.tsx'
import { BuyCurrencyView } from '../buy-currency/BuyCurrencyView.tsx'
import { BuyProgressView } from '../buy-progress/BuyProgressView.tsx'
import { BuyTokenView } from '../buy-token/BuyTokenView.tsx'
import { WhatIsBuyingView } from '../what-is-buying/WhatIsBuyingView.tsx'
import { Offers } from './Offers.tsx'

/** The offers, with their texts. */
export function loadOffers() {
  addCopy(buyStepsCopy)
  return Offers
}

/** The views behind the form to buy, with their texts. */
export function loadBuySteps() {
  addCopy(buyStepsCopy)
  return {
    'buy-token': BuyTokenView,
    'buy-currency': BuyCurrencyView,
    'buy-progress': BuyProgressView,
    'buy-activity': BuyActivityView,
    'what-is-buying': WhatIsBuyingView,
  }
}
