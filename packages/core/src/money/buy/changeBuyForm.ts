import type { Kit } from '../../kit.ts'
import { updateMoney } from '../updateMoney.ts'
import type { BuyForm } from './BuyForm.ts'
import { readCountry } from './readCountry.ts'

/** Returns the form of Buy, as it was left; a new one without. */
export function readBuyForm(kit: Kit): BuyForm {
  return kit.store.getState().money?.buy ?? { country: readCountry(), amount: '' }
}

/** Changes the form of Buy. Another country may have other currencies, so the choice of one is dropped with it. */
export function changeBuyForm(kit: Kit, part: Partial<BuyForm>): void {
  const form = readBuyForm(kit)
  const changed =
    part.country !== undefined && part.country !== form.country ? { ...part, currency: undefined } : part
  updateMoney(kit, { buy: { ...form, ...changed } })
}
