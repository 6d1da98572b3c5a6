/** Media types of the images this gateway serves. */
export const imageMediaTypes = [
  'image/svg+xml',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]
