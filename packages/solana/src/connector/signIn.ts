import { readProperty } from '@portico/protocol'
import { copyBytes, isSameBytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import { callFeature } from './callFeature.ts'

const firstLine = / wants you to sign in with your Solana account:\n/

/** Returns whether a text looks like a Sign-In With Solana message. */
export function isSignIn(message: string): boolean {
  return firstLine.test(message.slice(0, 1000))
}

/**
 * Signs a sign-in message with `solana:signIn`, so that the wallet shows it as a sign-in. Returns `undefined` if the text
 * is not a valid sign-in message, or if the wallet signed a different text.
 *
 * @throws {RpcError} with the wallet's code.
 * @see https://github.com/phantom/sign-in-with-solana
 */
export async function signIn(wallet: object, message: string): Promise<Uint8Array | undefined> {
  const { parseMessageLazily } = await import('@portico/siwx/parseMessageLazily')
  let input: Record<string, unknown>
  try {
    const { scheme, chainId, ...fields } = await parseMessageLazily(message)
    // Wallets write no scheme, so the signed text would differ.
    if (scheme !== undefined) return undefined
    input = { ...fields, chainId: /^Chain ID: (.+)$/m.exec(message)?.[1] }
  } catch {
    // Not a valid sign-in message: the caller signs it as an ordinary message.
    return undefined
  }
  const [output] = readList(await callFeature(wallet, 'solana:signIn', input))
  const signed = copyBytes(readProperty(output, 'signedMessage'))
  const signature = copyBytes(readProperty(output, 'signature'), 64)
  const address = readProperty(readProperty(output, 'account'), 'address')
  if (!signed || !signature || address !== input.address) return undefined
  return isSameBytes(signed, new TextEncoder().encode(message)) ? signature : undefined
}
