/**
 * Loads Inter, the font of the modal around the frame, from our own files. Until it has loaded, and if it cannot be loaded, the
 * system font is used.
 *
 * @param within milliseconds after which the font is not used any more, so that nothing moves that was drawn without it
 * @returns resolves once the font is used, or will not be used
 */
export async function loadFont(
  document: Document,
  { within }: { within?: number | undefined } = {},
): Promise<void> {
  const url = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url)
  const face = new FontFace('Inter Variable', `url("${url.href}")`, { weight: '100 900', display: 'swap' })
  const loaded = face.load().then(
    () => true,
    () => false,
  )
  const late = new Promise<false>((resolve) => {
    if (within !== undefined) setTimeout(() => resolve(false), within)
  })
  if (await Promise.race([loaded, late])) document.fonts.add(face)
}
