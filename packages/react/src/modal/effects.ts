import { getConnected, type Notice } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal, openModal } from './modalActions.ts'
import { type Phase, phase } from './phase.ts'
import { standingView } from './requiredView.ts'
import { currentView, type ViewName } from './router.ts'

/** Views that speak of a connected account and have nothing to say without one. */
const accountViews: readonly ViewName[] = [
  'account',
  'account-settings',
  'receive',
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

/** Views that are over once everything is in order. */
const passingViews: readonly ViewName[] = [
  'connect',
  'all-wallets',
  'get-wallet',
  'connecting-external',
  'connecting-multi-chain',
  'switch-active-chain',
  'email-device',
  'email-code',
  'connecting-wallet-connect',
  'sign-message',
  'unsupported-chain',
]

/** "When the kit does X, the modal does Y": the whole list. Returns the stop. */
export function watchEffects(scope: KitScope): () => void {
  const { kit, router } = scope
  let last: Phase = 'disconnected'
  let family = kit.store.getState().activeNamespace
  /** The visitor is told what went wrong: another wallet that is in order does not take that away. */
  let isTold = false
  const follow = () => {
    const state = kit.store.getState()
    const next = phase(state)
    const [before, familyBefore] = [last, family]
    if (next === before && state.activeNamespace === familyBefore) return
    last = next
    family = state.activeNamespace
    if (family !== familyBefore && !getConnected(state, familyBefore)) leaveGone(scope)
    if (next === 'ready' && isTold) isTold = false
    else onPhase(scope, before, next)
    if (next === 'disconnected') isTold = false
  }
  const stopStore = kit.store.subscribe(follow)
  // Whatever happened before these effects were there.
  follow()
  const stopEvents = kit.events.on((event) => {
    if (event.type !== 'notice') return
    if (event.notice === 'method-not-allowed') {
      if (!router.store.getState().open) openModal(scope)
      // Once the card stands: what is said while it opens is missed.
      setTimeout(() => router.showSnack({ kind: 'error', text: noticeTexts['method-not-allowed'] }), 300)
      return
    }
    // Whoever cannot be signed in is disconnected, and starts again (specification §4).
    const isOver = event.notice === 'auth-init-failed' && router.store.getState().open
    if (isOver) router.reset({ name: 'connect' })
    isTold = isOver
    router.showSnack({ kind: 'error', text: noticeTexts[event.notice] })
  })
  return () => {
    stopStore()
    stopEvents()
  }
}

const noticeTexts = {
  'auth-init-failed': 'notice.authInitFailed',
  'signature-declined': 'notice.signatureDeclined',
  'method-not-allowed': 'notice.methodNotAllowed',
  'smart-account-unsupported': 'notice.smartAccountUnsupported',
} satisfies Record<Notice, string>

/** Another family is in use, as the one before has no wallet any more: what was shown of that is over. */
function leaveGone(scope: KitScope): void {
  const modal = scope.router.store.getState()
  const shown = currentView(modal).name
  if (modal.open && shown !== 'profile-wallets' && accountViews.includes(shown)) closeModal(scope)
}

function onPhase(scope: KitScope, before: Phase, next: Phase): void {
  const { kit, router } = scope
  const modal = router.store.getState()
  const shown = currentView(modal).name
  switch (next) {
    case 'waiting':
      return
    case 'sign-message':
    case 'unsupported-chain': {
      const view = standingView(kit.store.getState())
      if (modal.open && view) router.reset(view)
      else openModal(scope, view)
      return
    }
    case 'ready':
      if (modal.open && passingViews.includes(shown)) closeModal(scope)
      // The visitor came to "switch network" from the unsupported chain: nothing is left to do there.
      else if (modal.open && before === 'unsupported-chain') closeModal(scope)
      return
    case 'disconnected':
      if (!modal.open) return
      if (shown === 'sign-message') router.reset({ name: 'connect' })
      else if (accountViews.includes(shown)) closeModal(scope)
  }
}
