import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { applyTheme } from '../applyTheme.ts'
import tokens from '../buttonTokens.css?inline'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useLanguage } from '../language/useLanguage.ts'
import css from './buttons.css?inline'

// React warns about useLayoutEffect during server rendering.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

const sheets = new Map<string, CSSStyleSheet>()

/** Returns the constructed style sheet for a text; buttons share it. A strict CSP forbids `<style>` elements. */
function getSheet(text: string): CSSStyleSheet {
  const sheet = sheets.get(text) ?? new CSSStyleSheet()
  if (!sheets.has(text)) sheet.replaceSync(text)
  sheets.set(text, sheet)
  return sheet
}

/**
 * Renders its children in a shadow root, isolated from the page's styles. During server rendering and until hydration
 * it renders `fallback` in the light DOM.
 */
export function ShadowHost({
  children,
  fallback,
  styles = '',
}: {
  children: ReactNode
  fallback: ReactNode
  /** Additional CSS, on top of the CSS all buttons share. */
  styles?: string
}) {
  const { theme } = useAppKitInstance().scope
  const { isPending } = useLanguage()
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
  // Hidden rather than removed, so that the page does not move.
  return (
    <span ref={host} style={isPending ? { visibility: 'hidden' } : undefined}>
      {root ? createPortal(children, root) : fallback}
    </span>
  )
}
