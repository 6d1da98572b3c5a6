// The views to buy. Loaded together: one file compresses better, and the lists open at once.
export { BuyActivityView } from '../buy-activity/BuyActivityView.tsx'
export { BuyCurrencyView } from '../buy-currency/BuyCurrencyView.tsx'
export { BuyProgressView } from '../buy-progress/BuyProgressView.tsx'
export { BuyTokenView } from '../buy-token/BuyTokenView.tsx'
export { WhatIsBuyingView } from '../what-is-buying/WhatIsBuyingView.tsx'
export { BuyView } from './BuyView.tsx'
