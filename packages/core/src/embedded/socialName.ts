import type { LoginProvider } from './LoginProvider.ts'

/**
 * Returns the name of a provider as it is written.
 *
 * @example
 * socialName('github') // 'GitHub'
 */
export function socialName(provider: LoginProvider): string {
  return provider === 'github' ? 'GitHub' : provider.charAt(0).toUpperCase() + provider.slice(1)
}
