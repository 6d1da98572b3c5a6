import type { Parameter } from '../Operation.ts'

/** Whether a parameter stands in the example call. */
export function isShown({ in: place, required, isShown }: Parameter): boolean {
  return place === 'path' || required === true || isShown === true
}
