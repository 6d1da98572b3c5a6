import type { Kit } from '../kit.ts'

/**
 * Resolves once the kit's sign-in configuration is set up, which happens when a wallet may connect. Before, it knows neither the gateway
 * nor the kit's storage, and would prepare a message that the gateway does not accept.
 *
 * @throws if the code of the sign-in cannot be loaded
 */
export async function setUpSignIn(kit: Kit): Promise<void> {
  kit.events.emit({ type: 'connecting' })
  // Resolves after the import that the event has started, which sets it up.
  await import('./watchSignIn.ts')
}
