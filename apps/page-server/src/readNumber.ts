/**
 * Reads a whole number from the environment; returns `fallback` if the variable is absent or empty.
 *
 * @throws {Error} naming the variable if its value is not a number from 0 to `max`
 */
export function readNumber(
  env: Record<string, string | undefined>,
  variable: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const value = env[variable]
  if (!value) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > max)
    throw new Error(`${variable} is "${value}": use a whole number from 0 to ${max}.`)
  return number
}
