import { useState } from 'react'
import { text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { useKitState, useScope } from '../../kit/KitContext.ts'
import { goBack, requestClose } from '../modalActions.ts'
import type { ModalState } from '../router.ts'

/** The card's header: Back, Help or Account settings on the left, the title, and Close. */
export function Header({ title, stack }: { title: string; stack: ModalState['stack'] }) {
  const scope = useScope()
  return (
    // Not a `<header>`: in a dialog it would be announced as the page's banner.
    <div className="header">
      <LeftButton stack={stack} />
      <Title title={title} />
      <button
        type="button"
        className="ib"
        data-testid="w3m-header-close"
        aria-label={text('header.close')}
        onClick={() => requestClose(scope)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

function LeftButton({ stack }: { stack: ModalState['stack'] }) {
  const scope = useScope()
  const name = stack.at(-1)?.name
  const hasGuide = useKitState((state) => state.settings.enableWalletGuide)
  if (stack.length > 1) {
    return (
      <button
        type="button"
        className="ib"
        data-testid="header-back"
        aria-label={text('header.back')}
        onClick={() => goBack(scope)}
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
        onClick={() => scope.router.push({ name: 'what-is-a-wallet' })}
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
        onClick={() => scope.router.push({ name: 'account-settings' })}
      >
        <Icon name="settings" />
      </button>
    )
  }
  return <span />
}

/** The old title fades out while the new one fades in. */
function Title({ title }: { title: string }) {
  const [titles, setTitles] = useState<{ current: string; previous: string | undefined }>({
    current: title,
    previous: undefined,
  })
  if (titles.current !== title) setTitles({ current: title, previous: titles.current })
  return (
    <div className="title">
      <h1 data-testid="w3m-header-text" key={title}>
        <bdi className="line">{title}</bdi>
      </h1>
      {titles.previous !== undefined && (
        <span className="title-previous" aria-hidden="true" key={`${titles.previous} to ${title}`}>
          <bdi className="line">{titles.previous}</bdi>
        </span>
      )}
    </div>
  )
}
