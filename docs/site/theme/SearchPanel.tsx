import { SearchPanel as Panel, type SearchPanelProps } from '@rspress/core/theme-original'
import { useEffect } from 'react'

/**
 * The theme's search, but in the page only while it is open: it listens to the keys of the whole document, so that Enter on any button would
 * lead to the last result, or fail where there is none. The index is fetched when it is opened, too.
 */
export const SearchPanel = (props: SearchPanelProps) => {
  const { focused, setFocused } = props
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.code === 'KeyK' && (event.ctrlKey || event.metaKey)
      if (isShortcut && !focused) {
        event.preventDefault()
        setFocused(true)
      }
      if (event.key === 'Enter' && focused && !document.querySelector('.rp-search-panel__results a'))
        event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [focused, setFocused])
  useEffect(() => {
    if (!focused) return
    const { href } = location
    return () => {
      if (location.href !== href) return
      const buttons = [...document.querySelectorAll<HTMLElement>('button[class^="rp-search-button"]')]
      buttons.find((button) => button.offsetParent)?.focus()
    }
  }, [focused])
  return focused ? <Panel {...props} /> : null
}
