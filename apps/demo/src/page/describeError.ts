import { getRpcCode } from '@portico/protocol'

const sentences: Record<string, string> = {
  4001: 'You declined the request in the wallet.',
  4100: 'The wallet does not allow this page to do that. Connect the wallet again.',
  4200: 'The wallet does not support this request.',
  4900: 'The wallet is no longer connected. Connect it again.',
  4901: 'The wallet cannot reach this network.',
  4902: 'The wallet does not know this network.',
  '-32000': 'The network rejected the request.',
  '-32002': 'The wallet already has an open request. Respond to it first.',
  '-32003': 'The transaction would fail. The account may have too few coins or tokens.',
  '-32602': 'The wallet did not understand the request.',
  '-32603': 'Something went wrong inside the wallet.',
}

/** Describes an error of a wallet or the kit for visitors, with its code. `error.message` is for developers only. */
export function describeError(error: unknown): string {
  const code = getRpcCode(error) ?? (error as { code?: unknown } | null)?.code
  if (typeof code !== 'number' && typeof code !== 'string') return 'The request failed.'
  return `${sentences[code] ?? 'The request failed.'} (code ${code})`
}
