import type { Fact } from '../../approve/Description.ts'

/** An order moves nothing by itself. */
export const nothingUntilFilled: Fact = {
  label: 'Now',
  value: 'nothing leaves your account until the order is filled',
}
