import type { SIWXSignMessageParameters } from './SIWXConfig.ts'

/** Signs sign-in messages instead of the connected wallet. */
export interface SIWXSigner {
  signMessage(parameters: SIWXSignMessageParameters): Promise<string>
}
