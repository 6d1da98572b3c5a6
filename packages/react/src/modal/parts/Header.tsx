import { useState } from 'react'
import { text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { useKitState, useModalState, useScope } from '../../kit/KitContext.ts'
import { currentView } from '../router.ts'

/** Back, help or settings; the title; close. */
export function Header({
  title,
  requestClose,
  goBack,
}: {
  title: string
  requestClose: () => void
  goBack: () => void
}) {
  return (
    // No `header`: in a dialog that would be the banner of a page.
    <div className="header">
      <LeftButton goBack={goBack} />
      <Title title={title} />
      <button
        type="button"
        className="ib"
        data-testid="w3m-header-close"
        aria-label={text('header.close')}
        onClick={requestClose}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

function LeftButton({ goBack }: { goBack: () => void }) {
  const { router } = useScope()
  const { name } = useModalState(currentView)
  const canGoBack = useModalState((state) => state.stack.length > 1)
  const hasGuide = useKitState((state) => state.settings.enableWalletGuide)
  if (canGoBack) {
    return (
      <button
        type="button"
        className="ib"
        data-testid="header-back"
        aria-label={text('header.back')}
        onClick={goBack}
      >
        <Icon name="back" />
      </button>
    )
  }
  if (name === 'connect' && hasGuide) {
    return (
      <button
        type="button"
        className="ib"
        aria-label={text('header.help')}
        onClick={() => router.push({ name: 'what-is-a-wallet' })}
      >
        <Icon name="help" />
      </button>
    )
  }
  if (name === 'account') {
    return (
      <button
        type="button"
        className="ib"
        aria-label={text('header.settings')}
        onClick={() => router.push({ name: 'account-settings' })}
      >
        <Icon name="settings" />
      </button>
    )
  }
  return <span />
}

/** The old title fades out while the new one fades in. */
function Title({ title }: { title: string }) {
  const [titles, setTitles] = useState<{ now: string; before: string | undefined }>({
    now: title,
    before: undefined,
  })
  if (titles.now !== title) setTitles({ now: title, before: titles.now })
  return (
    <div className="title">
      <h1 data-testid="w3m-header-text" key={title}>
        <bdi className="line">{title}</bdi>
      </h1>
      {titles.before !== undefined && (
        <span className="title-before" aria-hidden="true" key={`${titles.before} before ${title}`}>
          <bdi className="line">{titles.before}</bdi>
        </span>
      )}
    </div>
  )
}
