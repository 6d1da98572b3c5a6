import { responseHeaders } from '@portico/server'

/** Returns the headers of every response. Only the wallet site may read responses. */
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
