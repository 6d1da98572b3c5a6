import { RpcError } from '@portico/protocol'

/** Reads the maximum block range from an upstream's error message; `fallback` if it names none, or a larger one. */
export function readRangeLimit(error: unknown, fallback: number): number {
  if (!(error instanceof RpcError)) return fallback
  const limit = Number(/limited to (\d{1,6})/i.exec(error.shortMessage)?.[1] ?? Number.NaN)
  return limit >= 1 && limit <= fallback ? limit : fallback
}
