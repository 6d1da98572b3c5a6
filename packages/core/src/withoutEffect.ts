import { createLogger } from './logger.ts'
import type { KitOptions } from './options.ts'

/** Options of AppKit that are accepted, so that projects written for it compile, and have no effect. */
export interface OptionsWithoutEffect {
  /** @deprecated No effect: no vendor's SDK is loaded, so the installed wallet decides. */
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** @deprecated No effect: the kit has its own WalletConnect client. */
  universalProvider?: unknown
}

/** Features of AppKit that are accepted and have no effect. */
export interface FeaturesWithoutEffect {
  /** @deprecated No effect: the embedded wallet grants permissions without it (ERC-7715). */
  smartSessions?: boolean | undefined
  /** @deprecated No effect: importing `@portico/react/pay` is enough. */
  pay?: boolean | undefined
  /** @deprecated No effect: a service of AppKit’s vendor. */
  reownAuthentication?: boolean | undefined
}

/** What to use instead. */
const options: Record<keyof OptionsWithoutEffect, string> = {
  coinbasePreference: 'The installed wallet decides; enableCoinbase: false hides it.',
  universalProvider: 'Use open({ uri }) with manualWCControl to show the URI of a client of your own.',
}
const features: Record<keyof FeaturesWithoutEffect, string> = {
  smartSessions: 'The embedded wallet grants permissions without it (wallet_requestExecutionPermissions).',
  pay: 'Import usePay of @portico/react/pay.',
  reownAuthentication: 'Use siwx: new DefaultSIWX(), which stores sessions at the gateway.',
}

const reported = new Set<string>()

/**
 * Says on the console that a public name is accepted and has no effect: once per name, whatever the `logLevel`, except
 * `silent`. Call it in development only.
 *
 * @example
 * import { reportWithoutEffect } from '@portico/core'
 *
 * if (process.env.NODE_ENV !== 'production') reportWithoutEffect('registerWalletStandard', 'Installed wallets register themselves.')
 */
export function reportWithoutEffect(name: string, instead: string): void {
  if (reported.has(name)) return
  reported.add(name)
  createLogger('warn').warn(`\`${name}\` has no effect. ${instead}`)
}

/** Reports each option and feature that is set and has no effect. */
export function reportOptionsWithoutEffect(given: KitOptions): void {
  if (given.logLevel === 'silent') return
  report(given, options, '')
  report(given.features ?? {}, features, 'features.')
}

function report(given: object, table: Record<string, string>, prefix: string): void {
  for (const [name, instead] of Object.entries(table)) {
    if ((given as Record<string, unknown>)[name] !== undefined) reportWithoutEffect(prefix + name, instead)
  }
}
