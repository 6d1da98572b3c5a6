import type { Metadata } from './options.ts'

/**
 * Returns the application's metadata, with missing fields read from the page (title, Open Graph tags, icon, origin).
 */
export function resolveMetadata(given: Partial<Metadata> = {}): Metadata {
  if (typeof document === 'undefined') {
    return { name: '', description: '', url: '', icons: [], ...given }
  }
  const description = document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  return {
    name: given.name ?? document.title,
    description: given.description ?? description ?? '',
    url: given.url ?? location.origin,
    icons: given.icons ?? (icon ? [icon] : []),
  }
}
