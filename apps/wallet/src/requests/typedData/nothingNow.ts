import type { Fact } from '../../approve/Description.ts'

/** A signature moves nothing by itself: what it allows happens when somebody uses it. */
export const nothingNow: Fact = { label: 'Now', value: 'nothing leaves your account' }
