/** Media types of icons by file extension. */
export const iconTypes: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['png', 'image/png'],
])
