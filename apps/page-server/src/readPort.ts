/**
 * Reads a port from the environment; returns `fallback` if the variable is absent or empty.
 *
 * @throws {Error} naming the variable if its value is not a port
 */
export function readPort(
  env: Record<string, string | undefined>,
  variable: string,
  fallback: number,
): number {
  const value = env[variable]
  if (!value) return fallback
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new Error(`${variable} is "${value}", which is not a port: use a number from 1 to 65535.`)
  return port
}
