import { type AppKit, type AppKitOptions, createAppKit } from '@portico/react'

/**
 * Creates AppKit's "basic" instance: it opens on the QR code, and on a phone on the list of all wallets, and offers no login
 * by e-mail or with an account elsewhere, unless the options say otherwise.
 *
 * @example
 * import { createAppKit } from '@portico/compat/core'
 * const modal = createAppKit({ networks: [mainnet], projectId: 'local', walletConnect: { relayUrl: 'wss://gateway.example/relay' } })
 */
export function createBasicAppKit(options: AppKitOptions): AppKit {
  return createAppKit({
    basic: true,
    ...options,
    features: { email: false, socials: false, ...options.features },
  })
}
