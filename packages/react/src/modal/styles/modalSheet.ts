import tokens from '../../tokens.css?inline'
import frame from './frame.css?inline'
import parts from './parts.css?inline'
import views from './views.css?inline'

let sheet: CSSStyleSheet | undefined

/** All styles of the modal as one constructed sheet: no style element, so a strict CSP holds. */
export function modalSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(tokens + frame + parts + views)
  }
  return sheet
}
