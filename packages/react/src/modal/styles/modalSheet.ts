import buttonTokens from '../../buttonTokens.css?inline'
import cardTokens from '../../cardTokens.css?inline'
import connect from './connect.css?inline'
import frame from './frame.css?inline'
import parts from './parts.css?inline'

let sheet: CSSStyleSheet | undefined
let rules = buttonTokens + cardTokens + frame + parts + connect

/** Returns the modal's styles as one constructed style sheet. A strict CSP forbids `<style>` elements. */
export function modalSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
  }
  return sheet
}

/** Loads the styles of all views but Connect, and of the parts that Connect loads later, once. */
export async function loadViewStyles(): Promise<void> {
  addStyles((await import('./views.css?inline')).default)
}

/** Adds styles that were loaded later, once. */
export function addStyles(styles: string): void {
  if (rules.includes(styles)) return
  rules += styles
  modalSheet().replaceSync(rules)
}
