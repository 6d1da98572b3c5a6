import { locale } from '../language/locale.ts'

/**
 * Returns how long this device must wait ("71 hours") if a login ended because the device is new to the wallet; otherwise
 * undefined.
 */
export function readHold(error: unknown): string | undefined {
  const { code, retryAfter } = (error ?? {}) as { code?: unknown; retryAfter?: unknown }
  if (code !== 'device-held' || typeof retryAfter !== 'number') return undefined
  const format = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'hour', unitDisplay: 'long' })
  // Two servers let the device wait: 72 hours and a second are 72 hours.
  return format.format(Math.max(1, Math.ceil((retryAfter - 60) / 3600)))
}
