/**
 * Returns whether `value` is an object that is neither `null` nor an array, so its properties can be read by name.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
