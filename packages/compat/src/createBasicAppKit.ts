import { type AppKit, type AppKitOptions, createAppKit } from '@portico/react'
import { toBasicOptions } from './toBasicOptions.ts'

/**
 * Creates AppKit's "basic" instance: QR code first, no login by e-mail or with an account elsewhere, unless the options say
 * otherwise.
 *
 * @example
 * import { createAppKit } from '@portico/compat/core'
 * import { mainnet } from '@portico/compat/networks'
 *
 * const modal = createAppKit({ networks: [mainnet], projectId: 'local', walletConnect: { relayUrl: 'wss://gateway.example/relay' } })
 */
export function createBasicAppKit(options: AppKitOptions): AppKit {
  return createAppKit(toBasicOptions(options))
}
