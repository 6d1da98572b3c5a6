import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { applyTheme } from '../applyTheme.ts'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import tokens from '../tokens.css?inline'
import css from './buttons.css?inline'

// A server has no layout to wait for, and says so in a warning.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

const sheets = new Map<string, CSSStyleSheet>()

/** One constructed style sheet of a text for all buttons: no style element, so a strict CSP holds. */
function getSheet(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) ?? new CSSStyleSheet()
  if (!sheets.has(text)) sheet.replaceSync(text)
  sheets.set(text, sheet)
  return sheet
}

/**
 * Draws its children in a shadow root, where the page's styles cannot reach them. On a server, and until the page is
 * alive, `fallback` stands in the light tree.
 */
export function ShadowHost({
  children,
  fallback,
  styles = '',
}: {
  children: ReactNode
  fallback: ReactNode
  /** Beside those of every button. */
  styles?: string
}) {
  const { theme } = useAppKitInstance().scope
  const host = useRef<HTMLSpanElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useBrowserLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [tokens + css, styles].map(getSheet)
    const apply = () => applyTheme(element, theme.getState())
    apply()
    setRoot(shadow)
    return theme.subscribe(apply)
  }, [theme, styles])
  return <span ref={host}>{root ? createPortal(children, root) : fallback}</span>
}
