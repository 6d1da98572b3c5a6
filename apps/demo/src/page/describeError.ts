import { getRpcCode } from '@portico/protocol'

const sentences: Record<string, string> = {
  4001: 'You said no in the wallet, so nothing happened.',
  4100: 'The wallet does not let this page do that: connect it again.',
  4200: 'The wallet cannot do that.',
  4900: 'The wallet is not connected any more.',
  4901: 'The wallet cannot reach this network.',
  4902: 'The wallet does not know this network.',
  '-32000': 'The network refused that.',
  '-32002': 'The wallet already has a question open: answer that one first.',
  '-32003': 'The network refused the transaction.',
  '-32602': 'The wallet did not understand what was asked.',
  '-32603': 'Something went wrong inside the wallet.',
}

/** An error of a wallet or of the kit as a sentence with its code. Its own message is for developers: see the console. */
export function describeError(error: unknown): string {
  const code = getRpcCode(error) ?? (error as { code?: unknown } | null)?.code
  if (typeof code !== 'number' && typeof code !== 'string') return 'That did not work.'
  return `${sentences[code] ?? 'That did not work.'} (code ${code})`
}
