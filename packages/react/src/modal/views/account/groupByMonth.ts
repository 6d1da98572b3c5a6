import type { Transaction } from '@portico/protocol/gateway'
import { formatDate } from '../../../language/format.ts'

/** Groups transactions by month, in their given order. `label` is `''` for transactions without a date. */
export function groupByMonth(
  transactions: readonly Transaction[],
): { label: string; transactions: Transaction[] }[] {
  const groups = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const minedAt = new Date(transaction.metadata.minedAt)
    const label = Number.isNaN(minedAt.getTime())
      ? ''
      : formatDate(minedAt, { month: 'long', year: 'numeric' })
    const group = groups.get(label)
    if (group) group.push(transaction)
    else groups.set(label, [transaction])
  }
  return [...groups].map(([label, list]) => ({ label, transactions: list }))
}
