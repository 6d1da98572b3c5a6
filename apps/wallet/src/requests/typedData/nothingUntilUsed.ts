import type { Fact } from '../../approve/Description.ts'

/** A signature that takes something back changes nothing by itself. */
export const nothingUntilUsed: Fact = {
  label: 'Now',
  value: 'nothing changes until someone uses this signature',
}
