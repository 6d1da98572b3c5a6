/** Who asks, from what it says of itself: text of a stranger's, and bounded. */
export function describeApp(metadata: { name?: unknown; url?: unknown } | undefined): {
  name: string
  url: string
} {
  const { name, url } = metadata ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
  return { name: text(name) || 'An application without a name', url: text(url) || 'not given' }
}
