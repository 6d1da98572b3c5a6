import type { Notice } from '@portico/core'
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
  'unsupported-chain',
]

/** Views that are over once everything is in order. */
const passingViews: readonly ViewName[] = [
  'connect',
  'all-wallets',
  'get-wallet',
  'connecting-external',
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
  const follow = () => {
    const next = phase(kit.store.getState())
    if (next === last) return
    const before = last
    last = next
    onPhase(scope, before, next)
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
