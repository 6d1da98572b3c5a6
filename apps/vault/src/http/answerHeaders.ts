import { responseHeaders } from '@portico/server'

/** What every answer carries; only the wallet site may read it. */
export function answerHeaders({
  origin,
  walletOrigin,
  requestId,
}: {
  origin: string | undefined
  walletOrigin: string
  requestId: string
}): Record<string, string> {
  return responseHeaders({ origin: origin === walletOrigin ? origin : undefined, requestId })
}
