/**
 * Loads Inter, the font of the modal around the frame, from our own files. Until it has loaded, and if it cannot be loaded, the
 * system font is used.
 */
export function loadFont(document: Document): void {
  const url = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url)
  const face = new FontFace('Inter Variable', `url("${url.href}")`, { weight: '100 900', display: 'swap' })
  document.fonts.add(face)
  face.load().catch(() => {})
}
