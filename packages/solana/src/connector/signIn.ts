import { readProperty } from '@portico/protocol'
import { copyBytes, isSameBytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import { callFeature } from './callFeature.ts'

const firstLine = / wants you to sign in with your Solana account:\n/

/** Whether a text looks like one of Sign-In With Solana. */
export function isSignIn(message: string): boolean {
  return firstLine.test(message.slice(0, 1000))
}

/**
 * Signs a sign-in by the wallet's own `solana:signIn`, which shows it as what it is. `undefined` where the text is not
 * strictly one, or where the wallet wrote and signed another text: only the very bytes that were asked for count.
 *
 * @throws {RpcError} as the wallet did.
 * @see https://github.com/phantom/sign-in-with-solana
 */
export async function signIn(wallet: object, message: string): Promise<Uint8Array | undefined> {
  const { parseMessageLazily } = await import('@portico/siwx/parseMessageLazily')
  let input: Record<string, unknown>
  try {
    const { scheme, chainId, ...fields } = await parseMessageLazily(message)
    // The wallet writes no scheme, so its text would differ.
    if (scheme !== undefined) return undefined
    input = { ...fields, chainId: /^Chain ID: (.+)$/m.exec(message)?.[1] }
  } catch {
    // Somebody else's text that only begins like one: it is signed as any other.
    return undefined
  }
  const [output] = readList(await callFeature(wallet, 'solana:signIn', input))
  const signed = copyBytes(readProperty(output, 'signedMessage'))
  const signature = copyBytes(readProperty(output, 'signature'), 64)
  const address = readProperty(readProperty(output, 'account'), 'address')
  if (!signed || !signature || address !== input.address) return undefined
  return isSameBytes(signed, new TextEncoder().encode(message)) ? signature : undefined
}
