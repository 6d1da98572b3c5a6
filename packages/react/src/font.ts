import type { KitScope } from './kit/KitContext.ts'

let isAsked = false

/** Loads Inter, from our own files, when the modal first opens; not where the application has set a font. */
export function loadFont({ theme, kit }: KitScope): void {
  const { themeVariables } = theme.getState()
  if (themeVariables['--apkt-font-family'] ?? themeVariables['--w3m-font-family']) return
  if (isAsked) return
  isAsked = true
  load().catch((error: unknown) => {
    // The system's letters do as well; a page's CSP without fonts is no reason to fail.
    kit.logger.info('Inter could not be loaded; the system’s font is used.', error)
  })
}

async function load(): Promise<void> {
  const url = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url)
  const face = new FontFace('Inter Variable', `url("${url.href}")`, { weight: '100 900', display: 'swap' })
  document.fonts.add(face)
  await face.load()
}
