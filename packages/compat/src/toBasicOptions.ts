import type { AppKitOptions } from '@portico/react'

/**
 * Returns the options of AppKit's "basic" instance: it opens on the QR code, and on a phone on the list of all wallets, and offers no
 * login by e-mail or with an account elsewhere, unless the options say otherwise.
 */
export function toBasicOptions(options: AppKitOptions): AppKitOptions {
  return { basic: true, ...options, features: { email: false, socials: false, ...options.features } }
}
