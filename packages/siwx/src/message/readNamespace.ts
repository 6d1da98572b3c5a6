import { InvalidMessageError } from './InvalidMessageError.ts'
import { blockchains, type SignInNamespace, signInNamespaces } from './signInNamespace.ts'

/**
 * Returns the namespace of a message, which its first line names.
 *
 * @throws {InvalidMessageError} if the first line names none.
 */
export function readNamespace(message: string): SignInNamespace {
  if (typeof message !== 'string')
    throw new InvalidMessageError({ field: 'message', reason: 'must be a string' })
  const [line = ''] = message.split('\n', 1)
  const namespace = signInNamespaces.find((each) => line.endsWith(lineEnd(each)))
  if (namespace) return namespace
  const reason = `must start with "<domain>${lineEnd('eip155')}"`
  throw new InvalidMessageError({ field: 'message', reason })
}

/** Returns the text after the domain in the first line. */
export function lineEnd(namespace: SignInNamespace): string {
  return ` wants you to sign in with your ${blockchains[namespace]} account:`
}
