import type { Metadata } from './options.ts'

/** The application's description: what it gave, completed by what its page says of itself. */
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
