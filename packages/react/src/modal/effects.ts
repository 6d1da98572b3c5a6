import { getConnected, type Notice, type State } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from './closeModal.ts'
import { type FlowStatus, getFlowStatus } from './getFlowStatus.ts'
import { openModal } from './modalActions.ts'
import { requiredFlowView } from './requiredView.ts'
import { currentView, type ModalState, type ViewName } from './router.ts'
import { trackViews } from './trackViews.ts'

export { startRestored } from '../startRestored.ts'
// Loaded together.
export { logAlert } from './logAlert.ts'

/** Views that need a connected account; they close when it disconnects. */
const accountViews: readonly ViewName[] = [
  'account',
  'account-settings',
  'receive',
  'compatible-networks',
  'update-email',
  'update-email-code',
  'register-name',
  'register-name-success',
  'networks',
  'switch-network',
  'switch-active-chain',
  'profile-wallets',
  'unsupported-chain',
]

/** Also the views that move money, see `views/money/MoneyView.ts`. */
const needsAccount = (name: ViewName) => accountViews.includes(name) || /^(send|swap|buy|fund|pay)/.test(name)

/** Views of the connect and sign-in flow; they close once the visitor is connected and signed in. */
const flowViews: readonly ViewName[] = [
  'connect',
  'all-wallets',
  'get-wallet',
  'connecting-external',
  'connecting-multi-chain',
  'switch-active-chain',
  'connect-socials',
  'connecting-social',
  'connecting-farcaster',
  'email-device',
  'email-code',
  'connecting-wallet-connect',
  'connecting-wallet-connect-basic',
  'sign-message',
  'unsupported-chain',
]

/**
 * Opens, switches and closes the modal's views when the kit's state changes or the kit emits a notice.
 *
 * @returns a function that stops watching
 */
export function watchEffects(scope: KitScope): () => void {
  const { kit, router } = scope
  let last: FlowStatus = 'disconnected'
  let namespace = kit.store.getState().activeNamespace
  let connectorId: string | undefined
  let stopConnections: Promise<() => void> | undefined
  /** The visitor is to start again on Connect: do not close it because another namespace is connected and ready. */
  let isRestarted = false
  const update = (state = kit.store.getState(), previous?: State) => {
    if (state.settings.features.multiWallet) stopConnections ??= startConnections(scope)
    // The message about the last attempt must not stand beside "Signed in".
    const isNewAttempt = state.signIn.status === 'signing' && previous?.signIn.status !== 'signing'
    if (isNewAttempt && router.store.getState().snack?.text === noticeTexts['signature-declined'])
      router.hideSnack()
    const next = getFlowStatus(state)
    const [before, namespaceBefore, connectorBefore] = [last, namespace, connectorId]
    namespace = state.activeNamespace
    // With several wallets per namespace, another one can become active without a status in between.
    connectorId = getConnected(state)?.connectorId
    if (next === before && namespace === namespaceBefore && connectorId === connectorBefore) return
    last = next
    if (namespace !== namespaceBefore && !getConnected(state, namespaceBefore)) closeAccountView(scope)
    if (next !== 'ready' || !isRestarted) onStatusChange(scope, before, next, hasSigned(state, previous))
    if (next !== 'waiting') isRestarted = false
  }
  const stopStore = kit.store.subscribe(update)
  const stopGateway = startGateway(scope)
  const stopViews = trackViews(scope)
  // Apply changes that happened before this file was loaded.
  update()
  /** Shows Connect, for a visitor whose account the kit disconnects or has just disconnected. */
  const restart = () => {
    router.reset({ name: 'connect' })
    isRestarted = getFlowStatus(kit.store.getState()) !== 'disconnected'
  }
  const stopEvents = kit.events.on((event) => {
    // Shown when the modal is opened the next time, a message would be about something long past.
    const { open } = router.store.getState()
    if (event.type === 'sign-in-cancelled') {
      const { signIn } = kit.store.getState()
      if (open && signIn.status !== 'off' && signIn.required) restart()
    }
    if (event.type !== 'notice') return
    if (event.notice === 'method-not-allowed') return showNotAllowed(scope)
    if (!open) return
    // If sign-in cannot be initialised, the kit disconnects the wallet and the visitor starts again.
    if (event.notice === 'auth-init-failed') restart()
    router.showSnack({ kind: 'error', text: noticeTexts[event.notice] })
  })
  return () => {
    stopStore()
    stopViews()
    void stopGateway.then((stop) => stop())
    void stopConnections?.then((stop) => stop())
    stopEvents()
  }
}

