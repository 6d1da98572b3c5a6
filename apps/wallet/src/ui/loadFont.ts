/**
 * Loads Inter, from our own files, so that what the frame draws and the card around it are of one hand. Until it is there,
 * and where it is not to be had, the system's letters do.
 */
export function loadFont(document: Document): void {
  const url = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url)
  const face = new FontFace('Inter Variable', `url("${url.href}")`, { weight: '100 900', display: 'swap' })
  document.fonts.add(face)
  face.load().catch(() => {})
}
