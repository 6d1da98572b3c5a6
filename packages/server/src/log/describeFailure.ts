import { BaseError, RpcError } from '@portico/protocol'

/** The parts of an error that may be logged. */
export type Failure = {
  name: string
  /** Only of our own errors, whose messages contain no values. */
  message?: string | undefined
  /** A system error code, such as `EACCES`. */
  code?: string | undefined
  /** The stack frames, without the message. */
  stack?: string | undefined
}

/**
 * Returns the parts of an error that may be logged. Messages, causes and fields of other libraries' errors may quote
 * secrets: an HTTP client's error the token, a mailer's the password, a database's the row.
 */
export function describeFailure(error: Error): Failure {
  return {
    name: error.name,
    message: safeMessage(error),
    code: codeOf(error),
    stack: stackOf(error),
  }
}

/** The message of our own errors contains no values. An `RpcError` is excluded: its message comes from the node. */
function safeMessage(error: Error): string | undefined {
  return error instanceof BaseError && !(error instanceof RpcError) ? error.shortMessage : undefined
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^E[A-Z0-9_]{2,40}$/.test(code) ? code : undefined
}

/** Returns the frames alone. A stack begins with the message, whose lines may look like frames: a contract chooses them. */
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
