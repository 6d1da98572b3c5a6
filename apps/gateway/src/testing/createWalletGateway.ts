import type { Mailer } from '@portico/server/mail'
import { createFakeVault } from './createFakeVault.ts'
import { createTestApp } from './createTestApp.ts'
import { createWalletClient } from './createWalletClient.ts'

/**
 * Creates a gateway with embedded wallets, a fake vault and a clock that the test controls.
 *
 * @returns the test app; `device` creates a client, of a new user by default; `wait` moves the clock by milliseconds,
 * also backwards.
 */
export async function createWalletGateway({
  env = {},
  rpcUrl = 'http://127.0.0.1:1',
  mailer,
  mailHost,
  isVaultUnreachable = false,
}: {
  env?: Record<string, string>
  /** The upstream of chain 31337; unreachable by default. */
  rpcUrl?: string
  mailer?: Mailer | undefined
  /** The hash of the vault's mail server that the vault publishes. */
  mailHost?: string
  /** Whether the vault cannot be reached when the gateway starts. */
  isVaultUnreachable?: boolean
} = {}) {
  const rpcUrls = { 'eip155:31337': [rpcUrl] }
  const vault = await createFakeVault({ mailHost })
  vault.isUnreachable = isVaultUnreachable
  let clock = 1_800_000_000_000
  const now = () => clock
  // Most tests log in with the assertion of the fake vault alone, as before an import of identities.
  const allEnv = { INTRODUCTIONS: 'optional', ...env }
  const gateway = await createTestApp({ rpcUrls, env: allEnv, now, fetchVault: vault.fetch, mailer })
  const device = (more: Partial<Parameters<typeof createWalletClient>[0]> = {}) =>
    createWalletClient({ app: gateway.app, vault, now, ...more })
  return {
    ...gateway,
    vault,
    now,
    device,
    wait: (ms: number) => {
      clock += ms
    },
  }
}
