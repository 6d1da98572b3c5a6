import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { applyTheme } from '../applyTheme.ts'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import tokens from '../tokens.css?inline'
import css from './buttons.css?inline'

// A server has no layout to wait for, and says so in a warning.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

let sheet: CSSStyleSheet | undefined

/** One constructed style sheet for all buttons: no style element, so a strict CSP holds. */
function getSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(tokens + css)
  }
  return sheet
}

/**
 * Draws its children in a shadow root, where the page's styles cannot reach them. On a server, and until the page is
 * alive, `fallback` stands in the light tree.
 */
export function ShadowHost({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const { theme } = useAppKitInstance().scope
  const host = useRef<HTMLSpanElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useBrowserLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [getSheet()]
    const apply = () => applyTheme(element, theme.getState())
    apply()
    setRoot(shadow)
    return theme.subscribe(apply)
  }, [theme])
  return <span ref={host}>{root ? createPortal(children, root) : fallback}</span>
}
