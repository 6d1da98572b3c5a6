import { RpcError } from '@portico/protocol'

/** How many blocks a node takes at once, as its refusal says; `fallback` if it does not say, or something larger. */
export function readRangeLimit(error: unknown, fallback: number): number {
  if (!(error instanceof RpcError)) return fallback
  const limit = Number(/limited to (\d{1,6})/i.exec(error.shortMessage)?.[1] ?? Number.NaN)
  return limit >= 1 && limit <= fallback ? limit : fallback
}
