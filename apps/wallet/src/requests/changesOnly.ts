import type { BuiltTransaction } from './BuiltTransaction.ts'

/** Whether all that a transaction does is to turn smart-account features on or off. */
export function changesOnly({ change, data }: Pick<BuiltTransaction, 'change' | 'data'>): boolean {
  return change?.type === 'turn-off' || (change?.type === 'turn-on' && data === '0x')
}
