import type { Kit } from '../kit.ts'
import type { MoneyState } from './moneyState.ts'

/** Changes parts of the state of money. */
export function updateMoney(kit: Kit, part: Partial<MoneyState>): void {
  kit.store.setState(({ money = { pending: [] } }) => ({ money: { ...money, ...part } }))
}
