import { buyCopy } from '../../../buyCopy.ts'
import { addCopy } from '../../../copy.ts'
import { BuyActivityView } from '../buy-activity/BuyActivityView.tsx'
import { BuyCurrencyView } from '../buy-currency/BuyCurrencyView.tsx'
import { BuyProgressView } from '../buy-progress/BuyProgressView.tsx'
import { BuyTokenView } from '../buy-token/BuyTokenView.tsx'
import { WhatIsBuyingView } from '../what-is-buying/WhatIsBuyingView.tsx'
import { BuyView } from './BuyView.tsx'

/** The views to buy, with their texts, in one file: it compresses better, and the lists open at once. */
export function loadBuyViews() {
  addCopy(buyCopy)
  return {
    buy: BuyView,
    'buy-token': BuyTokenView,
    'buy-currency': BuyCurrencyView,
    'buy-progress': BuyProgressView,
    'buy-activity': BuyActivityView,
    'what-is-buying': WhatIsBuyingView,
  }
}
