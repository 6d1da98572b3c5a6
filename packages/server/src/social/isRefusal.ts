const refusals: readonly (string | undefined)[] = ['access_denied', 'user_cancelled_authorize']

/** Whether a provider returned with this error because the visitor cancelled. */
export function isRefusal(error: string | undefined): boolean {
  return refusals.includes(error)
}
