import tokens from '../../tokens.css?inline'
import connect from './connect.css?inline'
import frame from './frame.css?inline'
import parts from './parts.css?inline'

let sheet: CSSStyleSheet | undefined
let rules = tokens + frame + parts + connect

/** All styles of the modal as one constructed sheet: no style element, so a strict CSP holds. */
export function modalSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
  }
  return sheet
}

/** Fetches the styles of the views beyond Connect, once. */
export async function loadViewStyles(): Promise<void> {
  const { default: views } = await import('./views.css?inline')
  if (rules.endsWith(views)) return
  rules += views
  modalSheet().replaceSync(rules)
}
