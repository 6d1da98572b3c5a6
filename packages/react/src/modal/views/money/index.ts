import type { ComponentType } from 'react'
import { addCopy } from '../../../copy.ts'
import { moneyCopy } from '../../../moneyCopy.ts'
import type { View } from '../../router.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import money from '../../styles/money.css?inline'
import type { MoneyView } from './MoneyView.ts'

const moneyViews = {
  send: async () => (await import('../send/SendView.tsx')).SendView,
  'send-token': async () => (await import('../send-token/SendTokenView.tsx')).SendTokenView,
  'send-preview': async () => (await import('../send-preview/SendPreviewView.tsx')).SendPreviewView,
  'send-confirmed': async () => (await import('../send-confirmed/SendConfirmedView.tsx')).SendConfirmedView,
} satisfies Record<MoneyView['name'], () => Promise<ComponentType<{ view: View }>>>

/** Loads a view that moves money, with the texts and styles of all of them. */
export function importMoneyView(name: MoneyView['name']): Promise<ComponentType<{ view: View }>> {
  addCopy(moneyCopy)
  addStyles(money)
  return moneyViews[name]()
}
