import type { SIWXSignMessageParameters } from '../config/SIWXConfig.ts'
import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXSigner } from '../config/SIWXSigner.ts'

/**
 * Signs with the connected wallet. Extend it to do something before or after.
 *
 * @example
 * import { DefaultSIWX, DefaultSigner } from '@portico/siwx'
 * class LoggingSigner extends DefaultSigner {
 *   override async signMessage(parameters: Parameters<DefaultSigner['signMessage']>[0]) {
 *     console.log('Signing', parameters.message)
 *     return super.signMessage(parameters)
 *   }
 * }
 * const siwx = new DefaultSIWX({ signer: new LoggingSigner() })
 */
export class DefaultSigner implements SIWXSigner {
  #context: SIWXContext | undefined

  setup(context: SIWXContext): void {
    this.#context = context
  }

  /** @throws {Error} if the sign-in configuration is not part of a kit, or no wallet is connected. */
  async signMessage(parameters: SIWXSignMessageParameters): Promise<string> {
    const sign = this.#context?.signMessage
    if (!sign) throw new Error('No wallet can sign: pass the sign-in configuration to createAppKit.')
    return sign(parameters)
  }
}
