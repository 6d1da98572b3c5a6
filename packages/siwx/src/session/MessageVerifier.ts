import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXVerifier } from '../config/SIWXVerifier.ts'
import type { SignInNamespace } from '../message/codecs.ts'
import { parseMessage } from '../message/parseMessage.ts'
import { sameAccount } from '../message/sameAccount.ts'
import { verifyMessage } from '../verify/verifyMessage.ts'
import { InvalidSessionError } from './InvalidSessionError.ts'

/** Proves sessions of one family in the page, by the text that was signed. */
export abstract class MessageVerifier implements SIWXVerifier {
  abstract readonly chainNamespace: SignInNamespace

  /**
   * Whether the session is valid.
   *
   * @throws {InvalidSessionError} if it is not or could not be checked; `code` says why.
   */
  async verify(session: SIWXSession, context: Pick<SIWXContext, 'getClient'>): Promise<boolean> {
    const { data, message, signature } = session
    const result = await verifyMessage({
      message,
      signature,
      domain: data.domain,
      uri: data.uri,
      nonce: data.nonce,
      chains: [data.chainId],
      address: data.accountAddress,
      client: context.getClient(data.chainId),
    })
    if (!result.ok) throw new InvalidSessionError(result)
    return true
  }

  /** Whether the stored fields are those of the stored text: expiry and account are read from the fields. */
  isIntact({ data, message }: SIWXSession): boolean {
    try {
      const fields = parseMessage(message)
      return (
        fields.chainId === data.chainId &&
        sameAccount(data.chainId, fields.address, data.accountAddress) &&
        fields.domain === data.domain &&
        fields.expirationTime === data.expirationTime &&
        fields.notBefore === data.notBefore
      )
    } catch {
      // Not a message we write, so not one that was accepted.
      return false
    }
  }
}
