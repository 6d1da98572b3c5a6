/** Returns the application's name and URL from its metadata, which is untrusted: at most 100 characters each. */
export function describeApp(metadata: { name?: unknown; url?: unknown } | undefined): {
  name: string
  url: string
} {
  const { name, url } = metadata ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
  return { name: text(name) || 'Unnamed application', url: text(url) || 'not given' }
}
