import type { Kit } from '@portico/core'
import { openSocialWindow } from '@portico/core/internal'
import { needsConsent } from '../modal/needsConsent.ts'
import type { ConnectByNameParameters } from './connectByName.ts'
import { explainSocial } from './explainSocial.ts'
import { isSocialProvider } from './isSocialProvider.ts'

/**
 * Opens the window of a social login; does nothing for other wallets. Call it in the click, before anything asynchronous: browsers block
 * windows that are opened later. With `features.legalCheckbox`, the modal asks for consent before.
 */
export function openSocialWindowOf(kit: Kit, { wallet, namespace }: ConnectByNameParameters): void {
  if (!isSocialProvider(wallet) || wallet === 'farcaster') return
  const { settings } = kit.store.getState()
  if (explainSocial(kit, wallet, namespace) === undefined && !needsConsent(settings))
    openSocialWindow(kit, wallet)
}
