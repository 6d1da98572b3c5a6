import type { Parameter } from '../../../infra/http/openapi/Operation.ts'

/** Returns whether the example call contains a parameter. */
export function isShown({ in: place, required, isShown }: Parameter): boolean {
  return place === 'path' || required === true || isShown === true
}
