import { InvalidPortError } from './errors/InvalidPortError.ts'

/**
 * Reads a port from the environment.
 *
 * @param variable name of the environment variable; if unset or empty, the fallback is returned
 * @throws {InvalidPortError}
 */
export function readPort(
  variable: string,
  fallback: number,
  env: Record<string, string | undefined> = process.env,
): number {
  const value = env[variable]
  if (!value) return fallback
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new InvalidPortError({ variable, value })
  return Number(value)
}
