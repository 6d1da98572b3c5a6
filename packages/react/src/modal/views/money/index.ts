import type { ComponentType } from 'react'
import { addCopy } from '../../../copy.ts'
import { loadTexts } from '../../../language/language.ts'
import { moneyCopy } from '../../../moneyCopy.ts'
import type { View } from '../../router.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import money from '../../styles/money.css?inline'
import type { MoneyView } from './MoneyView.ts'

type ViewComponent = ComponentType<{ view: View }>

// Each feature is one file with all its views, texts and styles.
const loadSend = async () => (await import('../send/index.ts')).loadSendViews()
const loadBuy = async () => (await import('../buy/index.ts')).loadBuyViews()
const loadFund = async () => (await import('../fund/index.ts')).loadFundView()
const loadPay = async () => (await import('../pay/index.ts')).loadPayViews()
const loadSwap = async () => (await import('../swap/index.ts')).loadSwapViews()

const features: { [Name in MoneyView['name']]: () => Promise<Record<Name, ViewComponent>> } = {
  send: loadSend,
  'send-token': loadSend,
  'send-preview': loadSend,
  'send-confirmed': loadSend,
  buy: loadBuy,
  'buy-token': loadBuy,
  'buy-currency': loadBuy,
  'buy-progress': loadBuy,
  'buy-activity': loadBuy,
  'what-is-buying': loadBuy,
  fund: loadFund,
  pay: loadPay,
  'pay-request': loadPay,
  swap: loadSwap,
  'swap-token': loadSwap,
  'swap-preview': loadSwap,
}

/** Loads a view that moves money, with the texts and styles of its feature. */
export async function importMoneyView<Name extends MoneyView['name']>(name: Name): Promise<ViewComponent> {
  addCopy(moneyCopy)
  addStyles(money)
  const [views]: [Record<Name, ViewComponent>, unknown] = await Promise.all([
    features[name](),
    loadTexts('money'),
  ])
  return views[name]
}
