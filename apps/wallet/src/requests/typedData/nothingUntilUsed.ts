import type { Fact } from '../../approve/Description.ts'

/** A signature that takes something back changes nothing by itself: what `stays` is said until someone uses it. */
export function nothingUntilUsed(stays: string): Fact {
  return { label: 'Now', value: `nothing changes: until someone uses this signature, ${stays}` }
}