async function startConnections(scope: KitScope): Promise<() => void> {
  try {
    return (await import('../connections/watchConnections.ts')).watchConnections(scope)
  } catch (error) {
    scope.kit.logger.error('The code for several wallets could not be loaded.', error)
    return () => {}
  }
}

/** Longer than the opening animation, which loading code would slow down. */
const openedMs = 300

async function startGateway(scope: KitScope): Promise<() => void> {
  try {
    await new Promise((resolve) => setTimeout(resolve, openedMs))
    return (await import('../features/lazyFeatures.ts')).watchGateway(scope)
  } catch (error) {
    scope.kit.logger.warn('The code that reads from the gateway could not be loaded.', error)
    return () => {}
  }
}

const noticeTexts = {
  'auth-init-failed': 'notice.authInitFailed',
  'signature-declined': 'notice.signatureDeclined',
  'method-not-allowed': 'notice.methodNotAllowed',
  'smart-account-unsupported': 'notice.smartAccountUnsupported',
} satisfies Record<Notice, string>

/**
 * Opens the modal and, after a delay, shows that a method is not allowed: screen readers miss a message that appears
 * while the dialog is opening. If the modal has closed meanwhile, because the requests in it were rejected, it is opened
 * again, once.
 */
function showNotAllowed(scope: KitScope, isRepeated = false): void {
  const { router } = scope
  if (!router.store.getState().open) openModal(scope)
  setTimeout(() => {
    const { open } = router.store.getState()
    if (!open && !isRepeated) showNotAllowed(scope, true)
    else if (open) router.showSnack({ kind: 'error', text: noticeTexts['method-not-allowed'] })
  }, 300)
}

/** Closes a view of an account whose wallet disconnected while another namespace became active. */
function closeAccountView(scope: KitScope): void {
  const modal = scope.router.store.getState()
  const shown = currentView(modal).name
  if (modal.open && shown !== 'profile-wallets' && needsAccount(shown)) closeModal(scope)
}

/** Returns whether the visitor has just signed: another account of the kit may have been signed in before. */
function hasSigned({ signIn }: State, previous: State | undefined): boolean {
  return signIn.status === 'signed-in' && previous?.signIn.status === 'signing'
}

/** How long the sign-in view shows that the visitor is signed in. */
const doneMs = 400

/** Closes the modal after a moment, unless it shows something else by then. */
function closeLater(scope: KitScope, stack: ModalState['stack']): void {
  setTimeout(() => {
    const { stack: shown } = scope.router.store.getState()
    if (shown === stack && getFlowStatus(scope.kit.store.getState()) === 'ready') closeModal(scope)
  }, doneMs)
}

function onStatusChange(scope: KitScope, before: FlowStatus, next: FlowStatus, isSigned: boolean): void {
  const { kit, router } = scope
  const modal = router.store.getState()
  const shown = currentView(modal).name
  switch (next) {
    case 'waiting':
      return
    case 'sign-message':
    case 'unsupported-chain': {
      const view = requiredFlowView(kit.store.getState())
      if (modal.open && view) router.reset(view)
      else openModal(scope, view)
      return
    }
    case 'ready':
      if (modal.open && shown === 'sign-message' && isSigned) closeLater(scope, modal.stack)
      else if (modal.open && flowViews.includes(shown)) closeModal(scope)
      // The visitor switched away from an unsupported chain: nothing is left to do in the list of networks.
      else if (modal.open && before === 'unsupported-chain') closeModal(scope)
      return
    case 'disconnected':
      if (!modal.open) return
      if (shown === 'sign-message') router.reset({ name: 'connect' })
      else if (needsAccount(shown)) closeModal(scope)
  }
}
