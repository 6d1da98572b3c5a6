import type { ComponentType } from 'react'
import { addCopy } from '../../../copy.ts'
import { loadTexts } from '../../../language/language.ts'
import { moneyCopy } from '../../../moneyCopy.ts'
import type { View } from '../../router.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import money from '../../styles/money.css?inline'
import type { MoneyView } from './MoneyView.ts'

type ViewComponent = ComponentType<{ view: View }>

// A feature is a file with its form, and one with all that comes after it: views, texts and styles.
const loadSend = async () => (await import('../send/index.ts')).loadSendView()
const loadSendSteps = async () => (await import('../send/steps.ts')).loadSendSteps()
const loadBuy = async () => (await import('../buy/index.ts')).loadBuyView()
const loadBuySteps = async () => (await import('../buy/steps.ts')).loadBuySteps()
const loadFund = async () => (await import('../fund/index.ts')).loadFundView()
const loadPay = async () => (await import('../pay/index.ts')).loadPayViews()
const loadSwap = async () => (await import('../swap/index.ts')).loadSwapView()
const loadSwapSteps = async () => (await import('../swap/steps.ts')).loadSwapSteps()

const features: { [Name in MoneyView['name']]: () => Promise<Record<Name, ViewComponent>> } = {
  send: loadSend,
  'send-token': loadSendSteps,
  'send-preview': loadSendSteps,
  'send-confirmed': loadSendSteps,
  buy: loadBuy,
  'buy-token': loadBuySteps,
  'buy-currency': loadBuySteps,
  'buy-progress': loadBuySteps,
  'buy-activity': loadBuySteps,
  'what-is-buying': loadBuySteps,
  fund: loadFund,
  pay: loadPay,
  'pay-request': loadPay,
  swap: loadSwap,
  'swap-token': loadSwapSteps,
  'swap-preview': loadSwapSteps,
}

/** What is loaded as soon as a form is there, so that nobody waits for the next view. */
const next: { [Name in MoneyView['name']]?: () => Promise<unknown> } = {
  send: loadSendSteps,
  buy: loadBuySteps,
  swap: loadSwapSteps,
}

/** Loads a view that moves money, with the texts and styles of its feature. */
export async function importMoneyView<Name extends MoneyView['name']>(name: Name): Promise<ViewComponent> {
  addCopy(moneyCopy)
  addStyles(money)
  const [views]: [Record<Name, ViewComponent>, unknown] = await Promise.all([
    features[name](),
    loadTexts('money'),
  ])
  // If this fails, the next view loads it again, and says so.
  next[name]?.().catch(() => {})
  return views[name]
}
