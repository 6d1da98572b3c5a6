import type { KitScope } from './kit/KitContext.ts'

let isLoading = false

/** Loads the bundled Inter font once, unless the application sets a font of its own. */
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
  const url = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url)
  const face = new FontFace('Inter Variable', `url("${url.href}")`, { weight: '100 900', display: 'swap' })
  document.fonts.add(face)
  await face.load()
}
