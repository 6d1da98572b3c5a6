/**
 * A port from the environment; `fallback` where the variable is absent or empty.
 *
 * @throws {Error} naming the variable that is not a port
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
    throw new Error(`${variable} is "${value}", which is no port: choose a number from 1 to 65535.`)
  return port
}
