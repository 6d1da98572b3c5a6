import { BaseError, RpcError } from '@portico/protocol'

/** What may be written down about an error: never its words, unless they are ours. */
export type Failure = {
  name: string
  /** Our own sentences, which hold no values. */
  message?: string | undefined
  /** Of the system, such as `EACCES`. */
  code?: string | undefined
  /** The places of the stack. */
  stack?: string | undefined
}

/**
 * What may be written down about an error. Other libraries' messages, causes and fields quote what they were given: an HTTP
 * client's the token, a mailer's the password, a database's the row.
 */
export function describeFailure(error: Error): Failure {
  return {
    name: error.name,
    message: ownWords(error),
    code: codeOf(error),
    stack: stackOf(error),
  }
}

/** Our own sentences hold no values; a node's error is a sentence of the node. */
function ownWords(error: Error): string | undefined {
  return error instanceof BaseError && !(error instanceof RpcError) ? error.shortMessage : undefined
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^E[A-Z0-9_]{2,40}$/.test(code) ? code : undefined
}

/** The places alone. A stack begins with the message, whose lines may look like places: a contract chooses its own words. */
function stackOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1
  if (!stack || start === -1) return undefined
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')
}
