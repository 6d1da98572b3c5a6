import { InvalidMessageError } from './InvalidMessageError.ts'
import { blockchains, type SignInNamespace, signInNamespaces } from './signInNamespace.ts'

/**
 * The family whose account a message is of, by its first line.
 *
 * @throws {InvalidMessageError} if it names none.
 */
export function readNamespace(message: string): SignInNamespace {
  if (typeof message !== 'string')
    throw new InvalidMessageError({ field: 'message', reason: 'must be a text' })
  const [line = ''] = message.split('\n', 1)
  const namespace = signInNamespaces.find((each) => line.endsWith(lineEnd(each)))
  if (namespace) return namespace
  const reason = `must begin with "<domain>${lineEnd('eip155')}"`
  throw new InvalidMessageError({ field: 'message', reason })
}

/** What comes after the domain in the first line. */
export function lineEnd(namespace: SignInNamespace): string {
  return ` wants you to sign in with your ${blockchains[namespace]} account:`
}
