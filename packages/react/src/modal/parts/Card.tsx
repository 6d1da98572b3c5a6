import { useEffect, useRef } from 'react'
import { isCopyId, text } from '../../copy.ts'
import { useModalState, useScope } from '../../kit/KitContext.ts'
import { useLanguage } from '../../language/useLanguage.ts'
import { requestClose } from '../modalActions.ts'
import { currentView } from '../router.ts'
import { AlertBar } from './AlertBar.tsx'
import { Header } from './Header.tsx'
import { Snackbar } from './Snackbar.tsx'
import { Stage } from './Stage.tsx'
import { useShake } from './useShake.ts'
import { useShownModal } from './useShownModal.ts'
import { useTitle } from './useTitle.ts'

/** Renders the backdrop and the card on it. */
export function Card({ setLabel }: { setLabel: (label: string) => void }) {
  const scope = useScope()
  // Renders everything again when the language changes.
  const { tag } = useLanguage()
  const shown = useShownModal()
  const title = useTitle(currentView(shown))
  const card = useRef<HTMLDivElement>(null)
  const isLoading = useModalState((state) => state.loading)
  useShake(card)
  useEffect(() => setLabel(title), [title, setLabel])
  return (
    <div
      className="overlay"
      // The host has it, too, but its `all: initial` keeps the browser from choosing line breaks and glyphs by it.
      lang={tag}
      data-fullscreen={scope.kit.options.enableMobileFullScreen || undefined}
      data-testid="w3m-modal-overlay"
      // On press, not on click: a press that starts in the card and ends outside must not close it.
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget || event.button !== 0) return
        // Keep the focus in the card.
        event.preventDefault()
        requestClose(scope)
      }}
    >
      <div className="card" data-testid="w3m-modal-card" data-card ref={card} aria-busy={isLoading}>
        <span className="handle" aria-hidden="true" />
        <Header title={title} stack={shown.stack} />
        {isLoading && <span className="progress" aria-hidden="true" />}
        <AlertBar />
        <Stage shown={shown} />
        <Snackbar />
        <Refusal />
      </div>
    </div>
  )
}

/** Announces to screen readers why the card did not close. */
function Refusal() {
  const refusals = useModalState((state) => state.refusals)
  const { name } = useModalState(currentView)
  const initial = useRef(refusals)
  const id = `refused.${name}`
  const reason = text(isCopyId(id) ? id : 'refused.other')
  return (
    <p className="hidden" role="status">
      {/* A new element for each refusal: screen readers do not announce the same text twice. */}
      {refusals > initial.current && <span key={refusals}>{reason}</span>}
    </p>
  )
}
