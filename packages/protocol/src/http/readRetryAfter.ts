/**
 * Returns the milliseconds until the time of a response's `Retry-After`, which is a number of seconds or a date.
 *
 * @returns `undefined` if there is no valid header.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter({ headers }: Pick<Response, 'headers'>): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
