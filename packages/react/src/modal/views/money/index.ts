export { startNft } from '@portico/core/money'

import type { ComponentType } from 'react'
import { addCopy } from '../../../copy.ts'
import { moneyCopy } from '../../../moneyCopy.ts'
import type { View } from '../../router.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import money from '../../styles/money.css?inline'
import type { MoneyView } from './MoneyView.ts'

const sendViews = () => import('../send/sendViews.ts')

const moneyViews = {
  send: async () => (await sendViews()).SendView,
  'send-token': async () => (await sendViews()).SendTokenView,
  'send-preview': async () => (await sendViews()).SendPreviewView,
  'send-confirmed': async () => (await sendViews()).SendConfirmedView,
  buy: async () => (await import('../buy/index.ts')).BuyView,
  'buy-token': async () => (await import('../buy/index.ts')).BuyTokenView,
  'buy-currency': async () => (await import('../buy/index.ts')).BuyCurrencyView,
  'buy-progress': async () => (await import('../buy/index.ts')).BuyProgressView,
  'buy-activity': async () => (await import('../buy/index.ts')).BuyActivityView,
  'what-is-buying': async () => (await import('../buy/index.ts')).WhatIsBuyingView,
  fund: async () => (await import('../fund/FundView.tsx')).FundView,
  pay: async () => (await import('../pay/PayView.tsx')).PayView,
  'pay-request': async () => (await import('../pay-request/PayRequestView.tsx')).PayRequestView,
  swap: async () => (await import('../swap/index.ts')).loadSwapViews().SwapView,
  'swap-token': async () => (await import('../swap/index.ts')).loadSwapViews().SwapTokenView,
  'swap-preview': async () => (await import('../swap/index.ts')).loadSwapViews().SwapPreviewView,
} satisfies Record<MoneyView['name'], () => Promise<ComponentType<{ view: View }>>>

/** Loads a view that moves money, with the texts and styles of all of them. */
export function importMoneyView(name: MoneyView['name']): Promise<ComponentType<{ view: View }>> {
  prepare()
  return moneyViews[name]()
}

/** Loads the list of payments that are under way. */
export async function importPendingActivity() {
  prepare()
  return (await import('./PendingActivity.tsx')).PendingActivity
}

function prepare(): void {
  addCopy(moneyCopy)
  addStyles(money)
}
