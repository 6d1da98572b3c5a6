import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXVerifier } from '../config/SIWXVerifier.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { parseMessageLazily } from '../message/parseMessageLazily.ts'
import type { SignInNamespace } from '../message/signInNamespace.ts'
import { verifyMessage } from '../verify/verifyMessage.ts'
import { InvalidSessionError } from './InvalidSessionError.ts'

/** Proves sessions of one family in the page, by the text that was signed. */
export class MessageVerifier implements SIWXVerifier {
  readonly chainNamespace: SignInNamespace
  constructor(chainNamespace: SignInNamespace) {
    this.chainNamespace = chainNamespace
  }

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
  async isIntact({ data, message }: SIWXSession): Promise<boolean> {
    const isAccount = await matchAccount(data.chainId, data.accountAddress)
    try {
      const fields = await parseMessageLazily(message)
      return (
        isAccount(`${fields.chainId}:${fields.address}`) &&
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
