import type { KitScope } from './kit/KitContext.ts'
import { addStyles } from './modal/styles/modalSheet.ts'

const family = 'Inter Variable'
let isLoading = false
let hasFallback = false

/**
 * Adds the font that the modal is drawn with until Inter is loaded: a font of the system with Inter's metrics, so that no text moves.
 * Nothing is requested.
 */
export function addFallbackFont(): void {
  if (hasFallback || typeof FontFace === 'undefined') return
  hasFallback = true
  const metrics = {
    ascentOverride: '90.44%',
    descentOverride: '22.52%',
    lineGapOverride: '0%',
    sizeAdjust: '107.12%',
  }
  const source = ['Arial', 'Liberation Sans', 'Helvetica'].map((name) => `local("${name}")`).join()
  document.fonts.add(new FontFace('Inter Fallback', source, metrics as FontFaceDescriptors))
}

/**
 * Loads the bundled Inter font once, unless the application sets a font of its own: the file with ASCII and punctuation. The files
 * of other scripts are loaded by the browser when a text needs one.
 */
export function loadFont({ theme, kit }: KitScope): void {
  const { themeVariables } = theme.getState()
  if (themeVariables['--apkt-font-family'] ?? themeVariables['--w3m-font-family']) return
  if (isLoading) return
  isLoading = true
  load().catch((error: unknown) => {
    // Not an error: the page's CSP may forbid fonts.
    kit.logger.info('Failed to load the Inter font; using the system font.', error)
  })
}

async function load(): Promise<void> {
  // The paths are literals, because that is how bundlers find files.
  const basic = addFace(new URL('./fonts/inter.woff2', import.meta.url), basicRange)
  addFace(
    new URL('./fonts/inter-latin.woff2', import.meta.url),
    'U+A1-FF,U+152-153,U+178,U+201A,U+201E,U+2039-203A',
  )
  addFace(
    new URL('./fonts/inter-latin-ext.woff2', import.meta.url),
    'U+100-151,U+154-177,U+179-17F,U+218-21B',
  )
  addFace(
    new URL('./fonts/inter-vietnamese.woff2', import.meta.url),
    'U+1A0-1A1,U+1AF-1B0,U+1EA0-1EF9,U+20AB',
  )
  addFace(new URL('./fonts/inter-greek.woff2', import.meta.url), 'U+370-3FF')
  addFace(new URL('./fonts/inter-cyrillic.woff2', import.meta.url), 'U+400-45F,U+490-491,U+4B0-4B1,U+2116')
  await basic.load()
  addStyles(`:host{--p-font:"${family}",Inter,"Inter Fallback",ui-sans-serif,system-ui,sans-serif}`)
}

const basicRange =
  'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2190-2193,U+2212,U+D7'

function addFace(url: URL, unicodeRange: string): FontFace {
  const face = new FontFace(family, `url("${url.href}")`, {
    weight: '400 700',
    display: 'swap',
    unicodeRange,
  })
  document.fonts.add(face)
  return face
}
