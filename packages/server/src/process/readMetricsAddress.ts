import type { EnvReader } from './createEnvReader.ts'

/** Where a server offers its metrics. */
export type MetricsAddress = { host: string; port: number }

/**
 * Reads where to serve `/metrics`: the port from `portVariable`, the address from `METRICS_HOST`, by default the loopback
 * address. Returns undefined if the port is not set: metrics are then not served at all.
 *
 * @example
 * const metrics = readMetricsAddress({ get, integer }, 'METRICS_PORT')
 */
export function readMetricsAddress(
  { get, integer }: Pick<EnvReader, 'get' | 'integer'>,
  portVariable: string,
): MetricsAddress | undefined {
  if (get(portVariable) === undefined) return undefined
  return { host: get('METRICS_HOST') ?? '127.0.0.1', port: integer(portVariable, 0, 65_535) }
}
